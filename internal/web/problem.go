package web

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// ProblemType names a way in which a request fails.
type ProblemType string

// The types of problems. There are no others, and docs/rest.md has a heading for each.
const (
	InvalidParameter ProblemType = "invalid-parameter"
	Unauthorized     ProblemType = "unauthorized"
	Forbidden        ProblemType = "forbidden"
	NotFound         ProblemType = "not-found"
	MethodNotAllowed ProblemType = "method-not-allowed"
	ContentTooLarge  ProblemType = "content-too-large"
	NoContentTaken   ProblemType = "unsupported-media-type"
	TooManyRequests  ProblemType = "too-many-requests"
	InternalError    ProblemType = "internal-error"
	Unavailable      ProblemType = "unavailable"
)

// problems are the status and the title of each type.
var problems = map[ProblemType]struct {
	status int
	title  string
}{
	InvalidParameter: {http.StatusBadRequest, "A parameter is not right"},
	Unauthorized:     {http.StatusUnauthorized, "A valid token is needed"},
	Forbidden:        {http.StatusForbidden, "The token does not allow this"},
	NotFound:         {http.StatusNotFound, "There is nothing here"},
	MethodNotAllowed: {http.StatusMethodNotAllowed, "The method is not offered here"},
	ContentTooLarge:  {http.StatusRequestEntityTooLarge, "The request is too large"},
	NoContentTaken:   {http.StatusUnsupportedMediaType, "This route takes no content"},
	TooManyRequests:  {http.StatusTooManyRequests, "Too many requests"},
	InternalError:    {http.StatusInternalServerError, "The server failed"},
	Unavailable:      {http.StatusServiceUnavailable, "The record cannot be reached now"},
}

// problemBase is where the types are explained.
const problemBase = "https://github.com/seed-a76b335c/philint/blob/main/docs/rest.md#"

// Problem is a failed request as its client sees it. Detail and Parameter are the program's own words.
type Problem struct {
	Type      ProblemType
	Detail    string
	Parameter string        // the query parameter that was not right, "" for none
	Retry     time.Duration // when to ask again, 0 for no advice
}

// WriteProblem answers with a problem.
func WriteProblem(w http.ResponseWriter, p Problem) {
	kind, known := problems[p.Type]
	if !known {
		p = Problem{Type: InternalError}
		kind = problems[InternalError]
	}
	body, err := json.Marshal(struct {
		Type      string `json:"type"`
		Title     string `json:"title"`
		Status    int    `json:"status"`
		Detail    string `json:"detail,omitempty"`
		Parameter string `json:"parameter,omitempty"`
	}{problemBase + string(p.Type), kind.title, kind.status, p.Detail, p.Parameter})
	if err != nil { // strings and a number
		body = []byte("{}")
	}
	if p.Retry > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int((p.Retry+time.Second-1)/time.Second)))
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(kind.status)
	_, _ = w.Write(body) // whoever asked has gone
}

// writeJSON answers with a document.
func writeJSON(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// ProblemTypes are all types, sorted.
func ProblemTypes() []ProblemType { return slices.Sorted(maps.Keys(problems)) }
