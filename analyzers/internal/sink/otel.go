package sink

import "slices"

const otelKinds = "Bool BoolSlice Float64 Float64Slice Int Int64 Int64Slice IntSlice String StringSlice ByteSlice"

var otel = slices.Concat([]Row{
	{Pkg: "go.opentelemetry.io/otel/attribute", Funcs: otelKinds + " Stringer", Params: "key value", Kind: Field, Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/attribute", Funcs: "Slice Map", Params: "key fields", Kind: Field, Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/attribute", Funcs: suffixed(otelKinds, "Value"), Params: "value", Kind: Field, Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/attribute", Funcs: "SliceValue MapValue NewSet", Params: "fields", Kind: Field, Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/attribute", Funcs: "NewSetWithFiltered NewSetWithSortable", Params: "fields _", Kind: Field, Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/attribute", Funcs: "NewSetWithSortableFiltered", Params: "fields _ _", Kind: Field, Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/attribute", Recv: "Key", Funcs: otelKinds, Params: "value", Kind: Field, Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/attribute", Recv: "Key", Funcs: "Slice Map", Params: "fields", Kind: Field, Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/semconv/v*", Funcs: "*", Params: "value", Kind: Field, Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/semconv/v*", Funcs: "ErrorType", Params: "_"}, // the error's type

	{Pkg: "go.opentelemetry.io/otel/trace", Recv: "Tracer", Funcs: "Start", Params: "_ message _", Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/trace", Recv: "Span", Funcs: "SetName", Params: "message", Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/trace", Recv: "Span", Funcs: "SetAttributes", Params: "fields", Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/trace", Recv: "Span", Funcs: "RecordError", Params: "value _", Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/trace", Recv: "Span", Funcs: "SetStatus", Params: "_ message", Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/trace", Recv: "Span", Funcs: "AddEvent", Params: "message _", Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/trace", Recv: "Span", Funcs: "AddLink", Params: "fields", Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/trace", Recv: "TraceState", Funcs: "Insert", Params: "key value", Kind: Field, Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/trace", Funcs: "WithAttributes WithInstrumentationAttributes", Params: "fields", Kind: Field, Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/trace", Funcs: "WithInstrumentationAttributeSet WithLinks", Params: "fields", Kind: Field, Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/trace", Funcs: "LinkFromContext", Params: "_ fields", Kind: Field, Surface: Telemetry},

	{Pkg: "go.opentelemetry.io/otel/metric", Funcs: "WithAttributes WithAttributeSet", Params: "fields", Kind: Field, Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/metric", Funcs: "WithInstrumentationAttributes WithInstrumentationAttributeSet", Params: "fields", Kind: Field, Surface: Telemetry},

	{Pkg: "go.opentelemetry.io/otel/log", Recv: "Record", Funcs: "SetBody AddAttributes", Params: "fields", Kind: Binder, Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/log", Recv: "Record", Funcs: "SetErr SetSeverityText", Params: "value", Kind: Binder, Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/log", Recv: "Record", Funcs: "SetEventName", Params: "message", Kind: Binder, Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/log", Funcs: "WithInstrumentationAttributes WithInstrumentationAttributeSet", Params: "fields", Kind: Field, Surface: Telemetry},
	// The log API had its own fields before it took over those of package attribute.
	{Pkg: "go.opentelemetry.io/otel/log", Funcs: "String Int Int64 Float64 Bool Bytes", Params: "key value", Kind: Field, Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/log", Funcs: "Slice Map", Params: "key fields", Kind: Field, Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/log", Funcs: "StringValue IntValue Int64Value Float64Value BoolValue BytesValue", Params: "value", Kind: Field, Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/log", Funcs: "SliceValue MapValue KeyValueFromAttribute ValueFromAttribute", Params: "fields", Kind: Field, Surface: Telemetry},

	{Pkg: "go.opentelemetry.io/otel/baggage", Funcs: "NewMember NewMemberRaw", Params: "key value _", Kind: Field, Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/baggage", Funcs: "NewKeyValueProperty NewKeyValuePropertyRaw", Params: "key value", Kind: Field, Surface: Telemetry},
	{Pkg: "go.opentelemetry.io/otel/baggage", Funcs: "NewKeyProperty", Params: "key", Kind: Field, Surface: Telemetry},

	{Pkg: "go.opencensus.io/trace", Funcs: "BoolAttribute Float64Attribute Int64Attribute StringAttribute", Params: "key value", Kind: Field, Surface: Telemetry},
	{Pkg: "go.opencensus.io/trace", Funcs: "StartSpan", Params: "_ message _", Surface: Telemetry},
	{Pkg: "go.opencensus.io/trace", Funcs: "StartSpanWithRemoteParent", Params: "_ message _ _", Surface: Telemetry},
	{Pkg: "go.opencensus.io/trace", Recv: "Tracer", Funcs: "StartSpan", Params: "_ message _", Surface: Telemetry},
	{Pkg: "go.opencensus.io/trace", Recv: "Tracer", Funcs: "StartSpanWithRemoteParent", Params: "_ message _ _", Surface: Telemetry},
	{Pkg: "go.opencensus.io/tag", Funcs: "Insert Update Upsert", Params: "_ value _", Kind: Field, Surface: Telemetry},
}, opencensusSpan("Span"), opencensusSpan("SpanInterface"))

func opencensusSpan(recv string) []Row {
	return []Row{
		{Pkg: "go.opencensus.io/trace", Recv: recv, Funcs: "SetName", Params: "message", Surface: Telemetry},
		{Pkg: "go.opencensus.io/trace", Recv: recv, Funcs: "SetStatus AddAttributes AddLink", Params: "fields", Surface: Telemetry},
		{Pkg: "go.opencensus.io/trace", Recv: recv, Funcs: "Annotate", Params: "fields message", Surface: Telemetry},
		{Pkg: "go.opencensus.io/trace", Recv: recv, Funcs: "Annotatef", Params: "fields format values", Surface: Telemetry},
	}
}
