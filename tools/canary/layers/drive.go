package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/seed-a76b335c/philint/internal/hook/leak"
)

// Streams of what a server answers to others than who asked.
const (
	replyStream   = "reply to another person"
	metricsStream = "metrics"
	varsStream    = "expvar"
	profileStream = "profile"
)

// drive asks for each leak once, with its own word where it belongs, and then for what everybody can ask for.
func (s *site) drive(ctx context.Context) error {
	for _, l := range leak.All() {
		r, err := s.carry(ctx, l)
		if err != nil {
			return err
		}
		r.Header.Set(leak.Header, strconv.Itoa(l.Number))
		status, reply, err := s.ask(r)
		if err != nil {
			return fmt.Errorf("leak %d: %w", l.Number, err)
		}
		switch l.Sends {
		case leak.Readings, leak.Table:
			if status != http.StatusOK {
				return fmt.Errorf("leak %d: status %d in the place of rows", l.Number, status)
			}
		case leak.Record:
			if err := s.readBack(l.Channel(), reply); err != nil {
				return err
			}
			// What comes with it is in rows that are read for the same answer, and not always in the answer.
			for _, with := range l.Finds[1:] {
				if s.words[with] == "" {
					continue
				}
				if err := s.answered(with, status); err != nil {
					return err
				}
			}
		default:
			if err := s.answered(l.Channel(), status); err != nil {
				return err
			}
		}
	}
	return s.others(ctx)
}

// others looks at what a server shows to those who have not asked the question.
func (s *site) others(ctx context.Context) error {
	for _, page := range []struct{ stream, path string }{
		{metricsStream, leak.MetricsPage},
		{varsStream, leak.VarsPage},
		{profileStream, leak.ProfilePage + "?debug=1"},
		{replyStream, questionPath},
	} {
		r, err := s.request(ctx, http.MethodGet, page.path, nil)
		if err != nil {
			return err
		}
		r.Header.Del("Authorization")
		r.Header.Set(leak.Header, strconv.Itoa(forgetsWho))
		if page.stream != replyStream {
			r.Header.Del(leak.Header)
		}
		_, reply, err := s.ask(r)
		if err != nil {
			return err
		}
		s.collect(page.stream, reply)
	}
	return nil
}

// forgetsWho is the leak that two persons must ask for.
const forgetsWho = 29

const (
	questionPath = "/api/v1/indicators"
	recordsPath  = "/api/v1/records"
	rowsPath     = "/api/v1/indicators?keyword=heart+rate&view=latest"
	mcpPath      = "/mcp"
	version      = "2025-06-18"
)

// carry makes the request that brings a leak its word.
func (s *site) carry(ctx context.Context, l leak.Leak) (*http.Request, error) {
	word := s.words[l.Channel()]
	switch l.Sends {
	case leak.Keyword:
		if l.Number == wraps {
			word = strings.Repeat("wide ", 12) + word // the break comes within it
		}
		return s.request(ctx, http.MethodGet, questionPath+"?view=latest&keyword="+url.QueryEscape(word), nil)
	case leak.Date:
		return s.request(ctx, http.MethodGet, recordsPath+"?from="+url.QueryEscape(word), nil)
	case leak.Path:
		return s.request(ctx, http.MethodGet, recordsPath+"/"+url.PathEscape(word), nil)
	case leak.Named:
		r, err := s.request(ctx, http.MethodGet, rowsPath, nil)
		if err == nil {
			r.Header.Set("X-Device-Name", word)
		}
		return r, err
	case leak.Argument:
		return s.call(ctx, "tools/call", calling("latest", word))
	case leak.Long:
		return s.call(ctx, "tools/call", calling("latest", strings.Repeat("x", cut-word0), word))
	case leak.Table:
		return s.call(ctx, "tools/call", calling("month", "heart rate"))
	case leak.Resource:
		return s.call(ctx, "resources/subscribe", map[string]any{"uri": "record://series/" + word})
	case leak.Upload:
		return s.upload(ctx, word)
	case leak.Readings:
		return s.request(ctx, http.MethodGet, rowsPath, nil)
	case leak.Record:
		return s.request(ctx, http.MethodGet, "/api/v1/medications?view=plan", nil)
	}
	return nil, fmt.Errorf("leak %d is carried by nothing that is known", l.Number)
}

// wraps is the leak that breaks lines.
const wraps = 35

// A container's log is cut after so many bytes of a line. Before the padding stand the beginning of the log's line and of
// the call, whose length changes by a few bytes with the clock; half of a word is more than that.
const (
	cut   = 16384
	word0 = 191
)

func calling(view string, keywords ...string) map[string]any {
	return map[string]any{"name": "query_health_indicators", "arguments": map[string]any{"keywords": keywords, "view": view}}
}

// call is a request of MCP.
func (s *site) call(ctx context.Context, method string, params map[string]any) (*http.Request, error) {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	r, err := s.request(ctx, http.MethodPost, mcpPath, body)
	if err == nil {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("Mcp-Protocol-Version", version)
	}
	return r, err
}

// upload is a form with a file that is named after the word, as a laboratory names one after a person, and has it in a cell.
func (s *site) upload(ctx context.Context, word string) (*http.Request, error) {
	var form bytes.Buffer
	m := multipart.NewWriter(&form)
	part, err := m.CreateFormFile("file", word+"-2024.csv")
	if err != nil {
		return nil, err
	}
	if _, err := part.Write([]byte("patient;value\n" + word + ";1\n")); err != nil {
		return nil, err
	}
	if err := m.Close(); err != nil {
		return nil, err
	}
	r, err := s.request(ctx, http.MethodPost, "/api/v1/files", form.Bytes())
	if err == nil {
		r.Header.Set("Content-Type", m.FormDataContentType())
	}
	return r, err
}
