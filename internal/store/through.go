//go:build canaryhook

package store

import "github.com/seed-a76b335c/philint/internal/store/engine"

// Through puts a database before the store's own. Only test builds that break the store on purpose have it.
func (s *Store) Through(wrap func(engine.DB) engine.DB) *Store { return &Store{db: wrap(s.db)} }
