// Package redactotel keeps patient data out of OpenTelemetry's spans and log records.
//
//	trace.NewTracerProvider(trace.WithBatcher(redactotel.SpanExporter(exporter)))
//	log.NewLoggerProvider(log.WithProcessor(redactotel.LogProcessor(log.NewBatchProcessor(exporter))))
//
// Spans are judged on their way to the exporter, since a processor may not change them. The names of
// attributes are those of the registry: OpenTelemetry's own conventions are in it as far as their values
// are fit for a log (http.route and http.response.status_code are, url.full and exception.message are not).
package redactotel

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"
	"unsafe"

	"github.com/seed-a76b335c/philint/redact"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/instrumentation"
	"go.opentelemetry.io/otel/sdk/log"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
	oteltrace "go.opentelemetry.io/otel/trace"
)

// Attributes returns what may be kept of attributes. The argument is not changed.
func Attributes(f *redact.Filter, kvs []attribute.KeyValue) []attribute.KeyValue {
	out := make([]attribute.KeyValue, 0, len(kvs))
	for _, kv := range kvs {
		if v, ok := f.Value(string(kv.Key), fromOTel(kv.Value)); ok {
			out = append(out, attribute.KeyValue{Key: kv.Key, Value: toOTel(v)})
		}
	}
	return out
}

// SpanExporter returns an exporter that hands on judged spans: their attributes and those of their events,
// links, resource and instrumentation scope are judged, their names and the names of events are messages, and
// the description of a status, which is an error's text, is dropped. So is the trace state, which other
// services fill.
func SpanExporter(next trace.SpanExporter, opts ...redact.Option) trace.SpanExporter {
	return &exporter{next: next, f: redact.NewFilter(opts...)}
}

type exporter struct {
	next      trace.SpanExporter
	f         *redact.Filter
	resources resources
}

func (e *exporter) Shutdown(ctx context.Context) error { return e.next.Shutdown(ctx) }

func (e *exporter) ExportSpans(ctx context.Context, spans []trace.ReadOnlySpan) error {
	out := make([]trace.ReadOnlySpan, len(spans))
	for i, s := range spans {
		out[i] = e.span(s)
	}
	return e.next.ExportSpans(ctx, out)
}

// A span is a snapshot with the telling parts replaced.
type span struct {
	trace.ReadOnlySpan
	name   string
	attrs  []attribute.KeyValue
	events []trace.Event
	links  []trace.Link
	res    *resource.Resource
	scope  instrumentation.Scope
	parent oteltrace.SpanContext
	self   oteltrace.SpanContext
}

func (s span) Name() string                                { return s.name }
func (s span) Attributes() []attribute.KeyValue            { return s.attrs }
func (s span) Events() []trace.Event                       { return s.events }
func (s span) Links() []trace.Link                         { return s.links }
func (s span) Resource() *resource.Resource                { return s.res }
func (s span) SpanContext() oteltrace.SpanContext          { return s.self }
func (s span) Parent() oteltrace.SpanContext               { return s.parent }
func (s span) InstrumentationScope() instrumentation.Scope { return s.scope }

// InstrumentationLibrary is what the scope was called before.
func (s span) InstrumentationLibrary() instrumentation.Library { return s.scope } //nolint:staticcheck // of the interface

func (s span) Status() trace.Status { return trace.Status{Code: s.ReadOnlySpan.Status().Code} }

func (e *exporter) span(s trace.ReadOnlySpan) span {
	out := span{
		ReadOnlySpan: s, name: e.f.Message(s.Name()), attrs: Attributes(e.f, s.Attributes()), res: e.resources.clean(e.f, s.Resource()),
		scope: cleanScope(e.f, s.InstrumentationScope()), parent: stateless(s.Parent()), self: stateless(s.SpanContext()),
	}
	for _, ev := range s.Events() {
		ev.Name, ev.Attributes = e.f.Message(ev.Name), Attributes(e.f, ev.Attributes)
		out.events = append(out.events, ev)
	}
	for _, l := range s.Links() {
		l.Attributes = Attributes(e.f, l.Attributes)
		l.SpanContext = stateless(l.SpanContext)
		out.links = append(out.links, l)
	}
	return out
}

func stateless(c oteltrace.SpanContext) oteltrace.SpanContext {
	return c.WithTraceState(oteltrace.TraceState{})
}

// cleanScope judges a scope, which a program may make of what it likes. Names and versions are those of
// packages: values of otel.scope.name and otel.scope.version.
func cleanScope(f *redact.Filter, s instrumentation.Scope) instrumentation.Scope {
	out := instrumentation.Scope{
		Name: textOf(f, "otel.scope.name", s.Name), Version: textOf(f, "otel.scope.version", s.Version), SchemaURL: schemaURL(s.SchemaURL),
	}
	if s.Attributes.Len() > 0 {
		out.Attributes = attribute.NewSet(Attributes(f, s.Attributes.ToSlice())...)
	}
	return out
}

// textOf returns what may be kept of a text under a registered name.
func textOf(f *redact.Filter, name, text string) string {
	if text == "" {
		return ""
	}
	if v, ok := f.Value(name, text); ok {
		if s, ok := v.(string); ok {
			return s
		}
	}
	return ""
}

// schemaURL keeps the addresses of OpenTelemetry's own schemas.
func schemaURL(s string) string {
	version, ok := strings.CutPrefix(s, "https://opentelemetry.io/schemas/")
	if !ok || version == "" || len(version) > 12 || strings.Trim(version, "0123456789.") != "" {
		return ""
	}
	return s
}

