package canary

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
)

// A credential is known only when the server has given it out, and may have been logged at that moment.
func TestATokenThatIsPlantedWhileDrivingIsSearchedForEverywhere(t *testing.T) {
	const session = "rst_9f2kdm3qpz7xw8vb"
	c := config(t, "stdout")
	drive := c.Drive
	var again error
	c.Drive = func(ctx context.Context, s *Server) error {
		if err := post(ctx, s, "note", c.Tokens[0].Text+" "+session); err != nil {
			return err
		}
		if err := s.Plant(Token{"session", session}); err != nil {
			return err
		}
		again = s.Plant(Token{"another session", session})
		s.Collect("metrics of "+session, []byte("session="+session))
		return drive(ctx, s)
	}
	r, err := Check(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if !errors.Is(again, ErrConfig) {
		t.Errorf("a token that is one already: %v", again)
	}
	in := map[string]bool{}
	for _, f := range r.Findings {
		if f.Channel == "session" {
			in[f.Stream] = true
		}
	}
	for _, stream := range []string{"stdout", "<stream with a token, 31 bytes>"} {
		if !in[stream] {
			t.Errorf("not found in %s: %v", stream, r)
		}
	}
	if strings.Contains(r.String(), session[:12]) || strings.Contains(r.Err().Error(), session[:12]) {
		t.Error("the report quotes it")
	}
}

// Tokens of letters beyond ASCII have no zeros in UTF-16, which is no reason to take every log for it.
func TestHonestLogsAreSearchedToTheEndForTokensOfAnyScript(t *testing.T) {
	var log strings.Builder
	l := slog.New(slog.NewJSONHandler(&log, nil))
	for i := range 3000 {
		l.Info("request", "method", "GET", "status", 200, "bytes", i*37, "request_id", "6f9c2d1e-8a47-4b0e-9d11-2b6f0c4e7a55")
	}
	for _, text := range []string{"Плимдорквай тест", "日本語の日記テスト文", "Größe Müller"} {
		s, err := NewSearcher([]Token{{"note", text}}, DefaultShapes()...)
		if err != nil {
			t.Fatal(err)
		}
		found, err := s.Search("log", strings.NewReader(log.String()))
		if err != nil || len(found) > 0 {
			t.Errorf("%v, %v", found, err)
		}
		for _, wide := range []string{utf16Text(text, 0), utf16Text(strings.ToUpper(text), 1)} {
			found, err := s.Search("log", strings.NewReader(log.String()+"x"+wide+"\n"))
			if err != nil || len(found) == 0 || found[0].Channel != "note" || !slices.Contains(found[0].Form.Parts(), UTF16) {
				t.Errorf("in UTF-16: %v, %v", found, err)
			}
		}
	}
}

func TestAChannelIsNotNamedAfterItsToken(t *testing.T) {
	_, err := NewSearcher([]Token{{"note vexolmarchen", "Vexolmarchen"}})
	if err == nil || strings.Contains(strings.ToLower(err.Error()), "vexol") {
		t.Errorf("%v", err)
	}
}
