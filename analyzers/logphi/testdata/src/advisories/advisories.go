// Package advisories holds, in small, the shapes of lines that published advisories were about.
package advisories

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"

	"github.com/go-logr/logr"
	"github.com/hashicorp/go-hclog"
	"github.com/sirupsen/logrus"

	"advisories/own"
)

// 1: a printf verb in a method named Debug.
func verbInDebug(l own.Logger, token string) {
	keep(token)
	l.Debug("token %s", token) // want "token is secret"
	l.Debug("token of %d characters", len(token))
}

// 2: a project's own logger package.
func ownPackage(userID, secretKey string) {
	keep(userID, secretKey)
	own.LogInfof("user[%v] secretkey[%v]", userID, secretKey) // want "secretKey is secret"
	own.LogInfof("user[%v]", userID)
}

type cluster struct {
	Name       string
	Kubeconfig string
	Token      string
}

// 4: a slice of structs with credentials, as a key-value of logr's Error.
func sliceOfStructs(l logr.Logger, err error, clusters []cluster) {
	keep(clusters)
	l.Error(nil, "failed", "clusters", clusters) // want "clusters is (composite|secret)"
	l.Error(nil, "failed", "clusters", len(clusters))
}

// 5: a token as a typed field, and its last characters, which are no mask.
func tokenField(token string) {
	keep(token)
	slog.Info("auth", slog.String("token", token))                // want "token is secret"
	slog.Info("auth", slog.String("token", token[len(token)-8:])) // want "token.* is secret"
	slog.Info("auth", slog.String("token", "..."+token[:4]))      // want "token.* is secret"
}

// 7: a URL with user information, in both logger forms and in the error's description.
func urlWithUserinfo(l hclog.Logger, std *log.Logger, req *http.Request) error {
	std.Printf("[DEBUG] %s %s", req.Method, req.URL)                    // want "req\\.URL is payload"
	l.Debug("performing request", "method", req.Method, "url", req.URL) // want "req\\.URL is payload"
	desc := fmt.Sprintf("%s %s", req.Method, req.URL)
	std.Printf("[DEBUG] %s: retrying", desc) // want "desc is payload"
	l.Debug("retrying", "request", desc)     // want "desc is payload"
	return fmt.Errorf("%s %s giving up", req.Method, req.URL)
}

func redactedParams(u *url.URL) *url.URL {
	q := u.Query()
	for _, k := range []string{"password", "token"} {
		if q.Has(k) {
			q.Set(k, "redacted")
		}
	}
	c := *u
	c.RawQuery = q.Encode()
	return &c
}

// 8: a home-made sanitiser that forgets one query parameter.
func forgetfulSanitiser(u *url.URL) {
	keep(u)
	log.Printf("fetching %s", redactedParams(u).String()) // want "redactedParams\\(u\\)\\.String\\(\\) is payload"
	log.Printf("fetching %s", u.Redacted())               // want "u\\.Redacted\\(\\) is payload"
}

// 10: a secret inside the text of a template's error.
func templateError(render func() error) {
	if err := render(); err != nil {
		log.Printf("template: %s", err) // want "err is error-text"
		log.Printf("template: %T", err)
	}
}

// 11: a decoder's error that quotes the value.
func decodeError(raw string) error {
	return fmt.Errorf("expected a number, got '%v'", raw)
}

func decoding(raw string) {
	keep(raw)
	err := decodeError(raw)
	log.Printf("decode: %v", err) // want "err is (error-text|free-text|payload)"
}

// 13: a malformed payload in an error's text, server log and audit log.
func malformedPayload(r *http.Request, audit *slog.Logger) {
	var v struct{ ID string }
	if err := json.NewDecoder(r.Body).Decode(&v); err != nil {
		slog.Error("decode", "err", err)          // want "err is error-text"
		audit.Error("decode", "err", err.Error()) // want "err\\.Error\\(\\) is error-text"
	}
}

// 14: a parse error that holds the data source's password.
func parseDSN(dsn string) {
	keep(dsn)
	_, err := url.Parse(dsn)
	if err != nil {
		log.Printf("bad data source: %v", err) // want "err is error-text"
		log.Printf("bad data source %q", dsn)  // want "dsn is (secret|payload|free-text)"
	}
}

// 16: the mapper logs the statement with its parameters when it fails.
func statementWithParameters(ctx context.Context, db *sql.DB, query string, args []any) {
	keep(query, args)
	if _, err := db.ExecContext(ctx, query, args...); err != nil {
		log.Printf("query failed: %s", query) // want "query is payload"
		log.Printf("arguments: %v", args)     // want "args is (payload|composite)"
		log.Printf("query failed: %T", err)
	}
}

