// Package model is a language model that answers from a script, over the protocol that package llm speaks.
package model

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// Script is what a model is asked with, and what it answers.
type Script struct {
	Path  string // in front of /chat/completions
	Name  string // of the model
	Key   string
	Turns []Turn
	// Asked holds the last line of a command's input back until so many questions are under way, and Open has the input
	// stay open for a while after it.
	Asked int
	Open  time.Duration
}

// Turn is one answer.
type Turn struct {
	When   string // stands in the question
	Status int    // 200 unless given
	Header map[string]string
	Body   string        // as it stands
	Times  int           // that the body is there; once unless given
	After  time.Duration // unless whoever asks has gone before
	Raw    string        // in place of all that: what comes over the connection, which then ends
}

// Says is the body of an answer with this text.
func Says(content, finish string) string {
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	type choice struct {
		Message message `json:"message"`
		Finish  string  `json:"finish_reason"`
	}
	body, err := json.Marshal(map[string][]choice{"choices": {{message{"assistant", content}, finish}}})
	if err != nil { // texts
		return ""
	}
	return string(body)
}

// Model answers as its script says. Whoever asks in another way than the script has it is refused.
type Model struct {
	Script Script
	under  atomic.Int64
}

// Under is how many questions are under way.
func (m *Model) Under() int { return int(m.under.Load()) }

// ServeHTTP implements [http.Handler].
func (m *Model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.under.Add(1)
	defer m.under.Add(-1)
	turn, ok := m.turn(r)
	switch {
	case !ok:
		w.WriteHeader(http.StatusBadRequest)
		return
	case turn.Raw != "":
		raw(w, turn.Raw)
		return
	}
	select {
	case <-r.Context().Done():
		return
	case <-time.After(turn.After):
	}
	for name, value := range turn.Header {
		w.Header().Set(name, value)
	}
	if turn.Status != 0 {
		w.WriteHeader(turn.Status)
	}
	for range max(turn.Times, 1) {
		if _, err := w.Write([]byte(turn.Body)); err != nil {
			return
		}
	}
}

// turn is the answer to a question, which has what is asked for in its last message.
func (m *Model) turn(r *http.Request) (Turn, bool) {
	var q struct {
		Model    string
		Messages []struct{ Role, Content string }
	}
	if r.Method != http.MethodPost || r.URL.Path != m.Script.Path+"/chat/completions" || r.Header.Get("Authorization") != "Bearer "+m.Script.Key ||
		json.NewDecoder(r.Body).Decode(&q) != nil || q.Model != m.Script.Name || len(q.Messages) == 0 {
		return Turn{}, false
	}
	asked := q.Messages[len(q.Messages)-1].Content
	i := slices.IndexFunc(m.Script.Turns, func(t Turn) bool { return strings.Contains(asked, t.When) })
	if i < 0 {
		return Turn{}, false
	}
	return m.Script.Turns[i], true
}

func raw(w http.ResponseWriter, said string) {
	c, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	_, _ = c.Write([]byte(said))
	_ = c.Close()
}
