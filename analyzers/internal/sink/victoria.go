package sink

// victoria are the metrics of github.com/VictoriaMetrics/metrics: the labels of a metric stand in its name.
var victoria = append(victoriaRows(""), victoriaRows("Set")...)

func victoriaRows(recv string) []Row {
	const pkg = "github.com/VictoriaMetrics/metrics"
	return []Row{
		{Pkg: pkg, Recv: recv, Funcs: "NewCounter GetOrCreateCounter NewFloatCounter GetOrCreateFloatCounter NewHistogram GetOrCreateHistogram NewPrometheusHistogram GetOrCreatePrometheusHistogram NewSummary GetOrCreateSummary", Params: "message", Surface: Telemetry},
		{Pkg: pkg, Recv: recv, Funcs: "NewGauge GetOrCreateGauge NewPrometheusHistogramExt GetOrCreatePrometheusHistogramExt", Params: "message _", Surface: Telemetry},
		{Pkg: pkg, Recv: recv, Funcs: "NewSummaryExt GetOrCreateSummaryExt", Params: "message _ _", Surface: Telemetry},
	}
}
