//go:build canaryleak

package leak

import (
	"log/slog"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
)

// leaks are the ways out, by number. Each stands around the server and sees the requests that ask for it.
func leaks() map[int]func(http.Handler) http.Handler {
	return map[int]func(http.Handler) http.Handler{
		1: leak01, 2: leak02, 3: leak03, 4: leak04, 5: leak05, 6: leak06, 7: leak07,
		8: leak08, 9: leak09, 10: leak10, 11: leak11,
		12: leak12, 13: leak13, 14: leak14, 15: leak15,
		16: leak16, 17: leak17, 18: leak18, 19: leak19, 20: leak20,
		21: leak21, 22: leak22, 23: leak23, 24: leak24,
		25: leak25, 26: leak26, 27: leak27, 28: leak28, 29: leak29,
		30: leak30, 31: leak31, 32: leak32, 33: leak33, 34: leak34, 35: leak35,
		36: leak36, 37: leak37, 38: leak38, 39: leak39, 40: leak40, 41: leak41,
		42: leak42, 43: leak43, 44: leak44, 45: leak45, 46: leak46, 47: leak47,
	}
}

// Handler plants the leaks around the whole server. A request that asks for none passes.
func Handler(next http.Handler) http.Handler {
	if os.Getenv(EnvPlain) != "" {
		slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug})))
	}
	mended := strings.Split(os.Getenv(EnvWithout), ",")
	around := map[string]http.Handler{}
	for number, plant := range leaks() {
		if n := strconv.Itoa(number); !slices.Contains(mended, n) {
			around[n] = plant(next)
		}
	}
	all := debugPages(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h := around[r.Header.Get(Header)]; h != nil {
			h.ServeHTTP(w, r)
			return
		}
		all.ServeHTTP(w, r)
	})
}
