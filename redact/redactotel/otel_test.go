package redactotel_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/redact"
	"github.com/seed-a76b335c/philint/redact/redactotel"
	"github.com/seed-a76b335c/philint/redact/redacttest"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	otellog "go.opentelemetry.io/otel/log"
	"go.opentelemetry.io/otel/sdk/instrumentation"
	sdklog "go.opentelemetry.io/otel/sdk/log"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// spans writes all that an exporter can get at.
type spans struct{ w io.Writer }

func (spans) Shutdown(context.Context) error { return nil }

func (s spans) ExportSpans(_ context.Context, ss []sdktrace.ReadOnlySpan) error {
	for _, sp := range ss {
		fmt.Fprintln(s.w, sp.Name(), sp.Attributes(), sp.Status(), sp.Resource(), sp.SpanKind())
		for _, kv := range sp.Attributes() {
			fmt.Fprintln(s.w, kv.Key, kv.Value.Emit())
		}
		for _, e := range sp.Events() {
			fmt.Fprintln(s.w, e.Name, e.Attributes)
		}
		fmt.Fprintln(s.w, scopeText(sp.InstrumentationScope()), sp.InstrumentationLibrary(), sp.Resource().SchemaURL()) //nolint:staticcheck // exporters do
		fmt.Fprintln(s.w, sp.SpanContext().TraceState().String(), sp.Parent().TraceState().String(), sp.SpanContext().TraceID())
		for _, l := range sp.Links() {
			fmt.Fprintln(s.w, l.Attributes, l.SpanContext.TraceState().String())
		}
	}
	return nil
}

func scopeText(s instrumentation.Scope) string {
	return fmt.Sprintln(s.Name, s.Version, s.SchemaURL, s.Attributes.ToSlice())
}

type records struct{ w io.Writer }

func (records) Shutdown(context.Context) error   { return nil }
func (records) ForceFlush(context.Context) error { return nil }

func (r records) Export(_ context.Context, rs []sdklog.Record) error {
	for _, rec := range rs {
		fmt.Fprintln(r.w, rec.Body().Emit(), rec.SeverityText(), rec.EventName(), rec.Resource(), rec.Resource().SchemaURL())
		fmt.Fprintln(r.w, scopeText(rec.InstrumentationScope()))
		rec.WalkAttributes(func(kv attribute.KeyValue) bool {
			fmt.Fprintln(r.w, kv.Key, kv.Value.Emit())
			return true
		})
	}
	return nil
}

// keyValue is how bridges turn a value into an attribute: plain types as they are, the rest printed.
func keyValue(a slog.Attr) attribute.KeyValue {
	k := attribute.Key(a.Key)
	switch v := redacttest.Plain(a.Value).(type) {
	case string:
		return k.String(v)
	case int64:
		return k.Int64(v)
	case bool:
		return k.Bool(v)
	case float64:
		return k.Float64(v)
	case []string:
		return k.StringSlice(v)
	case []byte:
		return attribute.KeyValue{Key: k, Value: attribute.ByteSliceValue(v)}
	case map[string]any:
		var kvs []attribute.KeyValue
		for n, e := range v {
			kvs = append(kvs, keyValue(slog.Any(n, e)))
		}
		return attribute.KeyValue{Key: k, Value: attribute.MapValue(kvs...)}
	case []any:
		var vs []attribute.Value
		for _, e := range v {
			vs = append(vs, keyValue(slog.Any("", e)).Value)
		}
		return attribute.KeyValue{Key: k, Value: attribute.SliceValue(vs...)}
	default:
		return k.String(fmt.Sprintf("%+v", v))
	}
}

func keyValues(bound []attribute.KeyValue, prefix string, args []any) []attribute.KeyValue {
	kvs := bound[:len(bound):len(bound)]
	for _, a := range redacttest.Pairs(args) {
		a.Key = prefix + a.Key
		kvs = append(kvs, keyValue(a))
	}
	return kvs
}

// logger makes a span, or a log record, of each statement. Groups are prefixes, as in the conventions.
type logger struct {
	emit   func(msg string, kvs []attribute.KeyValue)
	prefix string
	bound  []attribute.KeyValue
}

func (l logger) Info(msg string, args ...any) { l.emit(msg, keyValues(l.bound, l.prefix, args)) }

func (l logger) With(args ...any) redacttest.Logger {
	l.bound = keyValues(l.bound, l.prefix, args)
	return l
}

func (l logger) WithGroup(name string) redacttest.Logger {
	if name != "" {
		l.prefix += name + "."
	}
	return l
}

