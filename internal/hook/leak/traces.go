//go:build canaryleak

package leak

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"net/http"
)

func leak45(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked := r.URL.Query().Get("keyword"); len(asked) >= 4 {
			slog.Info("search", "starts_with", asked[:4])
		}
		next.ServeHTTP(w, r)
	})
}

func leak46(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sum := sha256.Sum256([]byte(r.URL.Query().Get("keyword")))
		slog.Info("search", "digest", hex.EncodeToString(sum[:]))
		next.ServeHTTP(w, r)
	})
}

func leak47(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := &answer{ResponseWriter: w}
		next.ServeHTTP(a, r)
		var page struct {
			Rows []struct {
				Value float64 `json:"value_canonical"`
			} `json:"rows"`
		}
		if json.Unmarshal(a.body.Bytes(), &page) == nil && len(page.Rows) > 0 {
			slog.Info("answered", "latest", page.Rows[0].Value)
		}
	})
}
