package prom

import (
	"net/http"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"
)

type user struct {
	ID    string
	Email string
	Label string
}

var (
	requests = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "requests", Help: "Requests."}, []string{"route", "code"})
	sizes    = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "sizes", ConstLabels: prometheus.Labels{"zone": "a"}}, []string{"v"})
	times    = prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "times"}, []string{"v"})
)

// Label values in every form.
func labels(u user, r *http.Request, code int, ratio float64) {
	keep(code)
	requests.WithLabelValues(r.Pattern, strconv.Itoa(code)).Inc()
	requests.WithLabelValues(r.Method, "200").Add(1)
	requests.WithLabelValues(r.URL.Path, "200").Inc() // want "r\\.URL\\.Path is payload"
	requests.WithLabelValues(u.Email, "200").Inc()    // want "u\\.Email is personal"
	requests.With(prometheus.Labels{"route": r.Pattern, "code": "200"}).Inc()
	requests.With(prometheus.Labels{"route": u.Label, "code": "200"}).Inc() // want "u\\.Label is free-text"
	sizes.WithLabelValues(u.Email).Set(1)                                   // want "u\\.Email is personal"
	sizes.With(prometheus.Labels{"v": u.Email}).Set(1)                      // want "u\\.Email is personal"
	times.WithLabelValues(u.Label).Observe(1)                               // want "u\\.Label is free-text"
	times.With(prometheus.Labels{"v": u.ID}).Observe(1)
	if c, err := requests.GetMetricWithLabelValues(u.Email, "200"); err == nil { // want "u\\.Email is personal"
		c.Inc()
	}
	if c, err := requests.GetMetricWith(prometheus.Labels{"route": u.Email}); err == nil { // want "u\\.Email is personal"
		c.Inc()
	}
	l := prometheus.Labels{"route": r.Pattern}
	l["code"] = u.Email // want "u\\.Email is personal"
	requests.With(l).Inc()
	requests.MustCurryWith(prometheus.Labels{"route": u.Email}).WithLabelValues("200").Inc() // want "u\\.Email is personal"
}

// Labels fixed when the metric is made, and constant metrics.
func fixed(u user, desc *prometheus.Desc) {
	keep(desc)
	_ = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name:        "x",
		ConstLabels: prometheus.Labels{"v": u.Email}, // want "u\\.Email is personal"
	}, nil)
	_ = prometheus.NewDesc("x", "help", nil, prometheus.Labels{"v": u.Email}) // want "u\\.Email is personal"
	_ = prometheus.MustNewConstMetric(desc, prometheus.CounterValue, 1, u.ID)
	_ = prometheus.MustNewConstMetric(desc, prometheus.CounterValue, 1, u.Email) // want "u\\.Email is personal"
}

// A metric's value is a number of the operation, not a label.
func values(ratio float64) {
	times.WithLabelValues("x").Observe(ratio)
	sizes.WithLabelValues("x").Set(ratio)
}

func count(route string) { requests.WithLabelValues(route, "200").Inc() }

// Through a wrapper.
func wrapped(u user, r *http.Request) {
	count(r.Pattern)
	count(u.Email) // want "u\\.Email is personal: .*count"
}
