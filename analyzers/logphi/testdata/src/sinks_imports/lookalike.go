package sinks_imports

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

type memory struct{ all []string }

func (m *memory) Printf(format string, args ...any) { m.all = append(m.all, format) }

type parser struct{ n int }

func (p *parser) Error(msg string) error { return errors.New(msg) }

// Look-alikes that write nothing to a log.
func lookAlikes(w http.ResponseWriter, out io.Writer, m *memory, p *parser, u user, err error) string {
	keep(w, out)
	m.Printf("%s", u.Email)
	_ = p.Error(u.Email)
	http.Error(w, err.Error(), http.StatusBadRequest)
	var b strings.Builder
	fmt.Fprintf(&b, "%s", u.Email)
	var buf bytes.Buffer
	fmt.Fprintln(&buf, u.Email)
	fmt.Fprint(out, u.Email)
	fmt.Fprintf(w, "%s", u.Email)
	return fmt.Sprintf("%s", u.Email)
}
