package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/schema"
)

// parameter is a query parameter that a route takes.
type parameter struct {
	name string
	// list says that it may be given more than once: each time is one element, and a comma is a comma.
	list bool
}

// values are the query parameters of a request that were given. Of those that are no list there is one.
type values map[string][]string

// one is a parameter that is no list, "" where it was not given.
func (v values) one(name string) string {
	if len(v[name]) == 0 {
		return ""
	}
	return v[name][0]
}

// query reads the parameters of a request. A problem names what was not right, never what was sent.
func query(r *http.Request, known []parameter) (values, *Problem) {
	sent, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, &Problem{Type: InvalidParameter, Detail: "the query is not well formed: name=value pairs with & between them, percent-encoded"}
	}
	out := values{}
	for _, name := range sortedKeys(sent) {
		at := slices.IndexFunc(known, func(p parameter) bool { return p.name == name })
		switch {
		case at < 0:
			shown := schema.Shown(name)
			return nil, &Problem{Type: InvalidParameter, Parameter: shown, Detail: shown + ": unknown parameter; accepted: " + strings.Join(names(known), ", ")}
		case !known[at].list && len(sent[name]) > 1:
			return nil, &Problem{Type: InvalidParameter, Parameter: name, Detail: name + ": given more than once; give it once"}
		}
		for _, v := range sent[name] {
			if !utf8.ValidString(v) {
				return nil, &Problem{Type: InvalidParameter, Parameter: name, Detail: name + ": must be UTF-8"}
			}
			// What is left empty in a form was not given.
			if v != "" {
				out[name] = append(out[name], v)
			}
		}
	}
	return out, nil
}

func names(known []parameter) []string {
	out := make([]string, 0, len(known))
	for _, p := range known {
		out = append(out, p.name)
	}
	slices.Sort(out)
	return out
}

func sortedKeys(v url.Values) []string {
	out := make([]string, 0, len(v))
	for k := range v {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
