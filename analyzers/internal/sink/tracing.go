package sink

import "slices"

// tracing are the tracers and metric clients other than OpenTelemetry's.
var tracing = slices.Concat([]Row{
	{Pkg: opentracing, Recv: "Span", Funcs: "SetOperationName", Params: "message", Surface: Telemetry},
	{Pkg: opentracing, Recv: "Span", Funcs: "SetTag SetBaggageItem", Params: "key value", Surface: Telemetry},
	{Pkg: opentracing, Recv: "Span", Funcs: "LogFields Log", Params: "fields", Surface: Telemetry},
	{Pkg: opentracing, Recv: "Span", Funcs: "LogKV", Params: "pairs", Surface: Telemetry},
	{Pkg: opentracing, Recv: "Span", Funcs: "LogEvent", Params: "message", Surface: Telemetry},
	{Pkg: opentracing, Recv: "Span", Funcs: "LogEventWithPayload", Params: "message value", Surface: Telemetry},
	{Pkg: opentracing, Recv: "Tracer", Funcs: "StartSpan", Params: "message _", Surface: Telemetry},
	{Pkg: opentracing, Funcs: "StartSpan", Params: "message _", Surface: Telemetry},
	{Pkg: opentracing, Funcs: "StartSpanFromContext", Params: "_ message _", Surface: Telemetry},
	{Pkg: opentracing, Funcs: "StartSpanFromContextWithTracer", Params: "_ _ message _", Surface: Telemetry},
	{Pkg: opentracing + "/log", Funcs: "String Bool Int Int32 Int64 Uint32 Uint64 Float32 Float64 Object", Params: "key value", Kind: Field, Surface: Telemetry},
	{Pkg: opentracing + "/log", Funcs: "Error", Params: "value", Kind: Field, Surface: Telemetry},
	{Pkg: opentracing + "/log", Funcs: "Event Message", Params: "message", Kind: Field, Surface: Telemetry},
	{Pkg: opentracing + "/ext", Funcs: "LogError", Params: "_ value fields", Surface: Telemetry},
	{Pkg: opentracing + "/ext", Recv: "StringTagName", Funcs: "Set", Params: "_ value", Surface: Telemetry},

	{Pkg: ddtracer, Recv: "Span", Funcs: "SetTag SetBaggageItem SetMetaStruct", Params: "key value", Surface: Telemetry},
	{Pkg: ddtracer, Recv: "Span", Funcs: "SetUser", Params: "value _", Surface: Telemetry},
	{Pkg: ddtracer, Recv: "Span", Funcs: "SetOperationName", Params: "message", Surface: Telemetry},
	{Pkg: ddtracer, Recv: "Span", Funcs: "StartChild AddEvent", Params: "message _", Surface: Telemetry},
	{Pkg: ddtracer, Recv: "Tracer", Funcs: "StartSpan", Params: "message _", Surface: Telemetry},
	{Pkg: ddtracer, Funcs: "StartSpan", Params: "message _", Surface: Telemetry},
	{Pkg: ddtracer, Funcs: "StartSpanFromContext", Params: "_ message _", Surface: Telemetry},
	{Pkg: ddtracer, Funcs: "StartSpanFromPropagatedContext", Params: "_ message _ _", Surface: Telemetry},
	{Pkg: ddtracer, Funcs: "Tag WithGlobalTag", Params: "key value", Kind: Field, Surface: Telemetry},
	{Pkg: ddtracer, Funcs: "ResourceName WithError", Params: "value", Kind: Field, Surface: Telemetry},
	{Pkg: ddtracer, Funcs: "ServiceName SpanType", Params: "message", Kind: Field, Surface: Telemetry},
	{Pkg: ddtracer, Funcs: "SetUser", Params: "_ value _", Surface: Telemetry},
	{Pkg: ddtracer, Funcs: "WithUserEmail WithUserName WithUserRole WithUserSessionID WithUserScope WithUserLogin WithUserOrg", Params: "value", Kind: Field, Surface: Telemetry},
	{Pkg: ddtracer, Funcs: "WithUserMetadata", Params: "key value", Kind: Field, Surface: Telemetry},
	{Pkg: ddtracer, Funcs: "WithSpanEventAttributes WithTags", Params: "fields", Kind: Field, Surface: Telemetry},
	{Pkg: ddtracerV1, Recv: "Span", Funcs: "SetTag SetBaggageItem", Params: "key value", Surface: Telemetry},
	{Pkg: ddtracerV1, Recv: "Span", Funcs: "SetOperationName", Params: "message", Surface: Telemetry},
	{Pkg: ddtracerV1, Recv: "Tracer", Funcs: "StartSpan", Params: "message _", Surface: Telemetry},
	{Pkg: ddtracerV1, Funcs: "WithSpanEventAttributes", Params: "fields", Kind: Field, Surface: Telemetry},
	{Pkg: ddtracerV1 + "/tracer", Funcs: "StartSpan", Params: "message _", Surface: Telemetry},
	{Pkg: ddtracerV1 + "/tracer", Funcs: "StartSpanFromContext", Params: "_ message _", Surface: Telemetry},
	{Pkg: ddtracerV1 + "/tracer", Funcs: "Tag WithGlobalTag", Params: "key value", Kind: Field, Surface: Telemetry},
	{Pkg: ddtracerV1 + "/tracer", Funcs: "ResourceName WithError", Params: "value", Kind: Field, Surface: Telemetry},
	{Pkg: ddtracerV1 + "/tracer", Funcs: "ServiceName SpanType", Params: "message", Kind: Field, Surface: Telemetry},
	{Pkg: ddtracerV1 + "/tracer", Funcs: "SetUser", Params: "_ value _", Surface: Telemetry},
	{Pkg: ddtracerV1 + "/tracer", Funcs: "WithUserEmail WithUserName WithUserRole WithUserSessionID WithUserScope WithUserLogin WithUserOrg", Params: "value", Kind: Field, Surface: Telemetry},
	{Pkg: ddtracerV1 + "/tracer", Funcs: "WithUserMetadata", Params: "key value", Kind: Field, Surface: Telemetry},
	{Pkg: newrelic, Recv: "Transaction", Funcs: "AddAttribute", Params: "key value", Kind: Binder, Surface: Telemetry},
	{Pkg: newrelic, Recv: "Transaction", Funcs: "NoticeError NoticeExpectedError SetUserID", Params: "value", Surface: Telemetry},
	{Pkg: newrelic, Recv: "Transaction", Funcs: "SetName StartSegment", Params: "message", Surface: Telemetry},
	{Pkg: newrelic, Recv: "Transaction", Funcs: "RecordLog", Params: "fields", Surface: Telemetry},
	{Pkg: newrelic, Recv: "Segment", Funcs: "AddAttribute", Params: "key value", Kind: Binder, Surface: Telemetry},
	{Pkg: newrelic, Recv: "DatastoreSegment", Funcs: "AddAttribute", Params: "key value", Kind: Binder, Surface: Telemetry},
	{Pkg: newrelic, Recv: "ExternalSegment", Funcs: "AddAttribute", Params: "key value", Kind: Binder, Surface: Telemetry},
	{Pkg: newrelic, Recv: "MessageProducerSegment", Funcs: "AddAttribute", Params: "key value", Kind: Binder, Surface: Telemetry},
	{Pkg: newrelic, Recv: "Application", Funcs: "RecordCustomEvent", Params: "message fields", Surface: Telemetry},
	{Pkg: newrelic, Recv: "Application", Funcs: "RecordCustomMetric", Params: "message _", Surface: Telemetry},
	{Pkg: newrelic, Recv: "Application", Funcs: "RecordLog", Params: "fields", Surface: Telemetry},
	{Pkg: newrelic, Recv: "Application", Funcs: "RecordLLMFeedbackEvent", Params: "value value value value fields", Surface: Telemetry},
	{Pkg: newrelic, Recv: "Application", Funcs: "StartTransaction", Params: "message _", Surface: Telemetry},
	{Pkg: newrelic, Recv: "Logger", Funcs: "Debug Info Warn Error", Params: "message fields"},
	{Pkg: newrelic, Funcs: "StartSegment", Params: "_ message", Surface: Telemetry},
	{Pkg: xray, Funcs: "AddAnnotation AddMetadata", Params: "_ key value", Surface: Telemetry},
	{Pkg: xray, Funcs: "AddMetadataToNamespace", Params: "_ key key value", Surface: Telemetry},
	{Pkg: xray, Funcs: "AddError", Params: "_ value", Surface: Telemetry},
	{Pkg: xray, Funcs: "BeginSegment BeginSubsegment BeginSubsegmentWithoutSampling", Params: "_ message", Surface: Telemetry},
	{Pkg: xray, Funcs: "Capture CaptureAsync", Params: "_ message _", Surface: Telemetry},
	{Pkg: xray, Recv: "Segment", Funcs: "AddAnnotation AddMetadata", Params: "key value", Surface: Telemetry},
	{Pkg: xray, Recv: "Segment", Funcs: "AddMetadataToNamespace", Params: "key key value", Surface: Telemetry},
	{Pkg: xray, Recv: "Segment", Funcs: "AddError Close CloseAndStream", Params: "value", Surface: Telemetry},
	{Pkg: statsd, Funcs: "WithTags", Params: "fields", Kind: Binder, Surface: Telemetry},
	{Pkg: statsd, Funcs: "NewEvent", Params: "message value", Kind: Field, Surface: Telemetry},
	{Pkg: statsd, Funcs: "NewServiceCheck", Params: "message _", Kind: Field, Surface: Telemetry},
}, statsdRows("Client", ""), statsdRows("ClientInterface", ""), statsdRows("ClientEx", " _"), statsdRows("ClientInterfaceEx", " _"))

