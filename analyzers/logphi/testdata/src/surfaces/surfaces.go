// Package surfaces writes elsewhere than to a log: other analyzers report that.
package surfaces

import (
	"context"
	"fmt"
	"log"
	"os"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
)

type user struct {
	ID    string
	Email string
}

func others(ctx context.Context, t trace.Tracer, u user, err error) {
	fmt.Println(u.Email)
	fmt.Printf("%s", u.Email)
	fmt.Fprintln(os.Stderr, u.Email)
	println(u.Email)
	_, span := t.Start(ctx, "x")
	span.SetAttributes(attribute.String("email", u.Email))
	span.RecordError(err)
	if u.ID == "" {
		panic(u.Email)
	}
	log.Print(u.ID)
	log.Print(u.Email) // want "u\\.Email is personal"
}
