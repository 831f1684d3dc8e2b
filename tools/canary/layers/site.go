package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

// site is a server with leaks while it is driven.
type site struct {
	url      string
	token    string                                 // a bearer token of the demo record's first person
	words    map[string]string                      // by channel
	collect  func(stream string, content []byte)    // takes what must hold no word
	answered func(channel string, status int) error // notes that a request with the channel's word was answered
	readBack func(channel string, reply []byte) error
}

// maxReply bounds what is read of a reply, in bytes.
const maxReply = 8 << 20

var client = &http.Client{Timeout: 20 * time.Second}

// ask sends a request and reads the reply.
func (s *site) ask(r *http.Request) (status int, reply []byte, err error) {
	got, err := client.Do(r)
	if err != nil {
		return 0, nil, fmt.Errorf("%s was not answered (%T)", r.Method, err)
	}
	defer func() { _ = got.Body.Close() }()
	reply, err = io.ReadAll(io.LimitReader(got.Body, maxReply))
	return got.StatusCode, reply, err
}

func (s *site) request(ctx context.Context, method, path string, body []byte) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, method, s.url+path, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("a request cannot be made (%T)", err)
	}
	r.Header.Set("Authorization", "Bearer "+s.token)
	return r, nil
}
