package testfiles

import (
	"testing"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
)

func TestRun(t *testing.T) {
	var span trace.Span
	if span == nil {
		return
	}
	u := user{Email: "ada@example.org"}
	span.SetAttributes(attribute.String("email", u.Email))
	run(span, u)
}
