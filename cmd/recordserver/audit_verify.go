package main

import (
	"context"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// auditOptions are the flags of the audit commands.
type auditOptions struct {
	person, head string
	limit        int
}

var auditVerifyCommand = command{
	name: "audit verify", args: "[--person ID [--head HEAD]]", doc: "look whether an access log is as it was written",
	more: `
Each entry has a hash of itself and of the one before. It prints the person, how many entries there are, and the head of
the log: the newest entry's number and hash. Where an entry was changed or taken out, it says at which number, and the exit
status is 1. Who may write the database can also cut the end off, or write all of it anew; so keep the head in another
place, and give it to the next check. Flags:
  --person ID   whose log; else everybody's
  --head HEAD   a head that was printed before: the log must still have it
`,
	flags: func(f *flag.FlagSet, o *options, getenv func(string) string) {
		storeFlags(f, o, getenv)
		f.StringVar(&o.audit.person, "person", "", "")
		f.StringVar(&o.audit.head, "head", "", "")
	},
	run: auditVerify,
}

func auditVerify(a *app, ctx context.Context, o *options) error {
	if err := o.none(); err != nil {
		return err
	}
	var kept store.AccessHead
	if o.audit.head != "" {
		var ok bool
		if kept, ok = parseHead(o.audit.head); !ok || o.audit.person == "" {
			return usage("--head must be as it was printed, 12:9f86d0…, and with the --person that it was printed for")
		}
	}
	return a.withLogs(ctx, o, func(s *store.Store, persons []store.Person) error {
		var broken error
		for _, p := range persons {
			head, err := s.Person(p.ID).CheckAccessLog(ctx, kept)
			var chain *store.ChainError
			switch {
			case errors.As(err, &chain):
				terminal{a.out}.printf("%s  broken at entry %d\n", p.ID, chain.Seq)
				broken = errors.Join(broken, err)
			case err != nil:
				return err
			case head.Seq == 0:
				terminal{a.out}.printf("%s  0 entries\n", p.ID)
			default:
				terminal{a.out}.printf("%s  %s  %d:%s\n", p.ID, entries(head.Seq), head.Seq, head.Hash)
			}
		}
		return broken
	})
}

// withLogs runs fn with the person who was named, or with everybody.
func (a *app) withLogs(ctx context.Context, o *options, fn func(*store.Store, []store.Person) error) error {
	var id record.PersonID
	if o.audit.person != "" {
		var err error
		if id, err = record.ParsePersonID(o.audit.person); err != nil {
			return usage("--person: %v", err)
		}
	}
	return withStore(ctx, o, func(s *store.Store) error {
		if id == "" {
			all, err := s.Persons(ctx)
			if err != nil {
				return err
			}
			return fn(s, all)
		}
		p, err := s.FindPerson(ctx, id)
		if err != nil {
			return err
		}
		return fn(s, []store.Person{p})
	})
}

// parseHead reads a head as it is printed.
func parseHead(text string) (store.AccessHead, bool) {
	number, hash, _ := strings.Cut(text, ":")
	seq, err := strconv.ParseInt(number, 10, 64)
	b, hexErr := hex.DecodeString(hash)
	return store.AccessHead{Seq: seq, Hash: strings.ToLower(hash)}, err == nil && hexErr == nil && seq > 0 && len(b) == 32
}

func entries(n int64) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}
