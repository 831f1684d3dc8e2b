package model

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/llm"
)

func TestTheModelAnswersFromItsScriptAndNobodyElse(t *testing.T) {
	m := &Model{Script: Script{Path: "/x/v1", Name: "m", Key: "k", Turns: []Turn{
		{When: "first", Body: Says("one", "stop")},
		{When: "status", Status: 401, Body: Says("two", "stop")},
		{When: "large", Body: strings.Repeat("x", 1024), Times: llm.MaxReply/1024 + 1},
		{When: "raw", Raw: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"},
		{When: "slow", After: time.Minute, Body: Says("three", "stop")},
	}}}
	s := httptest.NewServer(m)
	t.Cleanup(s.Close)
	for name, tt := range map[string]struct {
		model, key, path, asked, want string
		kind                          llm.Kind
		status                        int
	}{
		"an answer":         {"m", "k", "/x/v1", "the first", "one", "", 0},
		"a status":          {"m", "k", "/x/v1", "the status", "", llm.Unauthorized, 401},
		"a large one":       {"m", "k", "/x/v1", "the large one", "", llm.TooLarge, 200},
		"none in time":      {"m", "k", "/x/v1", "the slow one", "", llm.Timeout, 0},
		"what is in none":   {"m", "k", "/x/v1", "another", "", llm.Refused, 400},
		"another name":      {"n", "k", "/x/v1", "the first", "", llm.Refused, 400},
		"another key":       {"m", "l", "/x/v1", "the first", "", llm.Refused, 400},
		"another address":   {"m", "k", "/v1", "the first", "", llm.Refused, 400},
		"half of an answer": {"m", "k", "/x/v1", "the raw one", "", llm.Unreachable, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // what is broken is asked for three times, with pauses
			c, err := llm.New(llm.Config{BaseURL: s.URL + tt.path, Model: tt.model, Key: tt.key, Timeout: 2 * time.Second})
			if err != nil {
				t.Fatal(err)
			}
			got, err := c.Complete(context.WithoutCancel(t.Context()), []llm.Message{{Role: "user", Content: tt.asked}})
			var e *llm.Error
			switch {
			case tt.kind == "" && (err != nil || got != tt.want):
				t.Errorf("%q, %v", got, err)
			case tt.kind != "" && (!errors.As(err, &e) || e.Kind != tt.kind || e.Status != tt.status):
				t.Errorf("%v", err)
			}
		})
	}
}
