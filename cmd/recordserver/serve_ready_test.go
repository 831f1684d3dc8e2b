//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// surfacesOf asks every surface of a served demo, and returns the statuses in order.
func surfacesOf(s *served) (out []int) {
	for _, path := range []string{"/api/v1/medications", "/api/v1/indicators", "/api/v1/records", "/api/v1/journal"} {
		status, _ := s.ask("GET", s.url+path, s.token, "")
		out = append(out, status)
	}
	status, _ := s.ask("POST", s.url+"/mcp", s.token, toolCall(1, "query_medications", `{}`))
	out = append(out, status)
	status, _ = s.ask("POST", s.link, "", toolCall(1, "query_medications", `{}`))
	return append(out, status)
}

func all(list []int, want int) bool {
	for _, n := range list {
		if n != want {
			return false
		}
	}
	return len(list) > 0
}

// A backup that is put in place of the store, or a store that is moved away, is not answered past: what is revoked in the
// one is not in the other.
func TestAServerNoticesThatItsStoreIsAnother(t *testing.T) {
	data := t.TempDir()
	s := serveAt(t, "--demo", "--data", data)
	if got := surfacesOf(s); !all(got, 200) {
		t.Fatalf("before: %v", got)
	}
	path := filepath.Join(data, storeFile)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+".new", content, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	if got := surfacesOf(s); !all(got, 503) {
		t.Errorf("after: %v", got)
	}
	if status, _ := s.ask("GET", s.url+"/healthz", "", ""); status != 503 {
		t.Errorf("health: %d", status)
	}
	s.end()
	if n := strings.Count(s.log.String(), "until the server is started again"); n != 1 {
		t.Errorf("the log says it %d times:\n%s", n, &s.log)
	}
}

// A store that is damaged below a running server is unhealthy as soon as a question has come upon it.
func TestADamagedStoreIsUnhealthy(t *testing.T) {
	data := t.TempDir()
	first := serveAt(t, "--demo", "--data", data)
	first.end()
	s := serveAt(t, "--demo", "--data", data)
	path := filepath.Join(data, storeFile)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for page := 20; page < len(content)/4096; page++ {
		copy(content[page*4096+100:], strings.Repeat("damage", 50))
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	failed := 0
	for _, path := range []string{"/api/v1/records?kind=all&limit=200", "/api/v1/indicators?keyword=glucose", "/api/v1/journal"} {
		if status, _ := s.ask("GET", s.url+path, s.token, ""); status >= 500 {
			failed++
		}
	}
	if failed == 0 {
		t.Fatal("no question came upon the damage")
	}
	time.Sleep(1100 * time.Millisecond) // the answer before is kept for a second
	if status, _ := s.ask("GET", s.url+"/healthz", "", ""); status != 503 {
		t.Errorf("health: %d", status)
	}
}
