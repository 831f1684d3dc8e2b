// Package redactslogmulti keeps a slog-multi pipeline in the one order that is safe: the filter outermost.
//
//	h := redactslogmulti.New().Pipe(sampling, recovery).Handler(slogmulti.Fanout(file, sentry))
//
// What stands outside the filter sees records as they were: a router's predicates, an error hook, a second
// sink of a fan-out. Two ways of slog-multi lead there unnoticed. An inline middleware sees the record but
// not what With has bound. And a slogmulti.Pipe is used up by its first Handler: the second gets none of the
// middlewares. A [Pipeline] has neither.
package redactslogmulti

import (
	"fmt"
	"log/slog"

	"github.com/samber/slog-multi"
	"github.com/seed-a76b335c/philint/redact"
)

// A Pipeline is a list of middlewares inside one filter. It can be used for any number of handlers.
type Pipeline struct {
	f   *redact.Filter
	mws []slogmulti.Middleware
}

// New returns a pipeline of the filter alone.
func New(opts ...redact.Option) *Pipeline { return &Pipeline{f: redact.NewFilter(opts...)} }

// Pipe returns a pipeline with more middlewares, the first outermost; p itself stays as it is.
func (p *Pipeline) Pipe(mws ...slogmulti.Middleware) *Pipeline {
	return &Pipeline{p.f, append(p.mws[:len(p.mws):len(p.mws)], mws...)}
}

// Handler puts the pipeline before a handler.
func (p *Pipeline) Handler(next slog.Handler) *redact.Handler {
	for i := len(p.mws) - 1; i >= 0; i-- {
		next = p.mws[i](next)
	}
	return p.f.Handler(next)
}

// Fanout puts the pipeline before several handlers. Each gets the judged record.
func (p *Pipeline) Fanout(next ...slog.Handler) *redact.Handler {
	return p.Handler(slogmulti.Fanout(next...))
}

// Middleware returns the filter as a middleware, for a pipeline built elsewhere. It belongs first; [Check]
// tells whether it is.
func Middleware(opts ...redact.Option) slogmulti.Middleware { return redact.Middleware(opts...) }

// Check returns an error unless the outermost handler of h is the filter.
func Check(h slog.Handler) error {
	if _, ok := h.(*redact.Handler); !ok {
		return fmt.Errorf("redactslogmulti: the outermost handler is a %T, which sees records before they are judged", h)
	}
	return nil
}
