package mcphttp

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// origins are the addresses under which the server is reached on purpose. A page of another site can have a browser
// send requests here, under a name that it points at this machine; they are told by Host and Origin.
type origins struct {
	public []string        // scheme://host[:port], the first is the server's own
	hosts  map[string]bool // host[:port] of the public ones
}

var errOrigin = errors.New("mcphttp: a public origin must look like https://record.example.org")

func readOrigins(list []string) (origins, error) {
	o := origins{hosts: map[string]bool{}}
	for _, s := range list {
		u, err := url.Parse(s)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
			return o, errOrigin
		}
		host := canonical(u.Scheme, u.Host)
		o.public = append(o.public, u.Scheme+"://"+host)
		o.hosts[host] = true
	}
	return o, nil
}

// canonical is a host in lower case without the port that its scheme has anyway.
func canonical(scheme, host string) string {
	host = strings.ToLower(host)
	port := map[string]string{"http": ":80", "https": ":443"}[scheme]
	return strings.TrimSuffix(host, port)
}

// host says whether a Host header names this server. A port that it has by default may stand in it or not.
func (o *origins) host(h string) bool {
	return loopback(h) || o.hosts[canonical("https", h)] || o.hosts[canonical("http", h)] || o.hosts[strings.ToLower(h)]
}

// origin says whether a page that asks may. Programs have no Origin.
func (o *origins) origin(values []string) bool {
	for _, v := range values {
		u, err := url.Parse(v)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || u.Path != "" {
			return false
		}
		if !loopback(u.Host) && !o.isPublic(u) {
			return false
		}
	}
	return true
}

func (o *origins) isPublic(u *url.URL) bool {
	own := u.Scheme + "://" + canonical(u.Scheme, u.Host)
	for _, p := range o.public {
		if p == own {
			return true
		}
	}
	return false
}

// own is where the server is for the client that asks: its public origin, else the loopback address in its request.
func (o *origins) own(r *http.Request) string {
	if len(o.public) > 0 {
		return o.public[0]
	}
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	return scheme + "://" + strings.ToLower(r.Host) // admitted, so a loopback name and a port
}

// loopback says whether a host[:port] is this machine by its name: localhost, 127.0.0.0/8, [::1].
func loopback(h string) bool {
	name := h
	if host, port, err := net.SplitHostPort(h); err == nil {
		if port == "" || strings.Trim(port, "0123456789") != "" {
			return false
		}
		name = host
	}
	name = strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(name, "["), "]"))
	if name == "localhost" {
		return true
	}
	a, err := netip.ParseAddr(name)
	return err == nil && a.IsLoopback() && a.Zone() == ""
}

// network is the part of an address that one stranger has: an IPv4 address, or the half of an IPv6 address that a
// network gives out to one customer.
func network(address string) string {
	host := address
	if h, _, err := net.SplitHostPort(address); err == nil {
		host = h
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return "unknown"
	}
	a = a.Unmap().WithZone("")
	if a.Is4() {
		return a.String()
	}
	p, err := a.Prefix(64)
	if err != nil {
		return "unknown"
	}
	return p.String()
}
