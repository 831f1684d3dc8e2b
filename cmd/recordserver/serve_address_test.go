package main

import (
	"strings"
	"testing"
)

func TestAnAddressThatOthersReachNeedsEncryptionInFront(t *testing.T) {
	for _, tt := range []struct {
		name    string
		o       serveOptions
		public  string
		metrics bool
		refused string
	}{
		{"this machine", serveOptions{addr: "127.0.0.1:8080"}, "", true, ""},
		{"this machine, by name", serveOptions{addr: "localhost:0"}, "", true, ""},
		{"this machine, version 6", serveOptions{addr: "[::1]:8080"}, "", true, ""},
		{"this machine, version 4 in 6", serveOptions{addr: "[::ffff:127.0.0.1]:8080"}, "", true, ""},
		{"a proxy on this machine", serveOptions{addr: "127.0.0.1:8080", publicURL: "https://Records.example.org/"}, "https://records.example.org", false, ""},
		{"a proxy elsewhere", serveOptions{addr: "0.0.0.0:8080", publicURL: "https://records.example.org"}, "https://records.example.org", false, ""},
		{"metrics of their own", serveOptions{addr: "127.0.0.1:8080", metricsAddr: "127.0.0.1:9090"}, "", false, ""},
		{"a VPN", serveOptions{addr: "100.64.0.7:8080", behindProxy: true}, "", false, ""},
		{"a VPN with a name", serveOptions{addr: ":8080", publicURL: "http://records.internal:8080", behindProxy: true}, "http://records.internal:8080", false, ""},
		{"a public URL of this machine", serveOptions{addr: "127.0.0.1:8080", publicURL: "http://localhost:3000"}, "http://localhost:3000", false, ""},

		{"every address", serveOptions{addr: "0.0.0.0:8080"}, "", false, "--public-url https://"},
		{"every address, unwritten", serveOptions{addr: ":8080"}, "", false, "--public-url https://"},
		{"an address of the network", serveOptions{addr: "192.168.1.5:8080"}, "", false, "does not encrypt"},
		{"a name, wherever it leads", serveOptions{addr: "records.internal:8080"}, "", false, "does not encrypt"},
		{"a public URL without TLS", serveOptions{addr: "0.0.0.0:8080", publicURL: "http://records.example.org"}, "", false, "unencrypted"},
		{"a public URL without TLS in front of this machine", serveOptions{addr: "127.0.0.1:8080", publicURL: "http://records.example.org"}, "", false, "unencrypted"},
		{"every address behind a VPN, without a name", serveOptions{addr: "[::]:8080", behindProxy: true}, "", false, "which of them"},
		{"no port", serveOptions{addr: "127.0.0.1"}, "", false, "a host and a port"},
		{"a port that is none", serveOptions{addr: "127.0.0.1:http"}, "", false, "a host and a port"},
		{"a port that is too high", serveOptions{addr: "127.0.0.1:65536"}, "", false, "a host and a port"},
		{"metrics without a port", serveOptions{addr: "127.0.0.1:0", metricsAddr: "localhost"}, "", false, "--metrics-addr"},
		{"a URL with a path", serveOptions{addr: "127.0.0.1:0", publicURL: "https://example.org/" + secret}, "", false, "nothing behind it"},
		{"a URL with a password", serveOptions{addr: "127.0.0.1:0", publicURL: "https://a:" + secret + "@example.org"}, "", false, "nothing behind it"},
		{"a URL with a query", serveOptions{addr: "127.0.0.1:0", publicURL: "https://example.org?" + secret}, "", false, "nothing behind it"},
		{"another scheme", serveOptions{addr: "127.0.0.1:0", publicURL: "ftp://example.org"}, "", false, "nothing behind it"},
		{"no scheme", serveOptions{addr: "127.0.0.1:0", publicURL: "example.org"}, "", false, "nothing behind it"},
	} {
		at, err := tt.o.address()
		if tt.refused != "" {
			if err == nil || !strings.Contains(err.Error(), tt.refused) || strings.Contains(err.Error(), "Hannelore") {
				t.Errorf("%s: %v", tt.name, err)
			}
			continue
		}
		if err != nil || at.public != tt.public || at.showMetrics != tt.metrics {
			t.Errorf("%s: %+v, metrics %v, %v", tt.name, at, at.showMetrics, err)
		}
	}
}