// 17: an interface value whose type has no String method.
type credentials interface {
	Token(ctx context.Context) (string, error)
}

type static struct{ value string }

func (s *static) Token(context.Context) (string, error) { return s.value, nil }

func noStringer(c credentials, s *static) {
	keep(c, s)
	log.Printf("using %v", c) // want "c is (composite|secret|opaque-call)"
	log.Printf("using %v", s) // want "s is composite"
	log.Printf("using %T", c)
}

// 19: a parse failure logs the file's contents.
func fileContents(path string) {
	keep(path)
	data, err := os.ReadFile(path)
	if err != nil {
		return
	}
	var v map[string]string
	if json.Unmarshal(data, &v) != nil {
		log.Printf("cannot parse %s", data)         // want "data is (payload|composite|free-text)"
		log.Printf("cannot parse %s", string(data)) // want "data.* is (payload|composite|free-text|opaque-call)"
		log.Printf("cannot parse %d bytes", len(data))
	}
}

type cloudConfig struct {
	Region   string
	Password string
}

// 20: a cloud configuration struct, and a secret as a command's argument.
func cloud(cfg cloudConfig, cmd *exec.Cmd) {
	keep(cfg, cmd)
	log.Printf("config: %+v", cfg) // want "cfg is (composite|secret)"
	log.Printf("run %v", cmd.Args) // want "cmd\\.Args is (composite|payload|free-text)"
	log.Printf("run %s", cmd)      // want "cmd is composite"
}

// 22: a raw annotation map.
func annotations(m map[string]string) {
	keep(m)
	log.Printf("annotations: %v", m) // want "m is composite"
	log.Printf("annotations: %d", len(m))
}

// 23: a debug dump of headers.
func headers(req *http.Request) {
	log.Printf("headers: %v", req.Header) // want "req\\.Header is payload"
	for name, values := range req.Header {
		log.Printf("%s", name)                      // want "name is payload"
		log.Printf("%s", strings.Join(values, ",")) // want "values.* is payload"
	}
}

type config struct {
	Listen string
	Store  struct{ SigningKey string }
}

// 25: a start-up configuration with %+v.
func startup(cfg *config) {
	keep(cfg)
	log.Printf("starting with %+v", cfg)       // want "cfg is (composite|secret)"
	log.Printf("starting with %#v", *cfg)      // want "cfg is (composite|secret)"
	log.Printf("starting with %+v", cfg.Store) // want "cfg\\.Store is (composite|secret)"
}

// 26: a token in the URL's query, in the access log.
func accessLog(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r)
		logrus.WithFields(logrus.Fields{
			"method": r.Method,
			"route":  r.Pattern,
			"uri":    r.RequestURI, // want "r\\.RequestURI is payload"
			"remote": r.RemoteAddr, // want "r\\.RemoteAddr is personal"
		}).Info("access")
	})
}

var hidden = map[string]bool{"password": true, "secret": true}

func redactedFields(in map[string]any) map[string]any {
	out := map[string]any{}
	for k, v := range in {
		if hidden[k] {
			v = "***"
		}
		out[k] = v
	}
	return out
}

// 28: redaction by a fixed list of field names.
func fixedList(payload map[string]any) {
	keep(payload)
	log.Printf("update: %v", redactedFields(payload)) // want "redactedFields\\(payload\\) is (composite|payload|opaque-call)"
	log.Printf("update: %d fields", len(payload))
}

type auditEntry struct {
	Request struct {
		Headers map[string][]string
		Body    string
	}
	RequestID string
}

// 29: the audit log writes raw bodies and headers.
func audit(e *auditEntry) {
	slog.Info("audit", "request", e.Request)   // want "e\\.Request is (composite|payload)"
	slog.Info("audit", "body", e.Request.Body) // want "e\\.Request\\.Body is payload"
	slog.Info("audit", "h", e.Request.Headers) // want "e\\.Request\\.Headers is (payload|composite)"
	slog.Info("audit", "request_id", e.RequestID)
}

// 31: the e-mail address at login, and the URL of a search.
func login(r *http.Request, search *url.URL) {
	keep(search)
	email := r.FormValue("email")
	slog.Info("login", "email", email)          // want "email is (personal|payload)"
	slog.Info("search", "url", search.String()) // want "search\\.String\\(\\) is payload"
	slog.Info("search", "query", r.URL.Query()) // want "r\\.URL\\.Query\\(\\) is payload"
	slog.Info("login", "ok", email != "")
}

var errNone = errors.New("none")

// The way out for all of them.
func wayOut(r *http.Request, status int) {
	keep(status)
	slog.Info("request", "method", r.Method, "route", r.Pattern, "status", status, "err", errNone)
}
