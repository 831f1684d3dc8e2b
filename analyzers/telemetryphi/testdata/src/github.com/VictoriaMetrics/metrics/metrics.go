// Package metrics is a stub: names and signatures only.
package metrics

type Counter struct{}

func (*Counter) Inc() {}

type Gauge struct{}

func (*Gauge) Set(float64) {}

type Summary struct{}

func (*Summary) Update(float64) {}

type PrometheusHistogram struct{}

func (*PrometheusHistogram) Update(float64) {}

func GetOrCreateCounter(name string) *Counter               { return nil }
func NewGauge(name string, f func() float64) *Gauge         { return nil }
func GetOrCreateSummaryExt(string, int, []float64) *Summary { return nil }
func (*Set) GetOrCreateCounter(name string) *Counter        { return nil }
func (*Set) NewGauge(name string, f func() float64) *Gauge  { return nil }
func (*Set) GetOrCreatePrometheusHistogramExt(name string, upperBounds []float64) *PrometheusHistogram {
	return nil
}

type Set struct{}

func NewSet() *Set { return nil }
