//go:build canaryleak

package leak

import (
	"encoding/json"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"time"
)

func leak12(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		next.ServeHTTP(w, r)
		log.Printf("%s %s %s %s", r.RemoteAddr, r.Method, r.URL, time.Since(start))
	})
}

func leak13(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r)
		slog.Info("not found", "path", r.URL.Path)
	})
}

func leak14(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		slog.Debug("request", "headers", r.Header)
		next.ServeHTTP(w, r)
	})
}

func leak15(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if dump, err := httputil.DumpRequest(r, true); err == nil {
			log.Printf("request:\n%s", dump)
		}
		next.ServeHTTP(w, r)
	})
}

func leak37(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked := r.URL.Query().Get("keyword")
		if srv, ok := r.Context().Value(http.ServerContextKey).(*http.Server); ok {
			srv.RegisterOnShutdown(func() { slog.Info("ending", "last_question", asked) })
		}
		next.ServeHTTP(w, r)
	})
}

func leak39(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := &answer{ResponseWriter: w}
		next.ServeHTTP(a, r)
		slog.Debug("answered", "rows", json.RawMessage(a.body.Bytes()))
	})
}

func leak40(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := &answer{ResponseWriter: w}
		next.ServeHTTP(a, r)
		var reply struct {
			Result struct {
				StructuredContent struct {
					Result string `json:"result"`
				} `json:"structuredContent"`
			} `json:"result"`
		}
		if json.Unmarshal(a.body.Bytes(), &reply) == nil {
			fmt.Println(reply.Result.StructuredContent.Result)
		}
	})
}
