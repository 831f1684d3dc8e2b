// Package trace is a stub: names and signatures only.
package trace

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
)

type TraceID [16]byte

func (t TraceID) String() string { return "" }
func (t TraceID) IsValid() bool  { return false }

type SpanID [8]byte

func (s SpanID) String() string { return "" }

type SpanContext struct{ n int }

func (sc SpanContext) TraceID() TraceID { return TraceID{} }
func (sc SpanContext) SpanID() SpanID   { return SpanID{} }

type SpanKind int

const (
	SpanKindUnspecified SpanKind = 0
	SpanKindServer      SpanKind = 2
	SpanKindClient      SpanKind = 3
)

type SpanConfig struct{ n int }

type EventConfig struct{ n int }

type SpanStartOption interface {
	applySpanStart(SpanConfig) SpanConfig
}

type EventOption interface {
	applyEvent(EventConfig) EventConfig
}

type SpanStartEventOption interface {
	SpanStartOption
	EventOption
}

type SpanEndOption interface {
	applySpanEnd(SpanConfig) SpanConfig
}

type Link struct {
	SpanContext SpanContext
	Attributes  []attribute.KeyValue
}

func WithAttributes(attributes ...attribute.KeyValue) SpanStartEventOption { return nil }
func WithSpanKind(kind SpanKind) SpanStartOption                           { return nil }
func WithTimestamp(t time.Time) SpanStartEventOption                       { return nil }

type Span interface {
	End(options ...SpanEndOption)
	AddEvent(name string, options ...EventOption)
	AddLink(link Link)
	IsRecording() bool
	RecordError(err error, options ...EventOption)
	SpanContext() SpanContext
	SetStatus(code codes.Code, description string)
	SetName(name string)
	SetAttributes(kv ...attribute.KeyValue)
}

type Tracer interface {
	Start(ctx context.Context, spanName string, opts ...SpanStartOption) (context.Context, Span)
}

func SpanFromContext(ctx context.Context) Span               { return nil }
func SpanContextFromContext(ctx context.Context) SpanContext { return SpanContext{} }
