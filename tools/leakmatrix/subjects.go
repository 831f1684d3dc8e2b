package main

import (
	"io"
	"log/slog"
	"regexp"
	"slices"
	"strings"

	"github.com/m-mizutani/masq"
	slogformatter "github.com/samber/slog-formatter"
	"github.com/seed-a76b335c/philint/redact"
)

// A subject is one way to keep values out of a log, set up as its own documentation advises, with the names
// that a careful team would list.
type subject struct {
	name    string
	handler func(io.Writer) slog.Handler
}

var deniedNames = []string{
	"email", "name", "note", "value", "diagnosis", "url", "body", "token", "remote_addr", "phone", "birth_date", "patient_data", "password",
	"patient_email", "e-mail", "notes",
}

var emailForm = regexp.MustCompile(`[^\s@]+@[^\s@]+\.[a-z]+`)

var subjects = []subject{
	{"redact", func(w io.Writer) slog.Handler { return redact.NewHandler(slog.NewJSONHandler(w, nil)) }},
	{"redact, constant messages", func(w io.Writer) slog.Handler {
		return redact.NewHandler(slog.NewJSONHandler(w, nil), redact.ConstantMessages())
	}},
	{"ReplaceAttr", func(w io.Writer) slog.Handler {
		return slog.NewJSONHandler(w, &slog.HandlerOptions{ReplaceAttr: replaceAttr})
	}},
	{"masq, names", func(w io.Writer) slog.Handler {
		return slog.NewJSONHandler(w, &slog.HandlerOptions{ReplaceAttr: masq.New(masqNames()...)})
	}},
	{"masq, names and regex", func(w io.Writer) slog.Handler {
		return slog.NewJSONHandler(w, &slog.HandlerOptions{ReplaceAttr: masq.New(append(masqNames(), masq.WithRegex(emailForm))...)})
	}},
	{"slog-formatter", func(w io.Writer) slog.Handler {
		return slogformatter.NewFormatterHandler(formatters()...)(slog.NewJSONHandler(w, nil))
	}},
	{"none", func(w io.Writer) slog.Handler { return slog.NewJSONHandler(w, nil) }},
}

func replaceAttr(_ []string, a slog.Attr) slog.Attr {
	if slices.Contains(deniedNames, strings.ToLower(a.Key)) {
		return slog.String(a.Key, "[redacted]")
	}
	return a
}

// masqNames lists each name as it may be spelled in Go and in JSON: masq compares exactly.
func masqNames() []masq.Option {
	opts := []masq.Option{masq.WithTag("secret")}
	for _, n := range deniedNames {
		opts = append(opts, masq.WithFieldName(n), masq.WithFieldName(strings.ToUpper(n[:1])+n[1:]))
	}
	return opts
}

func formatters() []slogformatter.Formatter {
	var fs []slogformatter.Formatter
	for _, n := range deniedNames {
		fs = append(fs, slogformatter.FormatByKey(n, func(slog.Value) slog.Value { return slog.StringValue("[redacted]") }))
	}
	return append(fs, slogformatter.PIIFormatter("user"), slogformatter.ErrorFormatter("error"))
}
