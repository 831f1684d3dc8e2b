package classes_payload

import (
	"context"
	"database/sql"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
)

// What a client sent.
func requests(r *http.Request) {
	keep(r)
	log.Print(r.URL)            // want "r\\.URL is payload"
	log.Print(r.URL.String())   // want "r\\.URL\\.String\\(\\) is payload"
	log.Print(r.URL.RawQuery)   // want "r\\.URL\\.RawQuery is payload"
	log.Print(r.URL.Path)       // want "r\\.URL\\.Path is payload"
	log.Print(r.URL.Query())    // want "r\\.URL\\.Query\\(\\) is payload"
	log.Print(r.RequestURI)     // want "r\\.RequestURI is payload"
	log.Print(r.Header)         // want "r\\.Header is payload"
	log.Print(r.Form)           // want "r\\.Form is payload"
	log.Print(r.FormValue("q")) // want "r\\.FormValue\\(\"q\"\\) is payload"
	log.Print(r.PathValue("q")) // want "r\\.PathValue\\(\"q\"\\) is payload"
	log.Print(r.Body)           // want "r\\.Body is payload"
	log.Print(r)                // want "r is (payload|composite)"
	log.Print(r.Method, r.Pattern)
	body, err := io.ReadAll(r.Body)
	if err == nil {
		log.Print(body)         // want "body is payload"
		log.Print(string(body)) // want "body.* is payload"
		log.Printf("%s", body)  // want "body is payload"
		log.Printf("%d", body)  // want "body is payload"
		log.Printf("%x", body)  // want "body is payload"
		log.Print(len(body))
		slog.Info("x", "b", body) // want "body is payload"
	}
	id := string(body)
	log.Print(id) // want "id is payload"
}

// Dumps.
func dumps(r *http.Request, resp *http.Response) {
	keep(r, resp)
	in, _ := httputil.DumpRequest(r, true)
	log.Print(string(in)) // want "in.* is payload"
	out, _ := httputil.DumpResponse(resp, true)
	log.Printf("%q", out)   // want "out is payload"
	log.Print(resp.Header)  // want "resp\\.Header is payload"
	log.Print(resp.Request) // want "resp\\.Request is (payload|composite)"
	log.Print(resp.StatusCode, resp.Status)
}

type call struct {
	URL         string
	BaseURL     string
	Endpoint    string
	Query       string
	RequestBody []byte
	Payload     []byte
	Headers     map[string]string
	FilePath    string
	FileName    string
	Dir         string
}

// By name.
func names(c call, u *url.URL) {
	keep(u)
	log.Print(c.URL)         // want "c\\.URL is payload"
	log.Print(c.BaseURL)     // want "c\\.BaseURL is payload"
	log.Print(c.Endpoint)    // want "c\\.Endpoint is payload"
	log.Print(c.RequestBody) // want "c\\.RequestBody is payload"
	log.Print(c.Payload)     // want "c\\.Payload is payload"
	log.Print(c.Headers)     // want "c\\.Headers is (payload|composite)"
	log.Print(c.FilePath)    // want "c\\.FilePath is payload"
	log.Print(c.FileName)    // want "c\\.FileName is (payload|personal)"
	log.Print(c.Dir)         // want "c\\.Dir is (payload|free-text)"
	log.Print(u)             // want "u is payload"
	log.Print(u.String())    // want "u\\.String\\(\\) is payload"
	log.Print(u.Host)        // want "u\\.Host is (payload|free-text)"
}

// SQL text and arguments.
func statements(db *sql.DB, query string, args []any) {
	keep(query, args)
	log.Print(query) // want "query is payload"
	log.Print(args)  // want "args is (payload|composite)"
	log.Print("select 1")
}

// Paths of the file system.
func paths(root, name string) {
	keep(root, name)
	path := filepath.Join(root, name)
	log.Print(path) // want "path is payload"
	wd, _ := os.Getwd()
	log.Print(wd) // want "wd is (payload|opaque-call|free-text)"
	f, err := os.Open(path)
	if err == nil {
		log.Print(f.Name()) // want "f\\.Name\\(\\) is (payload|personal|opaque-call)"
	}
}

// Contexts and what hangs on them.
func contexts(ctx context.Context, key any) {
	keep(key)
	log.Print(ctx)            // want "ctx is payload"
	log.Printf("%v", ctx)     // want "ctx is payload"
	log.Print(ctx.Value(key)) // want "ctx\\.Value\\(key\\) is (composite|payload)"
	s, _ := ctx.Value(key).(string)
	log.Print(s) // want "s is (opaque-call|free-text|payload)"
	slog.InfoContext(ctx, "x")
}
