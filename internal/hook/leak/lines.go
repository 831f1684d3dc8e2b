//go:build canaryleak

package leak

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"time"
)

func leak01(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		slog.Info("looking up " + r.URL.Query().Get("keyword") + " in the record")
		next.ServeHTTP(w, r)
	})
}

func leak02(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, file, err := uploaded(r); err == nil {
			id := strings.TrimSuffix(file.Filename, filepath.Ext(file.Filename))
			slog.Info("upload accepted", "file_id", id, "size_bytes", file.Size)
		}
		next.ServeHTTP(w, r)
	})
}

func leak03(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		slog.Warn("no series matched", "keyword", r.URL.Query().Get("keyword"))
		next.ServeHTTP(w, r)
	})
}

func leak04(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		slog.Info("tool call", slog.Group("request", slog.Any("arguments", argumentsOf(r))))
		next.ServeHTTP(w, r)
	})
}

// leak05Question is a question as the log is to show it.
type leak05Question struct {
	view     string
	keywords []string
}

// LogValue implements [slog.LogValuer].
func (q leak05Question) LogValue() slog.Value {
	return slog.GroupValue(slog.String("view", q.view), slog.String("keywords", strings.Join(q.keywords, ", ")))
}

func leak05(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		args := argumentsOf(r)
		slog.Info("asked", "question", leak05Question{args.View, args.Keywords})
		next.ServeHTTP(w, r)
	})
}

func leak06(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		slog.Info("tool call", "call", fmt.Sprintf("%+v", argumentsOf(r)))
		next.ServeHTTP(w, r)
	})
}

func leak08(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := time.Parse(time.DateOnly, r.URL.Query().Get("from")); err != nil {
			err = fmt.Errorf("window: %w", err)
			slog.Error("a question cannot be read", "error", fmt.Errorf("records: %w", err))
		}
		next.ServeHTTP(w, r)
	})
}

func leak09(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var all error
		for _, k := range argumentsOf(r).Keywords {
			all = errors.Join(all, fmt.Errorf("no series is called %q", k))
		}
		if all != nil {
			slog.Warn("search failed: " + all.Error())
		}
		next.ServeHTTP(w, r)
	})
}

func leak38(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		slog.DebugContext(r.Context(), "rpc", "frame", string(bodyOf(r)))
		next.ServeHTTP(w, r)
	})
}

type logKey struct{}

func leak41(next http.Handler) http.Handler {
	answered := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r)
		if log, ok := r.Context().Value(logKey{}).(*slog.Logger); ok {
			log.Info("answered")
		}
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		log := slog.With("device", r.Header.Get("X-Device-Name"))
		answered.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), logKey{}, log)))
	})
}
