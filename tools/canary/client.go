package canarycheck

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// who sends a request.
type who int

const (
	nobody who = iota
	own        // a reader of the record that has the words
	other      // a reader of another person's record
)

// request is one HTTP request, written as it stands: nothing on this side checks it.
type request struct {
	who      who
	method   string // GET unless given
	target   string // path and query, escaped
	headers  []string
	body     string
	length   int    // of the body as it is announced, where that is not its own; -1 for none
	protocol string // HTTP/1.1 unless given
	host     string // the server's own unless given
	channels []string
	// echoes says that the answer may have the words: an own record's, or a place where a protocol asks for it.
	echoes bool
	once   bool // an answer that says to come again is what is wanted
}

// reply is what came back. Status is 0 where the connection was closed without an answer.
type reply struct {
	status int
	header http.Header
	body   []byte
}

func (r *reply) text() string { return string(r.body) }

const (
	replyWait = 40 * time.Second
	tries     = 60
	tryAgain  = 100 * time.Millisecond
)

// bytes are the request as it is sent.
func (q *request) bytes(host string) []byte {
	var b bytes.Buffer
	method, protocol := q.method, q.protocol
	if method == "" {
		method = http.MethodGet
	}
	if protocol == "" {
		protocol = "HTTP/1.1"
	}
	if q.host != "" {
		host = q.host
	}
	fmt.Fprintf(&b, "%s %s %s\r\nHost: %s\r\nConnection: close\r\n", method, q.target, protocol, host)
	for _, h := range q.headers {
		b.WriteString(h + "\r\n")
	}
	switch {
	case q.length > 0:
		b.WriteString("Content-Length: " + strconv.Itoa(q.length) + "\r\n")
	case q.length == 0 && q.body != "":
		b.WriteString("Content-Length: " + strconv.Itoa(len(q.body)) + "\r\n")
	}
	b.WriteString("\r\n" + q.body)
	return b.Bytes()
}

// send sends a request until it is answered with something else than to come again, and takes down what came.
func (d *Driver) send(ctx context.Context, q request) reply {
	headers := q.headers
	var last reply
	for i := range tries {
		q.headers = headers
		switch q.who {
		case own:
			q.headers = append(append([]string{}, headers...), "Authorization: Bearer "+d.own.next())
		case other:
			q.headers = append(append([]string{}, headers...), "Authorization: Bearer "+d.other.next())
		case nobody:
		}
		last = d.exchange(ctx, q.bytes(d.host()), q.method == http.MethodHead)
		again := last.status == http.StatusTooManyRequests || last.status == http.StatusServiceUnavailable
		if q.once || !again || ctx.Err() != nil {
			break
		}
		d.note(&q, &last)
		wait := tryAgain
		if q.who == nobody {
			wait = 3 * tryAgain
		}
		if i < tries-1 {
			time.Sleep(wait)
		}
	}
	d.note(&q, &last)
	return last
}

// note proves the words of an answered request, and keeps what must not have any.
func (d *Driver) note(q *request, r *reply) {
	if r.status == 0 {
		return
	}
	for _, c := range q.channels {
		d.sent(c, r.status)
	}
	switch {
	case q.who == other:
		d.target.Answer("answers to another person", whole(r))
	case r.status >= 400 && !q.echoes:
		d.keep("refusals", r)
	}
}

// unknownName is what a refusal says of a name that it does not know and that has the form of one: it names it.
var unknownName = regexp.MustCompile(`([A-Za-z_][A-Za-z0-9_]*): unknown parameter`)

// keep collects a refusal, without the name that it may repeat. It is no log, so it may look like JSON and like HTTP; but
// not like rows of a record.
func (d *Driver) keep(stream string, r *reply) {
	said := whole(r)
	for _, m := range unknownName.FindAllSubmatch(said, -1) {
		name := string(m[1])
		said = []byte(strings.NewReplacer(name+": unknown parameter", "", "."+name+`"`, `"`, "."+name+`\"`, `\"`, `"`+name+`"`, "", `\"`+name+`\"`, "").Replace(string(said)))
	}
	d.target.Answer(stream, said)
	for _, s := range Shapes() {
		if s.Name != "envelope" && s.Match(said) {
			d.fault("%s: %s", stream, s.Name)
		}
	}
}

// whole is a reply with its headers.
func whole(r *reply) []byte {
	var b bytes.Buffer
	for name, values := range r.header {
		fmt.Fprintf(&b, "%s: %s\n", name, strings.Join(values, ", "))
	}
	b.Write(r.body)
	b.WriteByte('\n')
	return b.Bytes()
}

// host is the server's address.
func (d *Driver) host() string {
	d.asked.Do(func() {
		if u, err := url.Parse(d.target.URL()); err == nil {
			d.at = u.Host
		}
	})
	return d.at
}

func (d *Driver) dial(ctx context.Context) (net.Conn, error) {
	var dialer net.Dialer
	c, err := dialer.DialContext(ctx, "tcp", d.host())
	if err != nil {
		return nil, err
	}
	return c, c.SetDeadline(time.Now().Add(replyWait))
}

// exchange sends bytes and reads one answer.
func (d *Driver) exchange(ctx context.Context, raw []byte, head bool) reply {
	c, err := d.dial(ctx)
	if err != nil {
		return reply{}
	}
	defer c.Close()
	stop := context.AfterFunc(ctx, func() { _ = c.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	go func() { _, _ = c.Write(raw) }() // a server may answer, and stop reading, before it is done
	return read(c, head)
}

// read reads one answer.
func read(c net.Conn, head bool) reply {
	method := http.MethodGet
	if head {
		method = http.MethodHead
	}
	r, err := http.ReadResponse(bufio.NewReader(c), &http.Request{Method: method})
	if err != nil {
		return reply{}
	}
	defer r.Body.Close()
	body, err := io.ReadAll(io.LimitReader(r.Body, 64<<20))
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return reply{status: r.StatusCode, header: r.Header, body: body}
	}
	return reply{r.StatusCode, r.Header, body}
}

// send asks another address.
func send(ctx context.Context, method, address string) (body []byte, status int) {
	r, err := http.NewRequestWithContext(ctx, method, address, nil)
	if err != nil {
		return nil, 0
	}
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, 0
	}
	defer w.Body.Close()
	body, err = io.ReadAll(w.Body)
	if err != nil {
		return nil, 0
	}
	return body, w.StatusCode
}

func sleep(ctx context.Context, milliseconds int) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Duration(milliseconds) * time.Millisecond):
	}
}
