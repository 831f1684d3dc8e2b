package sinkcheck

// unavailable are packages of the tables that cannot be had any more, or are internal.
var unavailable = []string{
	"builtin",
	"github.com/go-chi/httplog",
	"google.golang.org/grpc/grpclog/internal",
}

// notLoggers are types with a sink among methods that are about other things.
var notLoggers = []string{
	"os File",
	"text/template Template",
	"html/template Template",
	"github.com/gin-gonic/gin Context",
	"github.com/newrelic/go-agent/v3/newrelic Application",
}

// formats are functions that take a format though neither their name nor the parameter's tells.
var formats = []string{
	"github.com/hashicorp/go-hclog Fmt",
	"gorm.io/gorm/logger Interface.Info", "gorm.io/gorm/logger Interface.Warn", "gorm.io/gorm/logger Interface.Error",
}

// older are functions of the tables that the newest version of their library no longer has, by why:
// the interface embeds the ones that declare them now, the type became an alias, another package replaced them, or they are gone.
var older = map[string]string{
	"aliases": `
		github.com/go-kit/kit/log Logger.Log LoggerFunc.Log SwapLogger.Log
	`,
	"embedded": `
		github.com/sirupsen/logrus FieldLogger.Debug FieldLogger.Info FieldLogger.Print FieldLogger.Warn FieldLogger.Error FieldLogger.Fatal FieldLogger.Panic FieldLogger.Debugln FieldLogger.Infoln FieldLogger.Println FieldLogger.Warnln FieldLogger.Errorln FieldLogger.Fatalln FieldLogger.Panicln FieldLogger.Debugf FieldLogger.Infof FieldLogger.Printf FieldLogger.Warnf FieldLogger.Errorf FieldLogger.Fatalf FieldLogger.Panicf Ext1FieldLogger.Trace Ext1FieldLogger.Traceln Ext1FieldLogger.Tracef
	`,
	"removed": `
		github.com/getsentry/sentry-go Scope.SetExtra Scope.SetExtras
	`,
	"replaced": `
		go.opentelemetry.io/otel/log String Int Int64 Float64 Bool Bytes Slice Map StringValue IntValue Int64Value Float64Value BoolValue BytesValue SliceValue MapValue KeyValueFromAttribute ValueFromAttribute
	`,
}

