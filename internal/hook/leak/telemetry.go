//go:build canaryleak

package leak

import (
	"context"
	"expvar"
	"fmt"
	"net/http"
	"net/http/pprof"
	"os"
	"path/filepath"
	runtimepprof "runtime/pprof"
	"runtime/trace"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// debugPages adds them.
func debugPages(next http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc(MetricsPage, func(w http.ResponseWriter, _ *http.Request) { metrics.WritePrometheus(w, false) })
	mux.Handle(VarsPage, expvar.Handler())
	mux.Handle(ProfilePage, pprof.Handler("goroutine"))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h, pattern := mux.Handler(r); pattern != "" {
			h.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func leak25(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		metrics.GetOrCreateCounter(fmt.Sprintf(`searches_total{keyword=%q}`, r.URL.Query().Get("keyword"))).Inc()
		next.ServeHTTP(w, r)
	})
}

func leak26(next http.Handler) http.Handler {
	last := expvar.NewString("last_search")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		last.Set(r.URL.Query().Get("keyword"))
		next.ServeHTTP(w, r)
	})
}

// refreshes is how long an index takes to be made again, in the background.
const refreshes = time.Minute

func leak27(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		labels := runtimepprof.Labels("question", r.URL.Query().Get("keyword"))
		runtimepprof.Do(r.Context(), labels, func(context.Context) {
			go time.Sleep(refreshes)
			next.ServeHTTP(w, r)
		})
	})
}

func leak28(next http.Handler) http.Handler {
	recorder := trace.NewFlightRecorder(trace.FlightRecorderConfig{MinAge: time.Second, MaxBytes: 1 << 20})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := recorder.Start(); err != nil {
			next.ServeHTTP(w, r)
			return
		}
		defer recorder.Stop()
		ctx, task := trace.NewTask(r.Context(), "search")
		trace.Log(ctx, "keyword", r.URL.Query().Get("keyword"))
		next.ServeHTTP(w, r.WithContext(ctx))
		task.End()
		if out, err := os.Create(filepath.Join(os.TempDir(), "slow.trace")); err == nil {
			_, _ = recorder.WriteTo(out)
			_ = out.Close()
		}
	})
}

// leak29 remembers what could not be found, so that it is not searched for again.
func leak29(next http.Handler) http.Handler {
	var misses sync.Map
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if said, ok := misses.Load(r.URL.Path); ok {
			http.Error(w, said.(string), http.StatusNotFound)
			return
		}
		misses.Store(r.URL.Path, fmt.Sprintf("nothing is called %q", r.URL.Query().Get("keyword")))
		next.ServeHTTP(w, r)
	})
}