const (
	opentracing = "github.com/opentracing/opentracing-go"
	newrelic    = "github.com/newrelic/go-agent/v3/newrelic"
	xray        = "github.com/aws/aws-xray-sdk-go/v*/xray"
	ddtracer    = "github.com/DataDog/dd-trace-go/v2/ddtrace/tracer"
	ddtracerV1  = "gopkg.in/DataDog/dd-trace-go.v1/ddtrace"
	statsd      = "github.com/DataDog/datadog-go/v*/statsd"
)

func statsdRows(recv, tail string) []Row {
	return []Row{
		{Pkg: statsd, Recv: recv, Funcs: "Gauge Count Histogram Distribution Timing TimeInMilliseconds", Params: "message _ fields _" + tail, Surface: Telemetry},
		{Pkg: statsd, Recv: recv, Funcs: "GaugeWithTimestamp CountWithTimestamp", Params: "message _ fields _ _" + tail, Surface: Telemetry},
		{Pkg: statsd, Recv: recv, Funcs: "Incr Decr", Params: "message fields _" + tail, Surface: Telemetry},
		{Pkg: statsd, Recv: recv, Funcs: "Set", Params: "message value fields _" + tail, Surface: Telemetry},
		{Pkg: statsd, Recv: recv, Funcs: "Event ServiceCheck", Params: "fields" + tail, Surface: Telemetry},
		{Pkg: statsd, Recv: recv, Funcs: "SimpleEvent", Params: "message value" + tail, Surface: Telemetry},
		{Pkg: statsd, Recv: recv, Funcs: "SimpleServiceCheck", Params: "message _" + tail, Surface: Telemetry},
	}
}