// ignored are functions that belong in no row, by why.
var ignored = map[string]string{
	"layout": `
		encoding/json Encoder.SetIndent Encoder.SetEscapeHTML
		encoding/xml Encoder.Indent
	`,
	"callback": `
		github.com/getsentry/sentry-go Hub.WithScope Hub.ConfigureScope Hub.WithMonitor WithMonitor
		github.com/opentracing/opentracing-go/log Lazy
		github.com/phuslu/log Entry.Func
		github.com/rs/zerolog Event.Func Logger.UpdateContext
	`,
	"caller": `
		charm.land/log/v2 Logger.SetReportCaller Logger.SetCallerFormatter Logger.SetCallerOffset
		github.com/charmbracelet/log Logger.SetReportCaller Logger.SetCallerFormatter Logger.SetCallerOffset
		github.com/cihub/seelog LoggerInterface.SetAdditionalStackDepth
		github.com/go-logr/logr Logger.WithCallDepth
		github.com/newrelic/go-agent/v3/newrelic WithCodeLocation WithDefaultFunctionLocation WithFunctionLocation WithIgnoredPrefix WithIgnoredPrefixes WithPathPrefix WithPathPrefixes
		github.com/phuslu/log Entry.Caller TSVEntry.Caller
		github.com/rs/zerolog Event.CallerSkipFrame Event.Caller Context.CallerWithSkipFrameCount
		github.com/sirupsen/logrus Logger.SetReportCaller
		github.com/zeromicro/go-zero/core/logx Logger.WithCallerSkip
		go.uber.org/zap WithCaller
	`,
	"clock": `
		github.com/DataDog/dd-trace-go/v2/ddtrace/tracer FinishTime StartTime WithSpanEventTimestamp
		github.com/sirupsen/logrus Logger.WithTime Entry.WithTime WithTime
		go.opentelemetry.io/otel/log Record.SetTimestamp Record.SetObservedTimestamp
		go.opentelemetry.io/otel/trace WithTimestamp
		gopkg.in/DataDog/dd-trace-go.v1/ddtrace WithSpanEventTimestamp
		gopkg.in/DataDog/dd-trace-go.v1/ddtrace/tracer FinishTime StartTime
	`,
	"configuration": `
		charm.land/log/v2 Logger.SetReportTimestamp Logger.SetTimeFormat Logger.SetTimeFunction Logger.SetOutput Logger.SetColorProfile Logger.SetFormatter Logger.SetStyles Logger.StandardLog
		cloud.google.com/go/logging Logger.StandardLogger Logger.StandardLoggerFromTemplate
		github.com/DataDog/datadog-go/statsd Client.SetWriteTimeout ClientInterface.SetWriteTimeout WithAggregationInterval WithBufferFlushInterval WithNamespace WithTelemetryAddr WithWriteTimeoutUDS
		github.com/DataDog/datadog-go/v5/statsd WithAggregationInterval WithBufferFlushInterval WithCardinality WithConnectTimeout WithContainerID WithNamespace WithTelemetryAddr WithWriteTimeout
		github.com/DataDog/dd-trace-go/v2/ddtrace/tracer AnalyticsRate StackFrames WithAgentAddr WithAgentTimeout WithAgentURL WithAnalytics WithAnalyticsRate WithAppSecEnabled WithDataStreamsIntakeBufferSize WithDebugMode WithDebugSpansMode WithDebugStack WithDogstatsdAddr WithDynamicInstrumentationEnabled WithEnv WithFeatureFlags WithFinishConfig WithGlobalServiceName WithHTTPClient WithHeaderTags WithHostname WithLLMObsAgentlessEnabled WithLLMObsEnabled WithLLMObsMLApp WithLLMObsProjectName WithLambdaMode WithLogStartup WithLogger WithPartialFlushing WithPeerServiceDefaults WithPeerServiceMapping WithProfilerCodeHotspots WithProfilerEndpoints WithPropagator WithRetryInterval WithSampler WithSamplerRate WithSamplingRules WithSendRetries WithService WithServiceMapping WithServiceVersion WithSpanPool WithStartSpanConfig WithStatsAdditionalTags WithStatsCardinalityLimit WithStatsComputation WithStatsHTTPEndpointCardinalityLimit WithStatsOriginCardinalityLimit WithStatsPeerTagsCardinalityLimit WithStatsResourceCardinalityLimit WithStatsdClient WithTestDefaults WithTraceEnabled WithUDS WithUniversalVersion
		github.com/VictoriaMetrics/metrics Set.InitPush Set.InitPushWithOptions Set.PushMetrics
		github.com/aws/aws-xray-sdk-go/xray WithRecorder WithSegmentNamer
		github.com/charmbracelet/log Logger.SetReportTimestamp Logger.SetTimeFormat Logger.SetTimeFunction Logger.SetOutput Logger.SetFormatter Logger.SetColorProfile Logger.SetStyles Logger.StandardLog
		github.com/getsentry/sentry-go Hub.BindClient Client.AddEventProcessor Client.SetExternalContextTraceResolver Client.SetSDKIdentifier Scope.SetPropagationContext Scope.SetSpan Scope.AddEventProcessor Span.SetDynamicSamplingContext WithScopeOverride WithSpanOrigin WithSpanSampled WithTransactionSource WithUnit
		github.com/go-kit/log SwapLogger.Swap
		github.com/go-logr/logr Logger.WithSink
		github.com/hashicorp/go-hclog Logger.StandardLogger Logger.StandardWriter InterceptLogger.DeregisterSink InterceptLogger.RegisterSink InterceptLogger.StandardLoggerIntercept InterceptLogger.StandardWriterIntercept
		github.com/inconshreveable/log15 Logger.SetHandler
		github.com/labstack/gommon/log Logger.SetOutput Logger.SetHeader
		github.com/newrelic/go-agent/v3/newrelic Transaction.SetOption
		github.com/op/go-logging Logger.SetBackend
		github.com/prometheus/client_golang/prometheus WithUnit
		github.com/rs/zerolog Logger.Output Logger.Sample Logger.Hook
		github.com/rs/zerolog/log Output
		github.com/sirupsen/logrus Logger.AddHook Logger.SetFormatter Logger.SetOutput Logger.ReplaceHooks Logger.SetBufferPool Logger.WriterLevel Entry.WriterLevel
		github.com/zeromicro/go-zero/core/logx WithColor WithColorPadding WithRotation
		go.opencensus.io/tag WithTTL
		go.opentelemetry.io/otel/log WithInstrumentationVersion WithSchemaURL
		go.opentelemetry.io/otel/metric WithDescription WithExplicitBucketBoundaries WithInstrumentationVersion WithSchemaURL WithUnit
		go.opentelemetry.io/otel/trace WithInstrumentationVersion WithSchemaURL WithSpanKind WithStackTrace
		go.uber.org/zap Logger.WithOptions SugaredLogger.WithOptions WithClock WithFatalHook WithPanicHook
		go.uber.org/zap/zapcore CheckedEntry.Should CheckedEntry.Before CheckedEntry.After
		gopkg.in/DataDog/dd-trace-go.v1/ddtrace/tracer AnalyticsRate StackFrames WithAgentAddr WithAgentTimeout WithAnalytics WithAnalyticsRate WithAppSecEnabled WithDebugMode WithDebugSpansMode WithDebugStack WithDogstatsdAddress WithEnv WithFeatureFlags WithGlobalServiceName WithHTTPClient WithHTTPRoundTripper WithHeaderTags WithHostname WithLambdaMode WithLogStartup WithLogger WithPartialFlushing WithPeerServiceDefaults WithPeerServiceMapping WithProfilerCodeHotspots WithProfilerEndpoints WithPropagator WithRetryInterval WithSampler WithSamplingRules WithSendRetries WithService WithServiceMapping WithServiceName WithServiceVersion WithStatsComputation WithTraceEnabled WithUDS WithUniversalVersion
		gopkg.in/inconshreveable/log15.v2 Logger.SetHandler
		log Logger.SetOutput Logger.SetFlags
	`,
	"context": `
		charm.land/log/v2 WithContext
		github.com/charmbracelet/log WithContext
		github.com/cihub/seelog LoggerInterface.SetContext
		github.com/getsentry/sentry-go LogEntry.WithCtx Meter.WithCtx
		github.com/go-chi/chi/v5/middleware WithLogEntry WithValue
		github.com/phuslu/log NewContext
		github.com/rs/zerolog Event.Ctx Context.Ctx Logger.WithContext
		github.com/sirupsen/logrus Logger.WithContext Entry.WithContext
		github.com/zeromicro/go-zero/core/logx Logger.WithContext
		go.opencensus.io/trace Tracer.FromContext Tracer.NewContext
		runtime/pprof WithLabels
	`,
	"end": `
		github.com/DataDog/dd-trace-go/v2/ddtrace/tracer Span.Finish
		github.com/getsentry/sentry-go Hub.Flush Hub.FlushWithContext Client.Flush Client.FlushWithContext
		github.com/opentracing/opentracing-go Span.FinishWithOptions
		go.opentelemetry.io/otel/trace Span.End
		gopkg.in/DataDog/dd-trace-go.v1/ddtrace Span.Finish
	`,
	"error": `
		fmt Errorf
	`,
	"exit": `
		github.com/sirupsen/logrus Logger.Exit
	`,
	"handler": `
		github.com/rs/zerolog SyslogWriter.Crit SyslogWriter.Debug SyslogWriter.Emerg SyslogWriter.Err SyslogWriter.Info SyslogWriter.Warning
		github.com/zeromicro/go-zero/core/logx Writer.Alert Writer.Debug Writer.Error Writer.Info
		charm.land/log/v2 Logger.Handle Logger.WithAttrs Logger.WithGroup
		github.com/charmbracelet/log Logger.Handle Logger.WithAttrs Logger.WithGroup
	`,
	"internal": `
		cloud.google.com/go/logging Logger.ToLogEntry
		github.com/DataDog/dd-trace-go/v2/ddtrace/tracer Span.Format Span.DecodeMsg Span.EncodeMsg Tracer.Inject
		github.com/VictoriaMetrics/metrics Set.RegisterMetricsWriter Set.WritePrometheus
		github.com/getsentry/sentry-go Event.ToEnvelope Scope.ApplyToEvent
		github.com/go-logr/logr LogSink.Init
		github.com/newrelic/go-agent/v3/newrelic Transaction.ExpectLogEvents Transaction.SetCsecAttributes DatastoreSegment.SetSecureAgentEvent ExternalSegment.SetSecureAgentEvent
		github.com/opentracing/opentracing-go Tracer.Inject
		github.com/prometheus/client_golang/prometheus MetricVec.Describe MetricVec.Collect
		github.com/rs/zerolog Array.MarshalZerologArray
		gopkg.in/DataDog/dd-trace-go.v1/ddtrace Tracer.Inject
		gopkg.in/DataDog/dd-trace-go.v1/ddtrace/tracer ApplyV1FinishOptions ApplyV1Options
		gorm.io/gorm/logger Interface.Trace
	`,
	"judged": `
		github.com/phuslu/log Entry.Context
		go.uber.org/zap/zapcore CheckedEntry.AddCore
	`,
	"level": `
		charm.land/log/v2 Logger.SetLevel Logger.Enabled
		github.com/charmbracelet/log Logger.SetLevel Logger.Enabled
		github.com/getsentry/sentry-go Scope.SetLevel
		github.com/gin-gonic/gin Error.SetType Error.IsType
		github.com/go-logr/logr Logger.V LogSink.Enabled
		github.com/hashicorp/go-hclog Logger.SetLevel
		github.com/labstack/gommon/log Logger.SetLevel
		github.com/op/go-logging Logger.IsEnabledFor
		github.com/phuslu/log Logger.WithLevel Logger.SetLevel
		github.com/rs/zerolog Logger.Level Logger.WithLevel
		github.com/rs/zerolog/log WithLevel
		github.com/sirupsen/logrus Logger.SetLevel Logger.IsLevelEnabled
		go.opentelemetry.io/otel/log Record.SetSeverity
		golang.org/x/exp/slog Logger.Enabled
		google.golang.org/grpc/grpclog LoggerV2.V
		gorm.io/gorm/logger Interface.LogMode
		log/slog Logger.Enabled
	`,
	"numbers": `
		github.com/DataDog/dd-trace-go/v2/ddtrace/tracer Span.AddLink ChildOf WithSpanID WithSpanLinks
		github.com/aws/aws-xray-sdk-go/xray Segment.AddRuleName
		github.com/getsentry/sentry-go Hub.CaptureCheckIn Client.CaptureCheckIn Client.EventFromCheckIn
		github.com/newrelic/go-agent/v3/newrelic ExternalSegment.SetStatusCode
		go.opencensus.io/trace Span.AddMessageSendEvent Span.AddMessageReceiveEvent SpanInterface.AddMessageReceiveEvent SpanInterface.AddMessageSendEvent
		gopkg.in/DataDog/dd-trace-go.v1/ddtrace/tracer ChildOf WithSpanID WithSpanLinks
	`,
	"read": `
		expvar Map.Get Map.Do
		github.com/DataDog/dd-trace-go/v2/ddtrace/tracer Span.BaggageItem Tracer.Extract
		github.com/getsentry/sentry-go ContinueFromHeaders ContinueFromRequest ContinueFromTrace ContinueTrace
		github.com/newrelic/go-agent/v3/newrelic Transaction.InsertDistributedTraceHeaders Transaction.AcceptDistributedTraceHeaders Transaction.AcceptDistributedTraceHeadersFromJSON
		github.com/opentracing/opentracing-go Span.BaggageItem Tracer.Extract
		go.opentelemetry.io/otel/log Record.WalkAttributes
		go.opentelemetry.io/otel/trace TraceState.Get TraceState.Walk
		golang.org/x/exp/slog Record.Attrs
		gopkg.in/DataDog/dd-trace-go.v1/ddtrace Span.BaggageItem Tracer.Extract
		log/slog Record.Attrs
	`,
	"removal": `
		expvar Map.Delete
		github.com/VictoriaMetrics/metrics Set.UnregisterMetric
		github.com/aws/aws-xray-sdk-go/xray Segment.RemoveSubsegment
		github.com/getsentry/sentry-go Scope.RemoveAttribute Scope.RemoveTag Scope.RemoveContext
		github.com/prometheus/client_golang/prometheus MetricVec.DeleteLabelValues MetricVec.Delete MetricVec.DeletePartialMatch
		go.opencensus.io/tag Delete
		go.opentelemetry.io/otel/trace TraceState.Delete
	`,
	"request": `
		github.com/newrelic/go-agent/v3/newrelic Transaction.SetWebRequestHTTP Transaction.SetWebRequest Transaction.SetWebResponse
	`,
	"type": `
		github.com/rs/zerolog Array.Type
	`,
}
