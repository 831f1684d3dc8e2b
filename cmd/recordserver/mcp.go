package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os/signal"
	"runtime/debug"
	"sync"
	"syscall"
	"time"

	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/mcpserver/stdio"
	"github.com/seed-a76b335c/philint/internal/standardize"
	"github.com/seed-a76b335c/philint/internal/terminology"
	"github.com/seed-a76b335c/philint/internal/vocab"
	"github.com/seed-a76b335c/philint/redact"
)

var mcpCommand = command{
	name: "mcp", args: "[flags]", doc: "serve the vocabularies to a language model, on standard input and output",
	more: `
The server speaks the Model Context Protocol, one JSON-RPC message a line. It holds no person's data, keeps nothing, and
needs no network; only standardize_report asks a language model, and only where one is set up:
  --model-url URL   of a Chat Completions endpoint; else RECORDSERVER_MODEL_URL
  --model NAME      as the endpoint knows it; else RECORDSERVER_MODEL
The endpoint's key, where it asks for one, is in RECORDSERVER_MODEL_KEY.
A client can have standardize_report read any file that this process may read, unless one directory is set:
  --reports DIR     files are read from it and below it only, wherever links lead, and a relative path is taken
                    from it; else RECORDSERVER_REPORTS
It ends with its input, when it is told to (SIGTERM), or when nobody reads its output.
`,
	flags: func(f *flag.FlagSet, o *options, getenv func(string) string) {
		f.StringVar(&o.reports, "reports", getenv(envReports), "")
	},
	run: serveStdio,
}

func serveStdio(a *app, ctx context.Context, o *options) error {
	if err := o.none(); err != nil {
		return err
	}
	own, err := stdio.ClaimStdout()
	if err != nil {
		return fmt.Errorf("take standard output: %w", err)
	}
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGINT)
	defer stop()

	server, err := terminologyServer(o)
	if err != nil {
		return err
	}
	start := time.Now()
	slog.InfoContext(ctx, "serving", "transport", "stdio", "version", version())
	err = stdio.Serve(ctx, server, a.in, own)
	if err != nil {
		slog.ErrorContext(ctx, "stopped", "transport", "stdio", "uptime", time.Since(start), "error", redact.ErrType(err))
		return fmt.Errorf("serve: %w", err)
	}
	slog.InfoContext(ctx, "stopped", "transport", "stdio", "uptime", time.Since(start))
	return nil
}

// warmVocabularies loads all tables before the first question. They stay for the life of the process, so collecting
// garbage while they grow would be work for nothing: a third of the time.
func warmVocabularies(o *options) (*vocab.Vocabularies, *terminology.Set, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	v, set, err := openSet(o)
	if err != nil {
		return nil, nil, err
	}
	set.Warm()
	return v, set, nil
}

// terminologyServer puts the vocabularies' server together.
func terminologyServer(o *options) (*mcpserver.Server, error) {
	v, set, err := warmVocabularies(o)
	if err != nil {
		return nil, err
	}
	code := standardize.New(set)
	reader, err := newReports(o.model, code)
	if err != nil {
		return nil, err
	}
	if reader.from, err = openReportsDir(o.reports); err != nil {
		return nil, err
	}
	by := authority{set: set, code: code}
	list := sync.OnceValue(func() string { return catalogue(v.Codes) })
	return mcpserver.NewTerminology(version(), mcpserver.Terminology{
		Names: by, Units: by, Convert: by, Code: by, Reports: reader,
	}, inUse(v), list)
}