// resources are judged once each: there are few.
type resources struct{ m sync.Map } // *resource.Resource → *resource.Resource

func (c *resources) clean(f *redact.Filter, r *resource.Resource) *resource.Resource {
	if r == nil {
		return nil
	}
	if got, ok := c.m.Load(r); ok {
		return got.(*resource.Resource)
	}
	out := resource.NewWithAttributes(schemaURL(r.SchemaURL()), Attributes(f, r.Attributes())...)
	c.m.Store(r, out)
	return out
}

// LogProcessor returns a processor that hands judged copies of records to next, their resource and
// instrumentation scope with them. It does not change the record that other processors of the provider see:
// wrap each of them.
func LogProcessor(next log.Processor, opts ...redact.Option) log.Processor {
	return &processor{Processor: next, f: redact.NewFilter(opts...)}
}

type processor struct {
	log.Processor
	f         *redact.Filter
	resources resources
}

// Where a record keeps its resource and scope: there is no way to set them but this one, which the SDK's own
// logtest package uses too.
var (
	resourceField, hasResource = fieldOf[*resource.Resource]("resource")
	scopeField, hasScope       = fieldOf[*instrumentation.Scope]("scope")
)

func fieldOf[T any](name string) (offset uintptr, ok bool) {
	f, ok := reflect.TypeFor[log.Record]().FieldByName(name)
	return f.Offset, ok && f.Type == reflect.TypeFor[T]()
}

func set[T any](r *log.Record, offset uintptr, v T) {
	*(*T)(unsafe.Add(unsafe.Pointer(r), offset)) = v
}

var errRecord = errors.New("redactotel: this version of the SDK keeps a record's resource or scope elsewhere: the record is dropped")

// Enabled shows next the scope as OnEmit will.
func (p *processor) Enabled(ctx context.Context, param log.EnabledParameters) bool {
	param.InstrumentationScope = cleanScope(p.f, param.InstrumentationScope)
	param.EventName = p.f.Name(param.EventName)
	return p.Processor.Enabled(ctx, param)
}

func (p *processor) OnEmit(ctx context.Context, r *log.Record) error {
	if !hasResource || !hasScope {
		return errRecord
	}
	c := r.Clone()
	set(&c, resourceField, p.resources.clean(p.f, r.Resource()))
	scope := cleanScope(p.f, r.InstrumentationScope())
	set(&c, scopeField, &scope)
	c.SetBody(p.body(r.Body()))
	if _, ok := p.f.Value("level", r.SeverityText()); !ok {
		c.SetSeverityText("")
	}
	c.SetEventName(p.f.Name(r.EventName()))
	var kvs []attribute.KeyValue
	r.WalkAttributes(func(kv attribute.KeyValue) bool {
		kvs = append(kvs, kv)
		return true
	})
	c.SetAttributes(Attributes(p.f, kvs)...)
	return p.Processor.OnEmit(ctx, &c)
}

// body judges text as a message and a map by its fields.
func (p *processor) body(v attribute.Value) attribute.Value {
	switch v.Type() {
	case attribute.EMPTY:
		return v
	case attribute.STRING:
		return attribute.StringValue(p.f.Message(v.AsString()))
	case attribute.MAP:
		return attribute.MapValue(Attributes(p.f, v.AsMap())...)
	}
	return attribute.StringValue(redact.Marker)
}

func fromOTel(v attribute.Value) any {
	switch v.Type() {
	case attribute.MAP:
		m := make(map[string]any)
		for _, kv := range v.AsMap() {
			m[string(kv.Key)] = fromOTel(kv.Value)
		}
		return m
	case attribute.SLICE:
		var l []any
		for _, e := range v.AsSlice() {
			l = append(l, fromOTel(e))
		}
		return l
	}
	return v.AsInterface()
}

// toOTel turns a judged value back. The cases are what redact.Filter.Value returns.
func toOTel(v any) attribute.Value {
	switch v := v.(type) {
	case nil:
		return attribute.Value{}
	case string:
		return attribute.StringValue(v)
	case bool:
		return attribute.BoolValue(v)
	case int64:
		return attribute.Int64Value(v)
	case float64:
		return attribute.Float64Value(v)
	case time.Duration:
		return attribute.Int64Value(int64(v))
	case time.Time:
		return attribute.StringValue(v.Format(time.RFC3339Nano))
	case []any:
		return list(v)
	case map[string]any:
		var kvs []attribute.KeyValue
		for k, e := range v {
			kvs = append(kvs, attribute.KeyValue{Key: attribute.Key(k), Value: toOTel(e)})
		}
		return attribute.MapValue(kvs...)
	}
	return attribute.StringValue(fmt.Sprint(v)) // an unsigned number
}

// list keeps a list of one plain type one, since most exporters know only those.
func list(v []any) attribute.Value {
	var strs []string
	var ints []int64
	var rest []attribute.Value
	for _, e := range v {
		switch e := e.(type) {
		case string:
			strs = append(strs, e)
		case int64:
			ints = append(ints, e)
		}
		rest = append(rest, toOTel(e))
	}
	switch len(v) {
	case len(strs):
		return attribute.StringSliceValue(strs)
	case len(ints):
		return attribute.Int64SliceValue(ints)
	}
	return attribute.SliceValue(rest...)
}
