package main

import (
	"log/slog"

	"github.com/seed-a76b335c/philint/redact"
)

// ready says whether anything may be answered: the store that is open is the one that stands in its place, and reads can be
// taken down in it.
func (h *house) ready() error {
	if err := h.store.Standing(); err != nil {
		h.lost.Do(func() {
			slog.Error("the store's file was replaced, moved or deleted: nothing is answered until the server is started again", "error", redact.ErrType(err))
		})
		return err
	}
	return h.audit.Ready()
}
