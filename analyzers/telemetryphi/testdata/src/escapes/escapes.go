package escapes

import (
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
)

type user struct{ Label string }

func escaped(span trace.Span, u user) {
	span.SetAttributes(attribute.String("label", u.Label)) //philint:ok the label is chosen from a list by the operator
	//philint:ok the label is chosen from a list by the operator
	span.SetAttributes(attribute.String("label", u.Label))
	span.SetName(u.Label) // want "u\\.Label is (dynamic-message|free-text)"
}
