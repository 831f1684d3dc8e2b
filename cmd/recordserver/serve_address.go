package main

import (
	"context"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// address is where the server listens, and where clients reach it.
type address struct {
	listenAt  string
	public    string // an origin; "" for the address that it listens at
	metricsAt string // "" for none of its own
	private   bool   // only this machine reaches the address
	// showMetrics says that /metrics is answered with everything else: no other machine and no proxy reaches it.
	showMetrics bool
}

// address checks what was given. An address that other machines reach needs encryption in front of it: that of a public
// https URL, or what the operator vouches for.
func (s *serveOptions) address() (address, error) {
	at := address{listenAt: s.addr, metricsAt: s.metricsAddr}
	host, err := hostOf(s.addr)
	if err != nil {
		return at, usage("--addr (or %s) must be a host and a port, such as %s", envAddr, defaultAddr)
	}
	at.private = isLoopback(host)
	secure := false
	if s.publicURL != "" {
		if at.public, secure, err = origin(s.publicURL); err != nil {
			return at, err
		}
	}
	switch {
	case at.public != "" && !secure && !isLoopback(hostname(at.public)) && !s.behindProxy:
		return at, usage("--public-url begins with http: what is read would pass unencrypted; use https, or say with --behind-proxy that a tunnel or a VPN encrypts the way")
	case !at.private && !secure && !s.behindProxy:
		return at, usage("--addr is an address that other machines reach, and this server does not encrypt: put a proxy with a certificate in front and give its --public-url https://…, or say with --behind-proxy that a tunnel or a VPN encrypts the way")
	case at.public == "" && isUnspecified(host):
		return at, usage("--addr is every address of this machine: say with --public-url which of them clients use")
	}
	at.showMetrics = at.private && at.public == "" && at.metricsAt == ""
	if s.metricsAddr != "" {
		if _, err := hostOf(s.metricsAddr); err != nil {
			return at, usage("--metrics-addr (or %s) must be a host and a port, such as 127.0.0.1:9090", envMetrics)
		}
	}
	return at, nil
}

// hostOf is the host of a host and port.
func hostOf(hostPort string) (string, error) {
	host, port, err := net.SplitHostPort(hostPort)
	if err != nil {
		return "", err
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return host, err
}

// origin is a URL with nothing but a scheme and a host.
func origin(text string) (out string, secure bool, err error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return "", false, usage("--public-url (or %s) must be a scheme and a host and nothing behind it, such as https://records.example.org", envPublicURL)
	}
	return u.Scheme + "://" + strings.ToLower(u.Host), u.Scheme == "https", nil
}

func hostname(origin string) string {
	u, err := url.Parse(origin)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

func isUnspecified(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "" || err == nil && ip.Unmap().IsUnspecified()
}

// listeners are the open ports.
type listeners struct{ main, metrics net.Listener }

// listen opens the ports. The address is from then on the one with the port that the system chose, where it was to choose.
func (a *address) listen(ctx context.Context) (*listeners, error) {
	var c net.ListenConfig
	var l listeners
	var err error
	if l.main, err = c.Listen(ctx, "tcp", a.listenAt); err != nil {
		return nil, listenFault("--addr", err)
	}
	if a.metricsAt != "" {
		if l.metrics, err = c.Listen(ctx, "tcp", a.metricsAt); err != nil {
			l.close()
			return nil, listenFault("--metrics-addr", err)
		}
	}
	if host, err := hostOf(a.listenAt); err == nil {
		if _, port, err := net.SplitHostPort(l.main.Addr().String()); err == nil {
			a.listenAt = net.JoinHostPort(host, port)
		}
	}
	if a.public == "" {
		a.public = "http://" + a.listenAt
	}
	return &l, nil
}

func (l *listeners) close() {
	for _, each := range []net.Listener{l.main, l.metrics} {
		if each != nil {
			_ = each.Close()
		}
	}
}
