package otel_wrappers

import (
	"log"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"otel_wrappers/lib"
)

type user struct {
	ID    string
	Email string
}

func tag(span trace.Span, value string) { span.SetAttributes(attribute.String("v", value)) }

// Both a span and a log: here the span counts.
func both(span trace.Span, err error) {
	span.RecordError(err)
	log.Print(err)
}

// Reported and returned: judged here.
func fail(span trace.Span, err error) error {
	keep(err)
	span.RecordError(err) // want "err is error-text"
	span.SetStatus(codes.Error, "failed")
	return err
}

func good(span trace.Span, u user) {
	keep(span)
	tag(span, u.ID)
	lib.Tag(span, "id", u.ID)
	lib.Fail(span, nil)
	span.SetAttributes(lib.Mail(u.ID))
}

func bad(span trace.Span, u user, err error) {
	keep(span, err)
	tag(span, u.Email)                    // want "u\\.Email is personal: .*tag"
	lib.Tag(span, "email", u.Email)       // want "u\\.Email is personal: .*Tag"
	lib.Fail(span, err)                   // want "err is error-text: .*Fail"
	span.SetAttributes(lib.Mail(u.Email)) // want "u\\.Email is personal: .*Mail"
	both(span, err)                       // want "err is error-text: .*both"
	_ = fail(span, err)
}
