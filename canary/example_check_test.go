package canary_test

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/canary"
)

// A test of any server: its image is built from the Dockerfile of the module, a note is written and read back, a user agent
// is sent, and neither may be in the log, in a file outside the data directory, or in the metrics.
func ExampleCheck() {
	_ = func(t *testing.T) { // TestNothingOfANoteIsLogged
		tokens, err := canary.Mint(rand.Reader, "note", "user agent")
		if err != nil {
			t.Fatal(err)
		}
		note, agent := tokens[0], tokens[1]
		report, err := canary.Check(t.Context(), canary.Config{
			Build: canary.Build{Context: ".."}, Port: "8080/tcp", Ready: "/healthz",
			Env:     map[string]string{"LOG_LEVEL": "debug"},
			DataDir: "/var/lib/notes", Scratch: []string{"/tmp"}, ReadOnly: true, Confined: true,
			Tokens: tokens, Shapes: canary.DefaultShapes(), Sent: []string{"user agent"},
			Drive: func(ctx context.Context, s *canary.Server) error {
				ask := func(method, path, body string) (int, []byte, error) {
					q, err := http.NewRequestWithContext(ctx, method, s.URL()+path, strings.NewReader(body))
					if err != nil {
						return 0, nil, err
					}
					q.Header.Set("User-Agent", agent.Text)
					reply, err := http.DefaultClient.Do(q)
					if err != nil {
						return 0, nil, err
					}
					defer reply.Body.Close()
					content, err := io.ReadAll(reply.Body)
					return reply.StatusCode, content, err
				}
				status, _, err := ask("POST", "/notes", "slept badly "+note.Text)
				if err != nil {
					return err
				}
				if err := s.Sent("user agent", status); err != nil {
					return err
				}
				_, back, err := ask("GET", "/notes", "")
				if err != nil {
					return err
				}
				if err := s.ReadBack("note", back); err != nil {
					return err
				}
				// What others may see of it: an error reply, the metrics.
				for _, path := range []string{"/notes?date=" + url.QueryEscape(note.Text), "/metrics"} {
					_, content, err := ask("GET", path, "")
					if err != nil {
						return err
					}
					s.Collect("reply", content)
				}
				return nil
			},
		})
		t.Log(report)
		if errors.Is(err, canary.ErrNoEngine) && os.Getenv("CI") == "" {
			t.Skip(err)
		}
		if err := report.Err(); err != nil {
			t.Error(err) // what leaked, by channel, form and line, and what could not be looked at
		}
	}
}
