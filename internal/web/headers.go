package web

import "net/http"

// securityHeaders stand on every answer. What is answered is data for programs: no page may embed it, run in it or keep
// it. There are no headers that let other origins read it.
var securityHeaders = [][2]string{
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
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		for _, s := range securityHeaders {
			h.Set(s[0], s[1])
		}
		if tls {
			h.Set("Strict-Transport-Security", strictTransport)
		}
		next.ServeHTTP(w, r)
	})
}
