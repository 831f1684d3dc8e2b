package web

import (
	"net/http"
	"slices"
)

// securityHeaders stand on every answer. What is answered is data for programs: no page may embed it, run in it or keep
// it. There are no headers that let other origins read it.
var securityHeaders = []struct{ name, value string }{
	{"Cache-Control", "no-store"},
	{"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"},
	{"Cross-Origin-Opener-Policy", "same-origin"},
	{"Cross-Origin-Resource-Policy", "same-origin"},
	{"Referrer-Policy", "no-referrer"},
	{"X-Content-Type-Options", "nosniff"},
	{"X-Frame-Options", "DENY"},
}

// strictTransport is said where clients come over TLS: a year.
const strictTransport = "max-age=31536000"

func withHeaders(tls bool, next http.Handler) http.Handler {
	list := securityHeaders
	if tls {
		list = append(slices.Clone(list), struct{ name, value string }{"Strict-Transport-Security", strictTransport})
	}
	values := make([]string, len(list))
	for i, s := range list {
		values[i] = s.value
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		for i, s := range list {
			// All answers share the values. Whoever adds one to them gets a list of their own.
			h[s.name] = values[i : i+1 : i+1]
		}
		next.ServeHTTP(w, r)
	})
}
