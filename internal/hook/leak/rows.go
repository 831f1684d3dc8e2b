//go:build canaryleak

package leak

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/seed-a76b335c/philint/internal/store/engine"
)

type tracedKey struct{}

// leak07 has the rows traced that the store reads for a request.
func leak07(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), tracedKey{}, true)))
	})
}

// Rows is a database whose rows can be traced.
func Rows(db engine.DB) engine.DB { return &leak07DB{db} }

type leak07DB struct{ engine.DB }

// Read implements [engine.DB].
func (d *leak07DB) Read(ctx context.Context, person string, fn func(engine.Tx) error) error {
	return d.DB.Read(ctx, person, func(tx engine.Tx) error { return fn(&leak07Tx{tx}) })
}

// ReadOnce implements [engine.DB].
func (d *leak07DB) ReadOnce(ctx context.Context, person string, fn func(engine.Tx) error) error {
	return d.DB.ReadOnce(ctx, person, func(tx engine.Tx) error { return fn(&leak07Tx{tx}) })
}

type leak07Tx struct{ engine.Tx }

// Query implements [engine.Tx].
func (t *leak07Tx) Query(ctx context.Context, sql string, args ...any) (engine.Rows, error) {
	rows, err := t.Tx.Query(ctx, sql, args...)
	if ctx.Value(tracedKey{}) == nil || err != nil {
		return rows, err
	}
	return &leak07Rows{rows}, nil
}

type leak07Rows struct{ engine.Rows }

// Scan implements [engine.Rows].
func (r *leak07Rows) Scan(dest ...any) error {
	err := r.Rows.Scan(dest...)
	for i, d := range dest {
		if text, ok := d.(*string); ok {
			slog.Debug("row", "column", i, "scanned", fmt.Sprint(*text))
		}
	}
	return err
}
