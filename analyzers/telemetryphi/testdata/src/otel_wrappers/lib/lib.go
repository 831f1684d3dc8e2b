// Package lib wraps spans.
package lib

import (
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
)

func Tag(span trace.Span, key, value string) { span.SetAttributes(attribute.String(key, value)) }

func Mail(v string) attribute.KeyValue { return attribute.String("mail", v) }

func Fail(span trace.Span, err error) {
	if err != nil {
		span.RecordError(err)
	}
}
