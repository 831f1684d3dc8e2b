package ingest

import (
	"context"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

// confirmedNames are the names that a person, or everybody, has confirmed.
type confirmedNames map[terminology.Scope]map[string]terminology.Confirmed

// Confirmed finds a name by its key.
func (c confirmedNames) Confirmed(scope terminology.Scope, key string) (terminology.Confirmed, bool) {
	found, ok := c[scope][key]
	return found, ok
}

// systemNone is the code system of a name that is confirmed to be no standard item.
const systemNone = "none"

func loadAliases(ctx context.Context, s *store.Store, person record.PersonID) (terminology.ConfirmedAliases, error) {
	global, err := s.Aliases(ctx)
	if err != nil {
		return nil, err
	}
	own, err := s.Person(person).Aliases(ctx)
	if err != nil {
		return nil, err
	}
	if len(global)+len(own) == 0 {
		return nil, nil
	}
	out := confirmedNames{terminology.ScopeUser: byKey(own), terminology.ScopeGlobal: byKey(global)}
	return out, nil
}

func byKey(in []store.Alias) map[string]terminology.Confirmed {
	out := make(map[string]terminology.Confirmed, len(in))
	for _, a := range in {
		c := terminology.Confirmed{System: a.System, Code: a.Code}
		if a.Code == "" {
			c.System = systemNone
		}
		out[a.NameKey] = c
	}
	return out
}
