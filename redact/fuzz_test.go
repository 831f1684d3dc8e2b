package redact_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/redact"
	"github.com/seed-a76b335c/philint/redact/redacttest"
)

// build makes values out of bytes: each byte chooses a shape, and every text in it is the planted one.
type build struct {
	data []byte
	p    redacttest.Planted
	left int
}

func (b *build) next() byte {
	if len(b.data) == 0 {
		return 0
	}
	c := b.data[0]
	b.data = b.data[1:]
	return c
}

var fuzzKeys = []string{"user_id", "email", "request", "status", "err", "row_count", "note", "stack", "path", "route", "component", "started_at", "ids", "", "user"}

func (b *build) key() string { return fuzzKeys[int(b.next())%len(fuzzKeys)] }

func (b *build) text() string {
	switch b.next() % 4 {
	case 0:
		return b.p.Name
	case 1:
		return b.p.Email
	case 2:
		return b.p.Name + "\n" + b.p.Email
	}
	return `{"note":"` + b.p.Name + `"}`
}

func (b *build) value() any {
	if b.left--; b.left < 0 {
		return b.text()
	}
	switch b.next() % 16 {
	case 0:
		return b.text()
	case 1:
		return []any{b.value(), b.value()}
	case 2:
		return map[string]any{b.key(): b.value(), b.p.Word: 1}
	case 3:
		return errors.New(b.text())
	case 4:
		return fmt.Errorf("%s: %w", b.text(), errors.Join(errors.New(b.text()), nil))
	case 5:
		return json.RawMessage(`{"` + b.key() + `":"` + b.p.Name + `"}`)
	case 6:
		return []byte(b.text())
	case 7:
		return slog.GroupValue(slog.Any(b.key(), b.value()), slog.Any(b.key(), b.value()))
	case 8:
		v := b.value()
		return &v
	case 9:
		return struct {
			UserID, Note string
			Request      any
			*bytes.Buffer
		}{b.text(), b.text(), b.value(), nil}
	case 10:
		return lazy{b.value()}
	case 11:
		return []string{b.text(), "u1"}
	case 12:
		return map[any]any{b.text(): b.value()}
	case 13:
		m := map[string]any{"note": b.text()}
		m["user"] = m
		return m
	case 14:
		return bytes.NewBufferString(b.text())
	}
	return int(b.next())
}

type lazy struct{ v any }

func (l lazy) LogValue() slog.Value { return slog.AnyValue(l.v) }

func FuzzRecordsLeakNothing(f *testing.F) {
	f.Add([]byte("\x01\x02\x03\x04\x05\x06\x07\x08"), byte(3))
	f.Add([]byte("\x09\x02\x0a\x01\x0d\x02\x05\x04\x0c\x0e"), byte(200))
	f.Fuzz(func(t *testing.T, data []byte, seed byte) {
		b := &build{data, redacttest.Plant(int(seed)), 40}
		var j, x bytes.Buffer
		for w, h := range map[*bytes.Buffer]slog.Handler{&j: slog.NewJSONHandler(&j, nil), &x: slog.NewTextHandler(&x, nil)} {
			b.data, b.left = data, 40
			l := slog.New(redact.NewHandler(h, redact.WithStats(new(redact.Stats))))
			if b.next()%2 == 0 {
				l = l.With(b.key(), b.value())
			}
			if b.next()%2 == 0 {
				l = l.WithGroup(b.key())
			}
			l.Info("m", b.key(), b.value(), b.key(), b.value(), b.p.Word, 1)
			if leaks := redacttest.Leaks("", b.p, w.Bytes()); leaks != nil {
				t.Errorf("leaks: %v", leaks)
			}
			if strings.Count(w.String(), "\n") != 1 {
				t.Error("not one line")
			}
		}
		if !json.Valid(j.Bytes()) {
			t.Error("not JSON")
		}
	})
}

func FuzzMessagesStayOnTheirLine(f *testing.F) {
	f.Add("request served")
	f.Add("a\nb\x1b[0m\xff\u2028" + strings.Repeat("\u00e9", 400))
	f.Add("mary@clinic.example 1931-03-08 (555) 010-7788 {\"a\":1}")
	filter := redact.NewFilter(redact.WithStats(new(redact.Stats)))
	f.Fuzz(func(t *testing.T, msg string) {
		out := filter.Message(msg)
		if strings.ContainsAny(out, "\n\r\t\x00\x1b\u2028\u202e") || !utf8.ValidString(out) {
			t.Errorf("%q can break a line", out)
		}
		if n := utf8.RuneCountInString(strings.NewReplacer(`\x`, "", `\u`, "").Replace(out)); len(msg) < 300 && n > 6*300 || n > 6*330 {
			t.Errorf("%d runes", n)
		}
	})
}

func FuzzLinesLeakNothing(f *testing.F) {
	f.Add("msg=%s user_id=%s", byte(1))
	f.Add(`{"msg":"m","email":"%s","request":{"note":["%s"]}}`, byte(2))
	f.Add("2026/11/30 10:00:00 saved email=%s name=%s status=ok", byte(3))
	f.Fuzz(func(t *testing.T, format string, seed byte) {
		p := redacttest.Plant(int(seed))
		if strings.Count(format, "%s") > 4 {
			return
		}
		// The address is what a detector must see wherever it stands.
		line := strings.ReplaceAll(format, "%s", " "+p.Email+" ")
		out := redact.NewFilter(redact.WithStats(new(redact.Stats))).Line(line)
		if strings.Contains(out, p.Email) {
			t.Errorf("the address is in the %d bytes of the line", len(out))
		}
	})
}

func FuzzIdentifiersAreOneWord(f *testing.F) {
	for _, s := range []string{"a1", "mary@x", "1931-03-08", "", "018f4e2a-7b1c-7cc3-98c4-dc0c0c07398f", "eyJ1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		id := redact.ID(s)
		if len(id) > 80 || strings.ContainsAny(id, " \t\n\"'@/=<>{}\\") || redact.ID(id) != id {
			t.Errorf("ID(%q) = %q", s, id)
		}
		var buf bytes.Buffer
		slog.New(redact.NewHandler(slog.NewJSONHandler(io.MultiWriter(&buf), nil))).Info("m", "user_id", id)
		if !strings.Contains(buf.String(), id) {
			t.Errorf("the handler drops what ID returns: %q", id)
		}
	})
}
