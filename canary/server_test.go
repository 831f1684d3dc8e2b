package canary

import (
	"errors"
	"strings"
	"testing"
)

func TestSentIsAnErrorWhereItCanProveNothing(t *testing.T) {
	r := &run{back: map[string]bool{}, sent: map[string]bool{}}
	r.Tokens, r.Sent = []Token{{"note", "vexolani33qq"}, {"agent", "gibodafe44rr"}}, []string{"agent"}
	s := &Server{r}
	err := s.Sent("note", 200)
	if !errors.Is(err, ErrUnproven) || !strings.Contains(err.Error(), `"note"`) || strings.Contains(err.Error(), r.Tokens[0].Text) {
		t.Errorf("a channel that must be read back: %v", err)
	}
	if err := s.Sent("agent", 404); err != nil {
		t.Error(err)
	}
	if err := r.unproven(); err == nil || !strings.Contains(err.Error(), "note (not read back)") || strings.Contains(err.Error(), "agent") {
		t.Errorf("what is not proven: %v", err)
	}
	if err := s.ReadBack("note", []byte("it says VEXOLANI33QQ")); err != nil || r.unproven() != nil {
		t.Errorf("read back: %v, %v", err, r.unproven())
	}
}
