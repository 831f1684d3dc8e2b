package report

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/seed-a76b335c/philint/internal/fhir"
	"github.com/seed-a76b335c/philint/internal/llm"
	"github.com/seed-a76b335c/philint/internal/standardize"
)

// Reader reads reports.
type Reader struct {
	// Model lists the rows; nil where none is configured.
	Model Completer
	// Standard codes them.
	Standard *standardize.Standardizer
	// PDF reads a text layer.
	PDF PDFText
}

// Report is what was read.
type Report struct {
	Observations []fhir.Observation
	Coded        int
	// Note says how it was read and what was left out.
	Note string
}

// ReadFile reads a file of text or PDF. Errors are those of the package, of the context, or *llm.Error.
func (r Reader) ReadFile(ctx context.Context, path string) (Report, error) {
	// Without a model nothing can come of it, so the file is not opened.
	if r.Model == nil {
		return Report{}, ErrNoModel
	}
	text, err := FileText(ctx, path, r.PDF)
	if err != nil {
		return Report{}, err
	}
	return r.ReadText(ctx, text)
}

// ReadText reads a text.
func (r Reader) ReadText(ctx context.Context, text string) (Report, error) {
	if r.Model == nil {
		return Report{}, ErrNoModel
	}
	text, err := bounded(text)
	if err != nil {
		return Report{}, err
	}
	rows, err := List(ctx, r.Model, text)
	if err != nil {
		return Report{}, err
	}
	out := Report{Observations: []fhir.Observation{}, Note: note(rows)}
	for _, row := range rows.Rows {
		o, coded := r.Standard.Reading(standardize.Reading{Name: row.Name, Value: row.Value, Unit: row.Unit, Effective: row.Collected})
		out.Observations = append(out.Observations, o)
		if coded {
			out.Coded++
		}
	}
	return out, nil
}

func note(rows Rows) string {
	parts := []string{"a language model listed the rows; names and units were coded here, by the vocabularies"}
	if n := rows.Unseen; n > 0 {
		parts = append(parts, fmt.Sprintf("%d %s left out, because the document does not print them so", n, plural(n, "listed row was", "listed rows were")))
	}
	if n := rows.Nameless; n > 0 {
		parts = append(parts, fmt.Sprintf("%d %s left out for want of a name", n, plural(n, "row was", "rows were")))
	}
	if rows.Undated {
		parts = append(parts, "a collection date is printed in a form that does not read in one way only: it was not used")
	}
	if len(rows.Rows) == 0 {
		parts = append(parts, "no result rows were found")
	}
	return strings.Join(parts, "; ")
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Advice says what a person can do about a model's failure, without what the endpoint said.
func Advice(err error) (string, bool) {
	var e *llm.Error
	if !errors.As(err, &e) {
		return "", false
	}
	switch e.Kind {
	case llm.NotConfigured, llm.BadConfig:
		return ErrNoModel.Error(), true
	case llm.Unauthorized:
		return "the model endpoint refuses the key: check " + llm.EnvKey, true
	case llm.Limited:
		return "the model endpoint is over its limit: try again later", true
	case llm.Timeout, llm.Unreachable:
		return "the model endpoint does not answer: check " + llm.EnvURL + " and that it runs", true
	case llm.Cut, llm.TooLarge:
		return "the model's answer was cut or too long: give a shorter document or another model", true
	}
	if e.Kind == llm.Refused && e.Status == http.StatusNotFound {
		return "the model endpoint does not know the address or the model: " + llm.EnvURL + " is what stands before /chat/completions (it often ends in /v1), and " + llm.EnvModel + " the model's name there", true
	}
	return "the model endpoint failed: " + e.Error(), true
}
