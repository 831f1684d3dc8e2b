package main

import (
	"errors"
	"log/slog"

	"github.com/seed-a76b335c/philint/redact"
)

// storeIsThere refuses a directory that has no store, unless the command makes one: who mistypes its place would get a
// server that knows nobody, or a token of nobody's. What is not made, is not there afterwards either.
func (o *options) storeIsThere() error {
	if o.onServer() || o.command.creates || o.serving.demo || o.serving.create {
		return nil
	}
	path, err := o.storePath()
	if err != nil {
		return err
	}
	if unmade(path) {
		return errors.New(`there is no store in the data directory: name the right one with --data, make one with "recordserver user add", or an empty one with "recordserver serve --create"`)
	}
	return nil
}

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
