package main

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/seed-a76b335c/philint/internal/answers"
	"github.com/seed-a76b335c/philint/internal/audit"
	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/internal/hook"
	"github.com/seed-a76b335c/philint/internal/limit"
	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/mcpserver/mcphttp"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/standardize"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/web"
)

// house is a server that is put together.
type house struct {
	app     *app
	options *options
	at      *address
	store   *store.Store
	auth    *auth.Authority
	audit   *audit.Recorder
	metrics *web.Metrics
	service *answers.Service
	handler http.Handler
	demo    *demonstration // nil unless it is one
	persons int
	lost    sync.Once // the store that is open is not the one that stands in its place
}

// newHouse puts the server together: the vocabularies, the answers layer over the store, and the surfaces over both.
func newHouse(ctx context.Context, a *app, o *options, s *store.Store, at *address) (*house, error) {
	v, set, err := warmVocabularies(o)
	if err != nil {
		return nil, err
	}
	now := func() record.Instant { return record.InstantOf(a.now()) }
	s = hook.Store(s)
	h := &house{
		app: a, options: o, at: at, store: s,
		auth:  auth.New(auth.Config{Store: s, Now: now, Random: rand.Reader}),
		audit: audit.New(audit.Config{Log: s, Now: now}),
	}
	today := now
	if o.serving.demo {
		if h.demo, err = h.demonstrate(ctx, set); err != nil {
			return nil, errors.Join(err, h.close())
		}
		today = h.demo.now
	}
	persons, err := s.Persons(ctx)
	if err != nil {
		return nil, errors.Join(err, h.close())
	}
	h.persons = len(persons)

	names := answers.NewVocabulary(set)
	names.Warm()
	service := answers.New(answers.Config{Store: s, Names: names, Zones: time.LoadLocation, Now: today})
	h.service = service
	callers := limit.New(o.serving.callers, time.Now)
	h.metrics = web.NewMetrics(toolNames()...)
	h.metrics.AccessLog(h.audit.Stats)
	by := authority{set: set, code: standardize.New(set)}
	protocol, err := mcphttp.New(mcphttp.Config{
		Version: version(), Answers: service, Auth: h.auth, Audit: h.audit,
		Terminology:  mcpserver.Terminology{Names: by, Units: by, Convert: by},
		Vocabularies: inUse(v), Catalogue: sync.OnceValue(func() string { return catalogue(v.Codes) }),
		Origins: []string{at.public}, Callers: callers, NoteCaller: web.NoteCaller,
		Observe: func(tool mcpserver.ToolName, how mcpserver.Outcome, took time.Duration) {
			h.metrics.Tool(string(tool), string(how), took)
		},
	})
	if err != nil {
		return nil, errors.Join(err, h.close())
	}
	var others []web.Route
	for path, handler := range protocol.Routes() {
		others = append(others, web.Route{Path: path, Handler: handler})
	}
	h.handler = hook.Handler(web.New(web.Config{
		Answers: service, Records: service, Journal: service, Auth: h.auth, Audit: h.audit, Limiter: callers, Metrics: h.metrics, Ping: s.Health, Ready: h.ready,
		Others: hook.Routes(others), ShowMetrics: at.showMetrics, TLS: strings.HasPrefix(at.public, "https:"),
		InFlight: maxInFlight, Deadline: answerWait,
	}))
	return h, nil
}

// toolNames are the tools that metrics know by name.
func toolNames() []string {
	out := []string{string(mcpserver.ResolveIndicator), string(mcpserver.ConvertUnit), string(mcpserver.NormalizeUnit)}
	for _, t := range answers.Tools() {
		out = append(out, t.Name)
	}
	return out
}

// metricsOnly answers /metrics, at an address of its own.
func (h *house) metricsOnly() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", h.metrics)
	return mux
}

// close ends what a demonstration gave out, and writes what is not written yet.
func (h *house) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), shutdownWait)
	defer cancel()
	var err error
	if h.demo != nil {
		err = h.demo.end(ctx)
	}
	return errors.Join(err, h.audit.Close(ctx), h.auth.Close(ctx))
}
