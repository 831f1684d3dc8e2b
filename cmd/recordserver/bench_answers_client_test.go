//go:build linux

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strconv"
	"testing"
	"time"
)

// client is one connection that is kept, over which HTTP is spoken with as little work as there can be: what is measured
// is the server, and a client of net/http's would take a third of the time of a short answer, on the same two processors.
// A request is made before the clock starts and is written at once; the clock stops when the whole of the answer has been
// read; what it says is looked at after that.
type client struct {
	conn net.Conn
	in   *bufio.Reader
	host string
	out  []byte
	body []byte
}

func dial(b *testing.B, address string) *client {
	b.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = conn.Close() })
	return &client{conn: conn, in: bufio.NewReaderSize(conn, 64<<10), host: address}
}

// do sends a request to the MCP endpoint and returns how long it took until its answer was there.
func (c *client) do(b *testing.B, method, token, body string) time.Duration {
	b.Helper()
	c.out = fmt.Appendf(c.out[:0], "%s /mcp HTTP/1.1\r\nHost: %s\r\n", method, c.host)
	if token != "" {
		c.out = fmt.Appendf(c.out, "Authorization: Bearer %s\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"+
			"Mcp-Protocol-Version: 2025-06-18\r\nContent-Length: %d\r\n", token, len(body))
	}
	c.out = append(append(c.out, "\r\n"...), body...)
	start := time.Now()
	_, err := c.conn.Write(c.out)
	if err == nil {
		err = c.read()
	}
	took := time.Since(start)
	if err != nil {
		b.Fatalf("%v %.300s", err, c.body)
	}
	return took
}

// read reads an answer that says how long it is.
func (c *client) read() error {
	line, err := c.in.ReadSlice('\n')
	if err != nil {
		return err
	}
	ok, length := bytes.HasPrefix(line, []byte("HTTP/1.1 20")), 0
	for {
		if line, err = c.in.ReadSlice('\n'); err != nil {
			return err
		}
		name, value, more := bytes.Cut(line, []byte(": "))
		if !more {
			break // the blank line
		}
		if string(name) == "Content-Length" {
			if length, err = strconv.Atoi(string(textproto.TrimBytes(value))); err != nil {
				return err
			}
		}
	}
	if cap(c.body) < length {
		c.body = make([]byte, length)
	}
	c.body = c.body[:length]
	if _, err = io.ReadFull(c.in, c.body); err == nil && !ok {
		err = errors.New("not answered")
	}
	return err
}

// ask puts a question over MCP. There must be an answer to it.
func (c *client) ask(b *testing.B, token, tool, arguments string) time.Duration {
	b.Helper()
	took := c.do(b, "POST", token, toolCall(1, tool, arguments))
	if bytes.Contains(c.body, []byte(`"isError":true`)) || !bytes.Contains(c.body, []byte("row_count")) {
		b.Fatalf("%.300s", c.body)
	}
	return took
}
