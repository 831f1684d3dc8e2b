package answers

import (
	"context"
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/demo"
	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

// asker asks a service about one person's record.
type asker struct {
	*Service
	t      testing.TB
	store  *store.Store
	person record.PersonID
}

// call asks as a model's client does. Arguments are JSON, or what has a JSON form.
func (a *asker) call(tool string, arguments any) Envelope {
	a.t.Helper()
	return a.limited(tool, arguments, ForModel())
}

func (a *asker) limited(tool string, arguments any, l Limits) Envelope {
	a.t.Helper()
	text, ok := arguments.(string)
	if !ok {
		b, err := json.Marshal(arguments)
		if err != nil {
			a.t.Fatal(err)
		}
		text = string(b)
	}
	return a.Ask(context.Background(), a.person, tool, json.RawMessage(text), l)
}

// readings asks for readings.
func (a *asker) ask(arguments any) Envelope {
	a.t.Helper()
	return a.call(ReadingsTool, arguments)
}

func vocabulary(t testing.TB) *Vocabulary {
	t.Helper()
	set, err := terminology.Core()
	if err != nil {
		t.Fatal(err)
	}
	return NewVocabulary(set)
}

func openSQLite(t testing.TB) *store.Store {
	t.Helper()
	s, err := store.OpenSQLite(context.Background(), filepath.Join(t.TempDir(), "records.db"), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// loadDemo puts the demo record into a store and returns an asker for each of its two people.
func loadDemo(t testing.TB, s *store.Store) (ilse, lan *asker) {
	t.Helper()
	files, err := ingest.NewFiles(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	v := vocabulary(t)
	loaded, err := demo.Load(context.Background(), s, files, v.set)
	if err != nil {
		t.Fatal(err)
	}
	service := New(Config{Store: s, Names: v, Zones: time.LoadLocation, Now: func() record.Instant { return record.InstantOf(demo.Now) }})
	return &asker{service, t, s, loaded[0].Person}, &asker{service, t, s, loaded[1].Person}
}
