package canary

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"github.com/moby/moby/api/types/network"
)

// readyPause is the time between two looks at a server that is starting.
const readyPause = 50 * time.Millisecond

// ready waits until the server answers.
func (r *run) ready(ctx context.Context) error {
	limit, cancel := context.WithTimeout(ctx, r.StartTimeout)
	defer cancel()
	plain := &http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Timeout:       5 * time.Second,
	}
	last := "nothing listens at Port"
	for {
		if gone := r.exited(ctx); gone != nil {
			return gone
		}
		at, err := r.address(limit, r.Port)
		if err == nil && r.Ready == "" && accepts(limit, at) {
			return nil
		}
		if err == nil && r.Ready != "" {
			status := answer(limit, plain, "http://"+at+r.Ready)
			if status == http.StatusOK {
				return nil
			}
			if status > 0 {
				last = "the path in Ready is answered with status " + strconv.Itoa(status)
			}
		}
		select {
		case <-limit.Done():
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return faultf(ErrNotReady, "%v: %s", r.StartTimeout, last)
		case <-time.After(readyPause):
		}
	}
}

// address is where the port is reached from here. It changes with each start.
func (r *run) address(ctx context.Context, listensAt string) (string, error) {
	host := r.HostIP
	if ip, err := netip.ParseAddr(host); err != nil || ip.IsUnspecified() {
		// Every address of the engine's machine: testcontainers knows which one that is from here.
		if host, err = r.container.Host(ctx); err != nil {
			return "", err
		}
	}
	now, err := r.container.Inspect(ctx)
	if err != nil {
		return "", err
	}
	port, err := network.ParsePort(listensAt)
	if err != nil {
		return "", err
	}
	for _, bound := range now.NetworkSettings.Ports[port] {
		return net.JoinHostPort(host, bound.HostPort), nil
	}
	return "", errors.New("the port is not bound")
}

func answer(ctx context.Context, c *http.Client, url string) int {
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return 0
	}
	reply, err := c.Do(q)
	if err != nil {
		return 0
	}
	defer reply.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(reply.Body, 1<<20))
	return reply.StatusCode
}

// accepts says that a connection stays open: an engine's proxy takes it also for a server that does not listen yet, and
// closes it at once.
func accepts(ctx context.Context, at string) bool {
	var d net.Dialer
	c, err := d.DialContext(ctx, "tcp", at)
	if err != nil {
		return false
	}
	defer c.Close()
	_ = c.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
	_, err = c.Read(make([]byte, 1))
	timeout, ok := errors.AsType[net.Error](err)
	return err == nil || ok && timeout.Timeout()
}
