// Package surfaces writes elsewhere than to telemetry: other analyzers report that.
package surfaces

import (
	"fmt"
	"log"
	"log/slog"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
)

type user struct{ Email string }

func others(span trace.Span, u user) {
	log.Print(u.Email)
	slog.Info("x", "email", u.Email)
	fmt.Println(u.Email)
	span.SetAttributes(attribute.String("email", u.Email)) // want "u\\.Email is personal"
}
