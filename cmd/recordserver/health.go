package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/seed-a76b335c/philint/redact"
)

// healthOptions are the flags of health.
type healthOptions struct{ addr, url string }

// healthWait is how long a server may take to say how it is.
const healthWait = 5 * time.Second

var healthCommand = command{
	name: "health", args: "[--addr HOST:PORT | --url URL]", doc: "ask a server that runs here whether it is well",
	more: `
It asks /healthz, as a container's health check does, and prints one line. The exit status is 0 for a server that answers
requests, and 1 for one that does not or that nobody reaches. Flags:
  --addr HOST:PORT   where the server listens; else ` + envAddr + `, as serve has it, else ` + defaultAddr + `
  --url URL          another way to it, such as https://records.example.org
`,
	flags: func(f *flag.FlagSet, o *options, getenv func(string) string) {
		f.StringVar(&o.health.addr, "addr", or(getenv(envAddr), defaultAddr), "")
		f.StringVar(&o.health.url, "url", "", "")
	},
	run: askHealth,
}

func askHealth(a *app, ctx context.Context, o *options) error {
	if err := o.none(); err != nil {
		return err
	}
	at, err := o.health.origin()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, healthWait)
	defer cancel()
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, at+"/healthz", http.NoBody)
	if err != nil {
		return usage("--url must be a scheme and a host, such as https://records.example.org")
	}
	// A proxy of the environment is not asked about this machine, and no other page answers in the place of this one.
	client := &http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	reply, err := client.Do(q)
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("no answer within %v", healthWait)
	case err != nil:
		return fmt.Errorf("no server answers there: %s", redact.ErrType(err))
	}
	defer reply.Body.Close()
	var said struct{ Status string }
	if json.NewDecoder(io.LimitReader(reply.Body, 4<<10)).Decode(&said) != nil {
		said.Status = ""
	}
	switch {
	case reply.StatusCode == http.StatusOK && said.Status == "ok":
		terminal{a.out}.printf("ok\n")
		return nil
	case reply.StatusCode == http.StatusServiceUnavailable && said.Status == "unavailable":
		return errors.New("the server answers, and says that it is not well: see its log, and recordserver doctor")
	}
	return fmt.Errorf("what answers there is no recordserver, or not this version: status %d", reply.StatusCode)
}

// origin is the server's address as a URL. One that listens at every address is asked at this machine's own.
func (h *healthOptions) origin() (string, error) {
	if h.url != "" {
		at, _, err := origin(h.url)
		if err != nil {
			return "", usage("--url must be a scheme and a host and nothing behind it, such as https://records.example.org")
		}
		return at, nil
	}
	host, err := hostOf(h.addr)
	if err != nil {
		return "", usage("--addr (or %s) must be a host and a port, such as %s", envAddr, defaultAddr)
	}
	_, port, _ := net.SplitHostPort(h.addr) // hostOf has split it
	if isUnspecified(host) {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port), nil
}
