package main

import (
	"flag"
	"fmt"

	"github.com/seed-a76b335c/philint/internal/store"
)

// keyOptions are key files beside the one that the store has.
type keyOptions struct {
	backup string // of a backup
	next   string // that the store is to get
	none   bool   // the store is to have none
}

func backupFlags(f *flag.FlagSet, o *options, getenv func(string) string) {
	storeFlags(f, o, getenv)
	f.StringVar(&o.keys.backup, "backup-key-file", "", "")
}

// checkKeys refuses a key file that cannot be one, and says which.
func (o *options) checkKeys() error {
	if err := o.checkStore(); err != nil {
		return err
	}
	for _, k := range []struct{ flag, file string }{
		{"--key-file (or " + envKeyFile + ")", o.keyFile}, {"--backup-key-file", o.keys.backup}, {"--new-key-file", o.keys.next},
	} {
		if k.file == "" {
			continue
		}
		if err := store.CheckKey(k.file); err != nil {
			return fmt.Errorf("%s: %w", k.flag, err)
		}
	}
	return nil
}
