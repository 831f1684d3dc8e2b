// Package fixpayload logs what clients send, and secrets.
package fixpayload

import (
	"fmt"
	"log"
	"log/slog"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/gorilla/mux"
	"github.com/rs/zerolog"
	"go.uber.org/zap"
)

type server struct{ last *http.Request }

var kept []any

// keep stores its arguments: who calls it with a parameter does more than log it, and is no wrapper for it.
func keep(v ...any) { kept = append(kept, v...) }

func (s *server) paths(w http.ResponseWriter, r *http.Request, z *zap.Logger, zl zerolog.Logger) {
	log.Print(r.URL)                                        // want "payload"
	log.Print(r.URL.Path)                                   // want "payload"
	log.Printf("%s %s", r.Method, r.URL.String())           // want "payload"
	slog.Info("request", "path", r.URL.Path)                // want "payload"
	slog.Info("request", slog.Any("path", r.URL))           // want "payload"
	slog.Info("request "+r.URL.Path, "method", r.Method)    // want "payload"
	slog.Info("request", "path", s.last.RequestURI)         // want "payload"
	slog.Info("request", "path", r.URL.EscapedPath())       // want "payload"
	slog.Info("request", "query", r.URL.RawQuery)           // want "payload"
	slog.Info(fmt.Sprintf("%s %s served", r.Method, r.URL)) // want "payload"
	z.Info("request", zap.Stringer("path", r.URL))          // want "payload"
	z.Info("request", zap.String("path", r.URL.Path))       // want "payload"
	zl.Info().Stringer("path", r.URL).Msg("request")        // want "payload"
	zl.Info().Str("path", r.URL.Path).Msg("request")        // want "payload"
	u := r.URL
	slog.Info("request", "path", u.Path) // want "payload"
	panic("no route for " + r.URL.Path)
}

func ids(w http.ResponseWriter, r *http.Request, z *zap.Logger) {
	slog.Info("request", "user_id", r.PathValue("id"))         // want "payload"
	slog.Info("request", "user_id", chi.URLParam(r, "userID")) // want "payload"
	slog.Info("request", "id", mux.Vars(r)["id"])              // want "payload"
	slog.Info("request", "id", r.Header.Get("X-Request-Id"))   // want "payload"
	slog.Info("request", "tab", r.FormValue("tab"))            // want "payload"
	z.Info("request", zap.String("id", r.FormValue("id")))     // want "payload"
	log.Printf("request %q", r.PathValue("id"))                // want "payload"
	log.Printf("request %x", r.PathValue("id"))                // want "payload"
	id := r.PathValue("id")
	slog.Info("request", "id", id)                   // want "payload"
	slog.Info("request", "ids", r.URL.Query()["id"]) // want "payload"
}

type password string

func secrets(token string, pw password, key []byte, n int, z *zap.Logger) {
	keep(token, pw, key)
	log.Print("token " + token)                 // want "secret"
	log.Print(pw)                               // want "secret"
	slog.Info("login", "token", token)          // want "secret"
	slog.Info("login "+token, "n", n)           // want "secret"
	slog.Info("login", "password", string(pw))  // want "secret"
	z.Info("login", zap.String("token", token)) // want "secret"
	z.Info("login", zap.Any("token", token))    // want "secret"
	func(string string) {
		log.Print(pw, string) // want "secret"
	}("x")
}

func generic[S ~string, A any](token S, secret A) {
	keep(token, secret)
	log.Print(token)  // want "secret"
	log.Print(secret) // want "secret"
}
