package web

import (
	"cmp"
	"context"
	"encoding/json"
	"regexp"
	"strings"

	"github.com/seed-a76b335c/philint/internal/answers"
	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/redact"
)

// argument is a tool's argument and the query parameter that it is read from.
type argument struct {
	parameter
	name string
}

// toolArguments are a question's parameters as a tool's arguments.
func toolArguments(list []argument, v values) (json.RawMessage, error) {
	out := map[string]any{}
	for _, a := range list {
		switch sent := v[a.parameter.name]; {
		case len(sent) == 0:
		case a.list:
			out[a.name] = sent
		default:
			out[a.name] = sent[0]
		}
	}
	return json.Marshal(out)
}

func parametersOf(list []argument) []parameter {
	out := make([]parameter, 0, len(list))
	for _, a := range list {
		out = append(out, a.parameter)
	}
	return out
}

// ask puts a question to the answers layer.
func ask(tool string, list []argument) func(s *surface, ctx context.Context, who auth.Caller, v values) reply {
	words := map[string]string{}
	for _, a := range list {
		words[a.name] = a.parameter.name
	}
	inQuery := func(text string) string {
		return argumentName.ReplaceAllStringFunc(text, func(word string) string { return cmp.Or(words[word], word) })
	}
	return func(s *surface, ctx context.Context, who auth.Caller, v values) reply {
		arguments, err := toolArguments(list, v)
		if err != nil {
			return failed(err)
		}
		return rendered(s.Answers.Ask(ctx, who.Person, tool, arguments, answers.ForBrowser()), inQuery)
	}
}

// statuses are the problems that an unanswered question is.
var statuses = map[answers.ErrorKind]ProblemType{
	answers.InvalidArguments: InvalidParameter,
	answers.Denied:           Forbidden,
	answers.NoData:           NotFound,
	answers.Unavailable:      Unavailable,
	answers.Internal:         InternalError,
	answers.RepeatedCall:     TooManyRequests,
}

// rendered is an envelope as a reply.
func rendered(e answers.Envelope, inQuery func(string) string) reply {
	if e.Status == answers.Error {
		return reply{problem: unanswered(e, inQuery)}
	}
	body, err := answers.REST(e)
	if err != nil {
		return failed(err)
	}
	return reply{body: body, rows: e.Meta.RowCount, partial: e.Status == answers.Partial}
}

// document is a page that is no envelope, or why there is none.
func document(page any, rows int, partial bool, failure *answers.Envelope) reply {
	if failure != nil {
		return reply{problem: unanswered(*failure, sameWords)}
	}
	body, err := json.Marshal(page)
	if err != nil {
		return failed(err)
	}
	return reply{body: body, rows: rows, partial: partial}
}

// sameWords is for questions whose parameters are called as in the query.
func sameWords(text string) string { return text }

// argumentName is a whole word: the name of a tool that ends in an argument's is none.
var argumentName = regexp.MustCompile(`[A-Za-z0-9_]+`)

var parameterName = regexp.MustCompile(`^[a-z_]+`)

// unanswered is an envelope without an answer as a problem. Its reasons are the program's own words. Those for which a
// question is not right name arguments; here they name query parameters.
func unanswered(e answers.Envelope, inQuery func(string) string) *Problem {
	p := &Problem{Type: statuses[e.ErrorKind], Detail: strings.Join(e.Assumptions, "; ")}
	switch p.Type {
	case InvalidParameter:
		p.Detail = inQuery(p.Detail)
		// The first that is wrong: "start: must be …; keyword[3]: …".
		p.Parameter = parameterName.FindString(p.Detail)
	case Unavailable:
		p.Retry = retryAfter
	}
	return p
}

func failed(err error) reply {
	return reply{problem: &Problem{Type: InternalError, Detail: redact.ErrType(err)}}
}
