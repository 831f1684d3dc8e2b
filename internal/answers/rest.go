package answers

import (
	"encoding/json"
	"fmt"
)

// restAnswer is an answer as a browser reads it. Its keys are a contract: a client cannot read a key that moved. Raw
// answers readings or the catalogue, which it tells from the rows: only a reading has row_id, and only a series last_date.
type restAnswer struct {
	Rows      Rows       `json:"rows"` // the only place that data is
	Count     int        `json:"count"`
	Total     int        `json:"total"` // series in the catalogue, else the count
	Truncated bool       `json:"truncated"`
	Cut       string     `json:"cut"`
	Window    restWindow `json:"window"`
	View      View       `json:"view"`
	Status    Status     `json:"status"`
	Notes     []string   `json:"notes"` // how to read the answer, also what of a question it does not have; of an error the reasons
	ErrorKind ErrorKind  `json:"error_kind,omitempty"`
}

type restWindow struct {
	Start     string    `json:"start"`
	End       string    `json:"end"`
	TZ        string    `json:"tz"`
	Semantics Semantics `json:"semantics"`
}

// REST is an answer as JSON for a browser: rows are objects with all of their fields.
func REST(e Envelope) ([]byte, error) {
	m := &e.Meta
	out := restAnswer{
		Rows: e.Data, Count: m.RowCount, Total: m.RowCount, Truncated: m.Truncated, Cut: m.Cut,
		Window: restWindow{m.Start, m.End, m.TZ, m.Semantics}, View: m.View, Status: e.Status, ErrorKind: e.ErrorKind,
		Notes: append([]string{}, e.Assumptions...),
	}
	if m.CatalogTotal > 0 {
		out.Total = m.CatalogTotal
	}
	if out.Rows == nil {
		out.Rows = &list[struct{}]{}
	}
	b, err := json.Marshal(out)
	if err != nil {
		return nil, fmt.Errorf("encode an answer: %w", err)
	}
	return b, nil
}
