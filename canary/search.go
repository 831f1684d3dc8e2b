package canary

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// Searcher finds tokens and shapes in streams. It is safe for use by several goroutines.
type Searcher struct {
	tokens []Token
	shapes []Shape
}

// NewSearcher takes the tokens that nothing may hold, and shapes that no line may have (DefaultShapes, or none). Tokens
// that are shorter than MinToken characters, equal, or contained in one another, folded or reversed, are an error that
// names their channels.
func NewSearcher(tokens []Token, shapes ...Shape) (*Searcher, error) {
	if err := checkTokens(tokens); err != nil {
		return nil, err
	}
	for i, s := range shapes {
		if s.Name == "" || s.Match == nil {
			return nil, fmt.Errorf("canary: shape %d has no name or nothing that matches", i+1)
		}
	}
	return &Searcher{tokens: tokens, shapes: shapes}, nil
}

// Search reads all of r and reports each channel, form and line once.
func (s *Searcher) Search(stream string, r io.Reader) ([]Finding, error) {
	all, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("canary: reading %s: %w", stream, err)
	}
	var found []Finding
	for i, line := range bytes.Split(all, []byte("\n")) {
		for _, t := range s.tokens {
			if strings.Contains(string(line), t.Text) {
				found = append(found, Finding{Stream: stream, Line: i + 1, Channel: t.Channel, Form: Raw})
			}
		}
	}
	return found, nil
}

// Name searches the name or path of a file that stands in the stream.
func (s *Searcher) Name(stream, path string) []Finding {
	found, _ := s.Search(stream, strings.NewReader(path))
	for i := range found {
		found[i].Line = 0
		found[i].Form = FileName
	}
	return found
}
