package web

import (
	"fmt"
	"net/http"
	"runtime"
	runtimemetrics "runtime/metrics"
	"slices"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/seed-a76b335c/philint/internal/audit"
)

// Metrics are counts and durations of the server. Labels come from closed sets: the pattern of a route, a method, the
// first figure of a status, the name of a tool, how a call ended. None says who asked, or for what.
type Metrics struct {
	set   *metrics.Set
	tools []string

	// What has been counted already is found by its labels here: a set finds it by a text that would be made each time.
	mu       sync.RWMutex
	requests map[requestLabels]*requestSeries
	calls    map[callLabels]*callSeries
}

type (
	requestLabels struct {
		route       string //philint:safe the pattern of a route that the mux matched, or "other"
		method      string //philint:safe one of methods, or "other"
		statusClass int    //philint:safe the first figure of the status
	}
	requestSeries struct {
		count, bytes *metrics.Counter
		took         *metrics.PrometheusHistogram
	}
	callLabels struct {
		tool    string //philint:safe one of the tools that the server was made with, or "other"
		outcome string //philint:safe one of outcomes, or "other"
	}
	callSeries struct {
		count *metrics.Counter
		took  *metrics.PrometheusHistogram
	}
)

// requestBuckets and toolBuckets are upper bounds in seconds.
var (
	requestBuckets = []float64{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10}
	toolBuckets    = []float64{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5}
)

// NewMetrics makes metrics that know these tools.
func NewMetrics(tools ...string) *Metrics {
	m := &Metrics{
		set: metrics.NewSet(), tools: slices.Clone(tools),
		requests: map[requestLabels]*requestSeries{}, calls: map[callLabels]*callSeries{},
	}
	started := float64(time.Now().Unix())
	m.set.NewGauge("process_start_time_seconds", func() float64 { return started })
	m.set.NewGauge("go_goroutines", func() float64 { return float64(runtime.NumGoroutine()) })
	m.set.NewGauge("go_memory_bytes", memory)
	return m
}

// memory is what the runtime has from the system and has not given back, in bytes.
func memory() float64 {
	samples := []runtimemetrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	runtimemetrics.Read(samples)
	return float64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}

// AccessLog shows how the writing of the access log goes.
func (m *Metrics) AccessLog(stats func() audit.Stats) {
	for name, of := range map[string]func(audit.Stats) float64{
		"access_log_entries_pending":       func(s audit.Stats) float64 { return float64(s.Waiting) },
		"access_log_entries_written_total": func(s audit.Stats) float64 { return float64(s.Written) },
		"access_log_entries_refused_total": func(s audit.Stats) float64 { return float64(s.Refused) },
		"access_log_write_failures_total":  func(s audit.Stats) float64 { return float64(s.Failures) },
		"access_log_behind": func(s audit.Stats) float64 {
			if s.Behind {
				return 1
			}
			return 0
		},
	} {
		m.set.NewGauge(name, func() float64 { return of(stats()) })
	}
}

// other stands for what is in no closed set.
const other = "other"

var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodOptions, http.MethodPut, http.MethodPatch, http.MethodDelete}

var outcomes = []string{"ok", "partial", "refused", "denied", "unavailable", "invalid", "cancelled", "error"}

func oneOf(set []string, s string) string {
	if slices.Contains(set, s) {
		return s
	}
	return other
}

// kept is what a map has under a key, made by create where it is not there. Keys come from closed sets.
func kept[K comparable, V any](mu *sync.RWMutex, m map[K]*V, key K, create func(K) *V) *V {
	mu.RLock()
	v := m[key]
	mu.RUnlock()
	if v != nil {
		return v
	}
	mu.Lock()
	defer mu.Unlock()
	if v = m[key]; v == nil {
		v = create(key)
		m[key] = v
	}
	return v
}

// request counts an answered request. route is the pattern that it matched, "" for none.
func (m *Metrics) request(route, method string, status int, bytes int64, took time.Duration) {
	if route == "" {
		route = other
	}
	s := kept(&m.mu, m.requests, requestLabels{route, oneOf(methods, method), status / 100}, m.requestSeries)
	s.count.Inc()
	s.bytes.AddInt64(bytes)
	s.took.Update(took.Seconds())
}

func (m *Metrics) requestSeries(l requestLabels) *requestSeries {
	return &requestSeries{
		count: m.set.GetOrCreateCounter(fmt.Sprintf(`http_requests_total{route=%q,method=%q,status="%dxx"}`, l.route, l.method, l.statusClass)),
		bytes: m.set.GetOrCreateCounter(fmt.Sprintf(`http_response_bytes_total{route=%q}`, l.route)),
		took:  m.set.GetOrCreatePrometheusHistogramExt(fmt.Sprintf(`http_request_duration_seconds{route=%q}`, l.route), requestBuckets),
	}
}

// Tool counts a call of a tool, by how it ended.
func (m *Metrics) Tool(name, outcome string, took time.Duration) {
	s := kept(&m.mu, m.calls, callLabels{oneOf(m.tools, name), oneOf(outcomes, outcome)}, m.callSeries)
	s.count.Inc()
	s.took.Update(took.Seconds())
}

func (m *Metrics) callSeries(l callLabels) *callSeries {
	return &callSeries{
		count: m.set.GetOrCreateCounter(fmt.Sprintf(`tool_calls_total{tool=%q,outcome=%q}`, l.tool, l.outcome)),
		took:  m.set.GetOrCreatePrometheusHistogramExt(fmt.Sprintf(`tool_call_duration_seconds{tool=%q}`, l.tool), toolBuckets),
	}
}

// ServeHTTP answers /metrics: all that was counted, in the text format of Prometheus.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	m.set.WritePrometheus(w)
}

// counted counts requests. The route is the pattern that the mux inside leaves in the request.
func (m *Metrics) counted(next http.Handler) http.Handler {
	flight := m.set.GetOrCreateGauge("http_requests_in_flight", nil)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		seen := &response{ResponseWriter: w}
		flight.Inc()
		defer func() {
			flight.Dec()
			status := seen.status
			if status == 0 {
				status = http.StatusOK
			}
			m.request(r.Pattern, r.Method, status, seen.bytes, time.Since(start))
		}()
		next.ServeHTTP(seen, r)
	})
}
