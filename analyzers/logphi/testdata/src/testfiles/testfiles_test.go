package testfiles

import (
	"log"
	"log/slog"
	"testing"
)

func logUser(u user) { log.Printf("%+v", u) }

func TestRun(t *testing.T) {
	u := user{ID: "1", Email: "ada@example.org"}
	run(u)
	log.Print(u.Email)
	slog.Info("x", "email", u.Email, "user", u)
	logUser(u)
	t.Logf("%v", u)
	if u.ID == "" {
		t.Fatal(u.Email)
	}
}

func BenchmarkRun(b *testing.B) {
	for b.Loop() {
		log.Print(user{Email: "ada@example.org"})
	}
}
