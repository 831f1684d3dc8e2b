package main

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/internal/demo"
	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

// demoLife bounds what a demonstration gives out, should it end without taking it back.
const demoLife = 24 * time.Hour

// demonstration is a run with the demo record: credentials that end with it.
type demonstration struct {
	token, link string
	revoke      []func(context.Context) error
}

// errOthers keeps people who do not exist out of a store with people who do.
var errOthers = errors.New("--demo: the store holds somebody else's record: give --data a directory of its own, or leave it out")

// demonstrate loads the demo record and makes credentials for its first person.
func (h *house) demonstrate(ctx context.Context, set *terminology.Set) (*demonstration, error) {
	invented, err := demo.Persons()
	if err != nil {
		return nil, err
	}
	there, err := h.store.Persons(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range there {
		if !slices.ContainsFunc(invented, func(d demo.Person) bool { return d.ID == p.ID }) {
			return nil, errOthers
		}
	}
	files, err := ingest.NewFiles(h.options.data, h.options.keyFile)
	if err != nil {
		return nil, err
	}
	if _, err := demo.Load(ctx, h.store, files, set); err != nil {
		return nil, err
	}
	d := &demonstration{}
	first := &invented[0]
	if d.token, err = h.auth.MintToken(ctx, first.AccountID(), first.ID, "demo, for one run", []auth.Scope{auth.MCPRead, auth.APIRead}, demoLife); err != nil {
		return nil, err
	}
	d.revoke = append(d.revoke, func(ctx context.Context) error {
		c, err := h.auth.Token(ctx, d.token, auth.APIRead)
		if err != nil {
			return err
		}
		return h.auth.RevokeToken(ctx, c.Account, c.Key)
	})
	if d.link, err = h.auth.MintLink(ctx, first.AccountID(), first.ID, demoLife); err != nil {
		return nil, errors.Join(err, d.end(ctx))
	}
	d.revoke = append(d.revoke, func(ctx context.Context) error {
		c, err := h.auth.Link(ctx, d.link)
		if err != nil {
			return err
		}
		return h.auth.RevokeLink(ctx, c.Account, c.Key)
	})
	return d, nil
}

// now is the last evening of the demo record: what was taken today, and in the last month, has an answer.
func (d *demonstration) now() record.Instant { return record.InstantOf(demo.Now) }

// end takes back what was given out. What somebody revoked before is no fault.
func (d *demonstration) end(ctx context.Context) error {
	var all error
	for _, revoke := range d.revoke {
		if err := revoke(ctx); !errors.Is(err, auth.ErrInvalid) {
			all = errors.Join(all, err)
		}
	}
	return all
}
