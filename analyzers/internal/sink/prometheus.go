package sink

import "slices"

const prom = "github.com/prometheus/client_golang/prometheus"

var prometheus = slices.Concat([]Row{
	{Pkg: prom, Recv: "MetricVec", Funcs: "GetMetricWithLabelValues", Params: "values", Kind: Binder, Surface: Telemetry},
	{Pkg: prom, Recv: "MetricVec", Funcs: "GetMetricWith CurryWith", Params: "fields", Kind: Binder, Surface: Telemetry},
	{Pkg: prom, Funcs: "NewConstMetric MustNewConstMetric", Params: "_ _ _ values", Surface: Telemetry},
	{Pkg: prom, Funcs: "NewConstMetricWithCreatedTimestamp MustNewConstMetricWithCreatedTimestamp", Params: "_ _ _ _ values", Surface: Telemetry},
	{Pkg: prom, Funcs: "NewConstHistogram MustNewConstHistogram NewConstSummary MustNewConstSummary", Params: "_ _ _ _ values", Surface: Telemetry},
	{Pkg: prom, Funcs: `
		NewConstHistogramWithCreatedTimestamp MustNewConstHistogramWithCreatedTimestamp
		NewConstSummaryWithCreatedTimestamp MustNewConstSummaryWithCreatedTimestamp`, Params: "_ _ _ _ _ values", Surface: Telemetry},
	{Pkg: prom, Funcs: "NewConstNativeHistogram MustNewConstNativeHistogram", Params: "_ _ _ _ _ _ _ _ _ values", Surface: Telemetry},
	{Pkg: prom, Funcs: "NewDesc", Params: "message message _ fields", Kind: Binder, Surface: Telemetry},
	{Pkg: prom, Funcs: "MakeLabelPairs", Params: "_ fields", Kind: Field, Surface: Telemetry},
	{Pkg: prom, Funcs: "WrapRegistererWith WrapCollectorWith", Params: "fields _", Kind: Binder, Surface: Telemetry},
	{Pkg: prom, Recv: "ExemplarAdder", Funcs: "AddWithExemplar", Params: "_ fields", Surface: Telemetry},
	{Pkg: prom, Recv: "ExemplarObserver", Funcs: "ObserveWithExemplar", Params: "_ fields", Surface: Telemetry},
	{Pkg: prom, Recv: "Timer", Funcs: "ObserveDurationWithExemplar", Params: "fields", Surface: Telemetry},
}, promVecs("CounterVec", "GaugeVec", "HistogramVec", "SummaryVec", "ObserverVec"))

func promVecs(recvs ...string) (rows []Row) {
	for _, recv := range recvs {
		rows = append(rows,
			Row{Pkg: prom, Recv: recv, Funcs: "WithLabelValues GetMetricWithLabelValues", Params: "values", Kind: Binder, Surface: Telemetry},
			Row{Pkg: prom, Recv: recv, Funcs: "With GetMetricWith CurryWith MustCurryWith", Params: "fields", Kind: Binder, Surface: Telemetry},
		)
	}
	return rows
}