func TestNothingLeaks(t *testing.T) {
	ctx := context.Background()
	t.Run("span attributes", func(t *testing.T) {
		redacttest.RunConfig(t, redacttest.Config{Formatted: true}, func(w io.Writer) redacttest.Logger {
			tr := sdktrace.NewTracerProvider(sdktrace.WithSyncer(redactotel.SpanExporter(spans{w}))).Tracer("t")
			return logger{emit: func(msg string, kvs []attribute.KeyValue) {
				_, s := tr.Start(ctx, msg, trace.WithAttributes(kvs...))
				s.SetStatus(codes.Error, msg)
				s.End()
			}}
		})
	})
	t.Run("span events and links", func(t *testing.T) {
		redacttest.RunConfig(t, redacttest.Config{Formatted: true}, func(w io.Writer) redacttest.Logger {
			tr := sdktrace.NewTracerProvider(sdktrace.WithSyncer(redactotel.SpanExporter(spans{w}))).Tracer("t")
			return logger{emit: func(msg string, kvs []attribute.KeyValue) {
				_, s := tr.Start(ctx, "s", trace.WithLinks(trace.Link{Attributes: kvs}))
				s.AddEvent(msg, trace.WithAttributes(kvs...))
				s.RecordError(errors.New(msg), trace.WithStackTrace(true), trace.WithAttributes(kvs...))
				s.End()
			}}
		})
	})
	t.Run("log records", func(t *testing.T) {
		redacttest.RunConfig(t, redacttest.Config{Formatted: true}, func(w io.Writer) redacttest.Logger {
			l := sdklog.NewLoggerProvider(sdklog.WithProcessor(redactotel.LogProcessor(sdklog.NewSimpleProcessor(records{w})))).Logger("t")
			return logger{emit: func(msg string, kvs []attribute.KeyValue) {
				var r otellog.Record
				r.SetBody(attribute.StringValue(msg))
				r.SetSeverityText(msg)
				r.SetEventName(msg)
				r.AddAttributes(kvs...)
				l.Emit(ctx, r)
			}}
		})
	})
}

func TestConventionsStay(t *testing.T) {
	var buf bytes.Buffer
	res := resource.NewSchemaless(attribute.String("service.name", "records"), attribute.String("process.command_line", "server --password mary"))
	tr := sdktrace.NewTracerProvider(sdktrace.WithResource(res), sdktrace.WithSyncer(redactotel.SpanExporter(spans{&buf}))).Tracer("t")
	_, s := tr.Start(context.Background(), "GET /records/{id}", trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(
		attribute.String("http.route", "/records/{id}"), attribute.String("http.request.method", "GET"), attribute.Int("http.response.status_code", 200),
		attribute.String("url.full", "https://x/records/mary"), attribute.String("db.query.text", "select mary"), attribute.String("db.system.name", "postgresql"),
		attribute.StringSlice("user_ids", []string{"u1", "mary s"}), attribute.Int64Slice("ids", []int64{4, 5})))
	s.RecordError(errors.New("mary"))
	s.End()
	for _, want := range []string{
		"GET /records/{id}", "http.route", "http.request.method GET", "http.response.status_code 200", "postgresql", `["u1"]`, "[4,5]", "records",
		"exception.type", "*errors.errorString",
	} {
		if !strings.Contains(buf.String(), want) {
			t.Errorf("no %s in the span", want)
		}
	}
	if strings.Contains(buf.String(), "mary") {
		t.Error("something leaks")
	}
}

func TestOtherProcessorsSeeTheRecordAsItWas(t *testing.T) {
	var ours, theirs bytes.Buffer
	l := sdklog.NewLoggerProvider(sdklog.WithProcessor(redactotel.LogProcessor(sdklog.NewSimpleProcessor(records{&ours}), redact.MaxMessage(100))),
		sdklog.WithProcessor(sdklog.NewSimpleProcessor(records{&theirs}))).Logger("t")
	var r otellog.Record
	r.SetBody(attribute.MapValue(attribute.String("email", "mary"), attribute.Int("row_count", 3)))
	r.SetSeverityText("INFO")
	l.Emit(context.Background(), r)
	if strings.Contains(ours.String(), "mary") || !strings.Contains(ours.String(), "row_count") || !strings.Contains(ours.String(), "INFO") {
		t.Errorf("the judged record has %d bytes", ours.Len())
	}
	if !strings.Contains(theirs.String(), "mary") {
		t.Error("the other processor's record was changed")
	}
}

// What stands around a span or record: its scope, its resource, its trace state.
func TestScopesResourcesAndTraceStatesAreJudged(t *testing.T) {
	var buf bytes.Buffer
	state, err := trace.ParseTraceState("vendor=mary-smith")
	if err != nil {
		t.Fatal(err)
	}
	remote := trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{2}, TraceFlags: trace.FlagsSampled, TraceState: state})
	ctx := trace.ContextWithRemoteSpanContext(context.Background(), remote)
	res := resource.NewWithAttributes("https://clinic.example/mary", attribute.String("service.name", "records"), attribute.String("owner", "mary"))

	tr := sdktrace.NewTracerProvider(sdktrace.WithResource(res), sdktrace.WithSyncer(redactotel.SpanExporter(spans{&buf}))).
		Tracer("mary smith", trace.WithInstrumentationVersion("mary 1931"), trace.WithSchemaURL("https://x.example/mary"),
			trace.WithInstrumentationAttributes(attribute.String("user", "mary"), attribute.String("component", "ingest")))
	_, s := tr.Start(ctx, "s", trace.WithLinks(trace.Link{SpanContext: remote}))
	s.End()

	lp := sdklog.NewLoggerProvider(sdklog.WithResource(res), sdklog.WithProcessor(redactotel.LogProcessor(sdklog.NewSimpleProcessor(records{&buf}))))
	l := lp.Logger("mary smith", otellog.WithInstrumentationVersion("mary"), otellog.WithInstrumentationAttributes(attribute.String("user", "mary")))
	var r otellog.Record
	r.SetBody(attribute.StringValue("saved"))
	l.Emit(ctx, r)
	lp.Logger("github.com/a/b", otellog.WithInstrumentationVersion("v1.2.3")).Emit(ctx, r)

	for _, want := range []string{"records", "ingest", "github.com/a/b", "v1.2.3", remote.TraceID().String(), "saved"} {
		if !strings.Contains(buf.String(), want) {
			t.Errorf("no %s is left", want)
		}
	}
	if strings.Contains(buf.String(), "mary") {
		t.Error("something leaks")
	}
}
