package victoria

import (
	"fmt"
	"net/http"

	"github.com/VictoriaMetrics/metrics"
)

type user struct {
	ID    string
	Email string
	Label string
}

var kept []any

// keep stores its arguments: who calls it with a parameter does more than log it, and is no wrapper for it.
func keep(v ...any) { kept = append(kept, v...) }

// The labels of a metric stand in its name.
func labels(u user, r *http.Request, code int, seconds []float64) {
	keep(code)
	metrics.GetOrCreateCounter(`searches_total`).Inc()
	metrics.GetOrCreateCounter(fmt.Sprintf(`requests_total{route=%q,code="%d"}`, r.Pattern, code)).Inc()
	metrics.GetOrCreateCounter(fmt.Sprintf(`searches_total{keyword=%q}`, r.URL.Query().Get("keyword"))).Inc() // want "payload"
	metrics.GetOrCreateCounter(`users_total{email="` + u.Email + `"}`).Inc()                                  // want "u\\.Email is personal"
	metrics.NewGauge(fmt.Sprintf(`last{label=%q}`, u.Label), nil).Set(1)                                      // want "u\\.Label is free-text"
	metrics.GetOrCreateSummaryExt(fmt.Sprintf(`took{email=%q}`, u.Email), 1, nil).Update(1)                   // want "u\\.Email is personal"
	set := metrics.NewSet()
	set.NewGauge("in_flight", func() float64 { return 1 })
	set.GetOrCreateCounter(fmt.Sprintf(`users_total{id=%q}`, u.ID)).Inc()
	set.GetOrCreateCounter(fmt.Sprintf(`users_total{email=%q}`, u.Email)).Inc()                         // want "u\\.Email is personal"
	set.GetOrCreatePrometheusHistogramExt(fmt.Sprintf(`took{route=%q}`, r.URL.Path), seconds).Update(1) // want "r\\.URL\\.Path is payload"
}
