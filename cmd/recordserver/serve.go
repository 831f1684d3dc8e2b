package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/seed-a76b335c/philint/internal/limit"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/redact"
)

// serveOptions are the flags of serve.
type serveOptions struct {
	addr        string
	publicURL   string
	metricsAddr string
	behindProxy bool
	demo        bool
	create      bool
	temporary   bool // of demo: in a directory that goes with the process
	flags       *flag.FlagSet
	callers     limit.Rules // what one credential may ask
}

const (
	defaultAddr  = "127.0.0.1:8080"
	envAddr      = "RECORDSERVER_ADDR"
	envPublicURL = "RECORDSERVER_PUBLIC_URL"
	envMetrics   = "RECORDSERVER_METRICS_ADDR"
)

var serveCommand = command{
	name: "serve", args: "[flags]", doc: "answer questions of the records over MCP and REST",
	more: `
It serves the Model Context Protocol at /mcp, the read routes of REST below /api/v1, and /healthz, and prints where, how to
sign in, and what to put into a client. Flags:
  --addr HOST:PORT        where it listens, ` + defaultAddr + ` unless given; else ` + envAddr + `
  --public-url URL        where clients reach it, such as https://records.example.org; else ` + envPublicURL + `
  --behind-proxy          what comes in has been decrypted by something in front: a proxy, a tunnel, a VPN
  --metrics-addr HOST:PORT   where /metrics is answered; else ` + envMetrics + `
  --create                makes an empty store where there is none; without it that is refused, as a mistyped --data would be
  --demo                  serve the record of two people who do not exist, with a token for this run
The server itself speaks HTTP without TLS. An address that other machines reach is therefore refused unless --public-url
begins with https, or --behind-proxy says that the way to it is encrypted all the same. Without --metrics-addr, /metrics is
answered at --addr where only this machine reaches it, and nowhere else.
With --demo and without --data and --store the record is in a temporary directory that goes when the server ends. A store
that holds anybody else's record is refused.
It ends when it is told to (SIGTERM, or Ctrl-C): it answers what it has begun, writes the access log, and closes the store.
`,
	flags: func(f *flag.FlagSet, o *options, getenv func(string) string) {
		storeFlags(f, o, getenv)
		s := &o.serving
		f.StringVar(&s.addr, "addr", or(getenv(envAddr), defaultAddr), "")
		f.StringVar(&s.publicURL, "public-url", getenv(envPublicURL), "")
		f.StringVar(&s.metricsAddr, "metrics-addr", getenv(envMetrics), "")
		f.BoolVar(&s.behindProxy, "behind-proxy", false, "")
		f.BoolVar(&s.demo, "demo", false, "")
		f.BoolVar(&s.create, "create", false, "")
		s.flags, s.callers = f, limit.Default()
	},
	run: serveHTTP,
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

func serveHTTP(a *app, ctx context.Context, o *options) (err error) {
	if err := o.none(); err != nil {
		return err
	}
	at, err := o.serving.address()
	if err != nil {
		return err
	}
	ctx, stop := ending(ctx)
	defer stop()

	// First of all, so that a port that is taken is told before anything is made.
	listeners, err := at.listen(ctx)
	if err != nil {
		return err
	}
	defer listeners.close()
	var forget func()
	if o.serving.demo {
		if forget, err = o.demoData(a.getenv); err != nil {
			return err
		}
		defer forget()
	}
	if err := o.storeIsThere(); err != nil {
		return err
	}
	return withStore(ctx, o, func(s *store.Store) error {
		h, err := newHouse(ctx, a, o, s, &at)
		if err != nil {
			return err
		}
		modest(a.getenv)
		h.announce()
		err = h.serve(ctx, listeners)
		stop() // being told a second time ends the process at once
		return errors.Join(err, h.close())
	})
}

// modest keeps memory low where the environment does not say otherwise: a server of a few people's records is mostly
// tables that stay, beside which an answer is little. What loading the tables took goes back to the system.
func modest(getenv func(string) string) {
	if getenv("GOGC") == "" {
		debug.SetGCPercent(50)
	}
	debug.FreeOSMemory()
}

// Times of a connection. A question is answered within its deadline or not at all, well before the connection ends.
const (
	headerWait   = 5 * time.Second
	readWait     = 15 * time.Second
	answerWait   = 30 * time.Second
	writeWait    = 60 * time.Second
	idleWait     = 2 * time.Minute
	drainWait    = 10 * time.Second
	maxHeader    = 16 << 10
	maxInFlight  = 256
	shutdownWait = 10 * time.Second
)

func newHTTPServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: headerWait, ReadTimeout: readWait, WriteTimeout: writeWait, IdleTimeout: idleWait, MaxHeaderBytes: maxHeader,
		DisableGeneralOptionsHandler: true,
		ErrorLog:                     slog.NewLogLogger(slog.DiscardHandler, slog.LevelError), // it quotes addresses and what panics say
	}
}

// serve answers until ctx ends, and then what it has begun.
func (h *house) serve(ctx context.Context, l *listeners) error {
	servers := []*http.Server{newHTTPServer(h.handler)}
	failed := make(chan error, 2)
	go accept(servers[0], l.main, failed)
	if l.metrics != nil {
		servers = append(servers, newHTTPServer(h.metricsOnly()))
		go accept(servers[1], l.metrics, failed)
	}
	start := time.Now()
	slog.InfoContext(ctx, "serving", "transport", "http", "version", version())
	var err error
	select {
	case <-ctx.Done():
	case err = <-failed:
	}
	// The context that has ended is what tells the server to end, not what ends the requests.
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainWait)
	defer cancel()
	aborted := false
	for _, s := range servers {
		if s.Shutdown(drain) != nil {
			aborted = true
			_ = s.Close()
		}
	}
	if err != nil {
		slog.ErrorContext(ctx, "stopped", "transport", "http", "uptime", time.Since(start), "error", redact.ErrType(err))
		return fmt.Errorf("serve: %w", err)
	}
	slog.InfoContext(ctx, "stopped", "transport", "http", "uptime", time.Since(start), "aborted", aborted)
	return nil
}

func accept(s *http.Server, l net.Listener, failed chan<- error) {
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		failed <- err
	}
}

// demoData puts the demo's data into a directory that goes with the process, unless a place was given.
func (o *options) demoData(getenv func(string) string) (forget func(), err error) {
	given := o.store != "" || getenv(envData) != ""
	o.serving.flags.Visit(func(f *flag.Flag) { given = given || f.Name == "data" })
	if given {
		return func() {}, nil
	}
	if o.keyFile != "" {
		return nil, usage("--key-file (or %s) needs --data: what is demonstrated for one run is not encrypted", envKeyFile)
	}
	dir, err := os.MkdirTemp("", "recordserver-demo-")
	if err != nil {
		return nil, fmt.Errorf("make a directory for the demo: %w", fileFault(err))
	}
	o.data, o.serving.temporary = dir, true
	return func() { _ = os.RemoveAll(dir) }, nil
}

// listenFault says in words why an address cannot be listened at.
func listenFault(flagName string, err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("%s: another process listens there already; end it, or give another port", flagName)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("%s: this user may not listen there; ports below 1024 are the system's", flagName)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Errorf("%s: this machine has no such address", flagName)
	}
	return fmt.Errorf("%s: cannot listen there: %s", flagName, redact.ErrType(err))
}
