package main

import (
	"bytes"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/canary"
	"github.com/seed-a76b335c/philint/internal/demo"
	"github.com/seed-a76b335c/philint/internal/hook/leak"
)

// mintWords makes a word for each leak that a request brings one to, and has those of the demo record that leaks let out.
func mintWords(random io.Reader) ([]canary.Token, error) {
	var channels []string
	for _, l := range leak.All() {
		if l.HasWord() {
			channels = append(channels, l.Channel())
		}
	}
	tokens, err := canary.Mint(random, channels...)
	if err != nil {
		return nil, err
	}
	for _, c := range demo.Canaries() {
		if slices.ContainsFunc(leak.All(), func(l leak.Leak) bool { return slices.Contains(l.Finds, c.Channel) }) {
			tokens = append(tokens, canary.Token{Channel: c.Channel, Text: c.Word})
		}
	}
	return tokens, nil
}

// left are the leaks to which the search is blind and that have left something in a log all the same.
func left(log []byte, words map[string]string) (out []int) {
	for _, l := range leak.All() {
		if l.Blind() && bytes.Contains(log, []byte(l.Leaves(words[l.Channel()]))) {
			out = append(out, l.Number)
		}
	}
	return out
}

// found are the leaks that a search has come upon: by number, where and in which form, each once and sorted. Findings
// that no leak explains come second. A leak counts as found by its own word, or by the first of what it lets out where it
// has none. A shape in a line with a word is that line's, and replies may have any.
func found(findings []canary.Finding) (by map[int][]string, strange []canary.Finding) {
	type line struct {
		stream string
		line   int
	}
	worded := map[line]bool{}
	for _, f := range findings {
		worded[line{f.Stream, f.Line}] = worded[line{f.Stream, f.Line}] || f.Shape == ""
	}
	by = map[int][]string{}
	for _, f := range findings {
		if f.Shape != "" && (replied(f.Stream) || worded[line{f.Stream, f.Line}]) {
			continue
		}
		what, known := f.Channel+f.Shape, false // one of them is empty
		for _, l := range leak.All() {
			if l.Channel() == what {
				known = true
				by[l.Number] = append(by[l.Number], place(f))
			}
			known = known || slices.Contains(l.Finds, what)
		}
		if !known {
			strange = append(strange, f)
		}
	}
	for n := range by {
		by[n] = plainest(by[n])
	}
	return by, strange
}

// replied says that a stream is what somebody was answered.
func replied(stream string) bool {
	return slices.Contains([]string{replyStream, metricsStream, varsStream, profileStream}, stream)
}

// place says where something was found, and how it was written there.
func place(f canary.Finding) string {
	stream := f.Stream
	if strings.HasPrefix(stream, "file") || strings.HasPrefix(stream, "/") {
		stream = "file"
	}
	if f.Shape != "" {
		return stream + ", shape of a " + f.Shape
	}
	return stream + ", " + string(f.Form)
}

// plainest keeps of the places in one stream the one whose form is the plainest: of a line in which a word stands as it is
// the others say nothing more, and some of them depend on chance.
func plainest(places []string) []string {
	best := map[string]string{}
	for _, p := range places {
		stream, _, _ := strings.Cut(p, ",")
		was, seen := best[stream]
		if !seen || len(p) < len(was) || len(p) == len(was) && p < was {
			best[stream] = p
		}
	}
	return slices.Sorted(maps.Values(best))
}
