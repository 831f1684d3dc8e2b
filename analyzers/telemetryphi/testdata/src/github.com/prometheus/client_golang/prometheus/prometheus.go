// Package prometheus is a stub: names and signatures only.
package prometheus

type Labels map[string]string

type Metric interface{ m() }

type Counter interface {
	Inc()
	Add(float64)
}

type Gauge interface {
	Set(float64)
	Inc()
	Add(float64)
}

type Observer interface {
	Observe(float64)
}

type CounterOpts struct {
	Namespace   string
	Name        string
	Help        string
	ConstLabels Labels
}

type GaugeOpts = CounterOpts

type HistogramOpts struct {
	Name        string
	Help        string
	ConstLabels Labels
}

type CounterVec struct{ n int }

type GaugeVec struct{ n int }

type HistogramVec struct{ n int }

type Desc struct{ n int }

type ValueType int

const (
	CounterValue ValueType = 1
	GaugeValue   ValueType = 2
)

func NewCounterVec(opts CounterOpts, labelNames []string) *CounterVec                { return &CounterVec{} }
func NewGaugeVec(opts GaugeOpts, labelNames []string) *GaugeVec                      { return &GaugeVec{} }
func NewHistogramVec(opts HistogramOpts, labelNames []string) *HistogramVec          { return &HistogramVec{} }
func (v *CounterVec) WithLabelValues(lvs ...string) Counter                          { return nil }
func (v *CounterVec) GetMetricWithLabelValues(lvs ...string) (Counter, error)        { return nil, nil }
func (v *CounterVec) With(labels Labels) Counter                                     { return nil }
func (v *CounterVec) GetMetricWith(labels Labels) (Counter, error)                   { return nil, nil }
func (v *CounterVec) MustCurryWith(labels Labels) *CounterVec                        { return v }
func (v *GaugeVec) WithLabelValues(lvs ...string) Gauge                              { return nil }
func (v *GaugeVec) With(labels Labels) Gauge                                         { return nil }
func (v *HistogramVec) WithLabelValues(lvs ...string) Observer                       { return nil }
func (v *HistogramVec) With(labels Labels) Observer                                  { return nil }
func NewDesc(fqName, help string, variableLabels []string, constLabels Labels) *Desc { return &Desc{} }
func MustNewConstMetric(desc *Desc, valueType ValueType, value float64, labelValues ...string) Metric {
	return nil
}
