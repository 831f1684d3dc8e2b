package canarycheck

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
)

// raw is what comes over a connection and is no request, or none that is sent as it should be.
func (d *Driver) raw(ctx context.Context) {
	w, rubbish := d.word(inPath), d.word(inRubbish)
	var tasks []func()
	answered := func(raw string, channels ...string) {
		tasks = append(tasks, func() {
			r := d.exchange(ctx, []byte(raw), false)
			d.note(&request{channels: channels}, &r)
			if r.status >= 200 && r.status < 400 {
				return // what is odd may be fine
			}
		})
	}
	for _, raw := range []string{
		rubbish + "\r\n\r\n", "GET\r\n\r\n" + rubbish, "GET /" + rubbish + "\r\n\r\n", "GET /" + rubbish + " HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\n" + rubbish + "\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nHost: " + rubbish + "\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: x\r\n" + rubbish + " : y\r\n\r\n", "\x16\x03\x01" + rubbish, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + rubbish, strings.Repeat(rubbish, 3000), "\x00\x00\x00" + rubbish + "\xff",
		"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz" + rubbish + "\r\n", "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n" + rubbish + "\r\n0\r\n\r\n",
		"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n5\r\nabcde\r\n0\r\nX-T: " + rubbish + "\r\n\r\n",
		"GET /healthz HTTP/1.1\r\nHost: " + strings.Repeat(rubbish, 2000) + "\r\n\r\n", "CONNECT " + rubbish + ":443 HTTP/1.1\r\nHost: " + rubbish + "\r\n\r\n", "GET http://" + rubbish + "/ HTTP/1.1\r\nHost: x\r\n\r\n",
	} {
		answered(raw, inRubbish)
	}
	answered("GET /"+w+" HTTP/1.0\r\n\r\n", inPath)
	answered("GET /healthz HTTP/1.0\r\n\r\n")
	// Two requests at once, the second of which is none.
	answered("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /"+w+" HTTP/1.1\r\nHost: x\r\n\r\n"+rubbish+"\r\n\r\n", inPath, inRubbish)

	tasks = append(tasks,
		func() { d.handshake(ctx) },
		func() { // headers that do not end
			d.slowly(ctx, "GET /"+w+" HTTP/1.1\r\nHost: x\r\nX-Slow: "+d.word(inHeader), "", 6*time.Second)
		},
		func() { // a body that does not come
			d.slowly(ctx, "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"x\":\""+d.word(inBody), "", 2*time.Second)
		},
		func() { // a body in small pieces
			d.slowly(ctx, "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 200\r\nConnection: close\r\n\r\n", strings.Repeat(d.word(inBody), 10), 3*time.Second)
		},
		func() { d.unread(ctx) },
		func() { // gone in the middle of a long answer, and of a slow one
			for _, f := range []string{"", faultHeader + ": store.read/slow\r\n" + wordHeader + ": " + d.word(inHeader) + "\r\n"} {
				for range 3 {
					d.slowly(ctx, fmt.Sprintf("GET /api/v1/records?kind=all&limit=200&keyword=%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n%s\r\n", d.word(inKeyword), d.own.next(), f), "", 30*time.Millisecond)
				}
			}
		},
	)
	each(ctx, tasks)
}

// inPieces is what announces a body whose length nobody says before: see chunked.
const inPieces = "Transfer-Encoding: chunked"

// chunked is a body in pieces, with what comes behind it.
func chunked(body string, trailers ...string) string {
	var b strings.Builder
	for len(body) > 0 {
		n := min(len(body), 32<<10)
		fmt.Fprintf(&b, "%x\r\n%s\r\n", n, body[:n])
		body = body[n:]
	}
	b.WriteString("0\r\n")
	for _, t := range trailers {
		b.WriteString(t + "\r\n")
	}
	b.WriteString("\r\n")
	return b.String()
}

// handshake speaks TLS to a port that does not.
func (d *Driver) handshake(ctx context.Context) {
	c, err := d.dial(ctx)
	if err != nil {
		d.fault("the server cannot be reached for a handshake")
		return
	}
	defer c.Close()
	name := d.word(inServerName) + ".example"
	if tls.Client(c, &tls.Config{ServerName: name, NextProtos: []string{"h2", d.word(inServerName)}}).HandshakeContext(ctx) == nil { //nolint:gosec // nothing is sent over it
		d.fault("the port speaks TLS")
		return
	}
	d.sent(inServerName, 400) // it was answered: with HTTP, which is none of TLS
}

// slowly sends a beginning, then pieces with pauses, and leaves after a while.
func (d *Driver) slowly(ctx context.Context, begin, pieces string, stay time.Duration) {
	c, err := d.dial(ctx)
	if err != nil {
		return
	}
	defer c.Close()
	if _, err := io.WriteString(c, begin); err != nil {
		return
	}
	leave := time.Now().Add(stay)
	_ = c.SetDeadline(leave)
	for i := 0; i < len(pieces) && time.Now().Before(leave); i += 10 {
		if _, err := io.WriteString(c, pieces[i:min(i+10, len(pieces))]); err != nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	said, _ := io.ReadAll(c) // until it is time to leave, or the server has had enough
	if len(said) > 0 && !strings.HasPrefix(string(said), "HTTP/1.1 2") {
		d.target.Answer("refusals", said)
	}
}

// unread asks for long answers and does not read them.
func (d *Driver) unread(ctx context.Context) {
	for range 3 {
		c, err := d.dial(ctx)
		if err != nil {
			return
		}
		if t, ok := c.(*net.TCPConn); ok {
			_ = t.SetReadBuffer(1024)
		}
		for range 5 {
			fmt.Fprintf(c, "GET /api/v1/records?kind=all&limit=200&modality=%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n", d.word(inView), d.own.next())
		}
		time.Sleep(300 * time.Millisecond)
		_ = c.Close()
	}
}
