package otel

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/seed-a76b335c/philint/redact"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

type user struct {
	ID     string
	Email  string
	Label  string
	Visits int
}

type name string

func (n name) String() string { return string(n) }

var errGone = errors.New("gone")

// Attributes of every kind.
func attributes(span trace.Span, u user, ref uuid.UUID, list []string, ok, chosen bool, ratio float64, took time.Duration, st fmt.Stringer) {
	keep(ref, list, ok, chosen, ratio, st)
	span.SetAttributes(attribute.String("id", u.ID))
	span.SetAttributes(attribute.String("email", u.Email)) // want "u\\.Email is personal"
	span.SetAttributes(attribute.String("label", u.Label)) // want "u\\.Label is free-text"
	span.SetAttributes(attribute.Int("n", len(list)), attribute.Bool("ok", ok), attribute.Int64("ms", took.Milliseconds()))
	span.SetAttributes(attribute.Int("visits", u.Visits))   // want "u\\.Visits is value"
	span.SetAttributes(attribute.Float64("ratio", ratio))   // want "ratio is value"
	span.SetAttributes(attribute.Bool("chosen", chosen))    // want "chosen is value"
	span.SetAttributes(attribute.StringSlice("list", list)) // want "list is composite"
	span.SetAttributes(attribute.StringSlice("ids", []string{u.ID}))
	span.SetAttributes(attribute.Stringer("ref", ref))
	span.SetAttributes(attribute.Stringer("v", st))            // want "st is (composite|opaque-call|free-text)"
	span.SetAttributes(attribute.Stringer("v", name(u.Email))) // want "u\\.Email.* is personal"
	span.SetAttributes(attribute.Key("id").String(u.ID))
	span.SetAttributes(attribute.Key("email").String(u.Email))                                  // want "u\\.Email is personal"
	span.SetAttributes(attribute.Key("visits").Int(u.Visits))                                   // want "u\\.Visits is value"
	span.SetAttributes(attribute.KeyValue{Key: "email", Value: attribute.StringValue(u.Email)}) // want "u\\.Email is personal"
	span.SetAttributes(
		attribute.String("id", u.ID),
		attribute.String("email", u.Email), // want "u\\.Email is personal"
	)
	span.SetAttributes(attribute.String("email", redact.Fingerprint(u.Email)))
	span.SetAttributes(attribute.String(u.Label, "x")) // want "u\\.Label is dynamic-key"
}

// Attributes in a local slice.
func slice(span trace.Span, u user) {
	attrs := []attribute.KeyValue{attribute.String("id", u.ID)}
	attrs = append(attrs, attribute.String("email", u.Email)) // want "u\\.Email is personal"
	span.SetAttributes(attrs...)
}

// Span names.
func names(ctx context.Context, t trace.Tracer, r *http.Request, u user) {
	_, a := t.Start(ctx, "import")
	a.End()
	_, b := t.Start(ctx, r.Method+" "+r.Pattern)
	b.End()
	_, c := t.Start(ctx, "GET "+r.URL.Path) // want "r\\.URL\\.Path.* is (payload|dynamic-message)"
	c.End()
	_, d := t.Start(ctx, u.Label) // want "u\\.Label is (dynamic-message|free-text)"
	d.End()
	_, e := t.Start(ctx, fmt.Sprintf("mail %s", u.Email)) // want "u\\.Email.* is (personal|dynamic-message)"
	e.SetName("import")
	e.SetName(u.Label) // want "u\\.Label is (dynamic-message|free-text)"
	e.End()
	_, f := t.Start(ctx, "x", trace.WithAttributes(attribute.String("id", u.ID)), trace.WithSpanKind(trace.SpanKindServer))
	f.End()
	_, g := t.Start(ctx, "x", trace.WithAttributes(attribute.String("email", u.Email))) // want "u\\.Email is personal"
	g.End()
}

// Errors, events, status, links.
func events(ctx context.Context, span trace.Span, u user, err error) {
	keep(err)
	span.RecordError(err) // want "err is error-text"
	span.RecordError(errGone)
	span.RecordError(errors.New("gone"))
	span.RecordError(fmt.Errorf("save: %w", err))                                       // want "err.* is error-text"
	span.RecordError(errGone, trace.WithAttributes(attribute.String("email", u.Email))) // want "u\\.Email is personal"
	span.AddEvent("saved")
	span.AddEvent(u.Label)                                                           // want "u\\.Label is (dynamic-message|free-text)"
	span.AddEvent("saved", trace.WithAttributes(attribute.String("email", u.Email))) // want "u\\.Email is personal"
	span.SetStatus(codes.Error, "failed")
	span.SetStatus(codes.Error, redact.ErrType(err))
	span.SetStatus(codes.Error, err.Error())                                                       // judgement: the description goes where the attributes go // want "err\\.Error\\(\\) is error-text"
	span.AddLink(trace.Link{Attributes: []attribute.KeyValue{attribute.String("email", u.Email)}}) // want "u\\.Email is personal"
	trace.SpanFromContext(ctx).RecordError(err)                                                    // want "err is error-text"
	span.End()
}

// By origin and by name, as for a log.
func origins(span trace.Span, u user, r *http.Request) {
	id := u.Email
	span.SetAttributes(attribute.String("id", id)) // want "id is personal: .*id ← u\\.Email"
	orderID := r.PathValue("id")
	span.SetAttributes(attribute.String("order", orderID)) // want "orderID is payload"
	x := u.ID
	span.SetAttributes(attribute.String("x", x))
}
