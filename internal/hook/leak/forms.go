//go:build canaryleak

package leak

import (
	"encoding/hex"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"os"
	"slices"
	"strings"
)

func leak30(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		slog.Info("received", "raw", bodyOf(r))
		next.ServeHTTP(w, r)
	})
}

func leak31(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		log.Printf("frame %x", bodyOf(r))
		next.ServeHTTP(w, r)
	})
}

func leak32(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(os.Stderr, hex.Dump(bodyOf(r)))
		next.ServeHTTP(w, r)
	})
}

func leak33(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		slog.Error(fmt.Sprintf("cannot decode %v", bodyOf(r)))
		next.ServeHTTP(w, r)
	})
}

func leak34(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		slog.Info("body", "body", string(bodyOf(r)))
		next.ServeHTTP(w, r)
	})
}

// wrapped breaks a text into lines of a width.
func wrapped(text string, width int) string {
	var lines []string
	for part := range slices.Chunk([]byte(text), width) {
		lines = append(lines, string(part))
	}
	return strings.Join(lines, "\n\t")
}

func leak35(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(os.Stderr, "question:\n\t%s\n", wrapped(r.URL.Query().Get("keyword"), 72))
		next.ServeHTTP(w, r)
	})
}

// short is what is left of a text where the whole would be too much.
func short(text string) string {
	if len(text) > 12 {
		return text[:12] + "…"
	}
	return text
}

func leak42(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		slog.Info("search", "starts_with", short(r.URL.Query().Get("keyword")))
		next.ServeHTTP(w, r)
	})
}

func leak43(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		slog.Info("device seen", "device", strings.ToUpper(r.Header.Get("X-Device-Name")))
		next.ServeHTTP(w, r)
	})
}

func leak44(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := []rune(r.Header.Get("X-Device-Name"))
		slices.Reverse(key) // devices are found by the end of their name
		slog.Debug("index", "lookup", string(key))
		next.ServeHTTP(w, r)
	})
}
