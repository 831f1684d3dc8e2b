package web

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/seed-a76b335c/philint/internal/audit"
	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/redact"
)

// maxBody is how much of a request's content is looked at before it is called too large. Reading takes none.
const maxBody = 64 << 10

// retryAfter is the advice where the record cannot be reached.
const retryAfter = 5 * time.Second

// question is a route that reads a person's record.
type question struct {
	operation  audit.Operation
	parameters []parameter
	answer     func(s *surface, ctx context.Context, who auth.Caller, v values) reply
}

// reply is what a question is answered with: a body, or a problem.
type reply struct {
	body    []byte
	rows    int
	partial bool
	problem *Problem
}

// read answers a question: who asks, may they, how often, for what. What left the server stands in the access log before
// it leaves.
func (s *surface) read(q question) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who, p := s.caller(w, r, q.operation)
		if p == nil {
			NoteCaller(r.Context(), who.Key)
			leave, wait, ok := s.Limiter.Enter(who.Key)
			if ok {
				defer leave()
			} else {
				p = &Problem{Type: TooManyRequests, Detail: "this token asks too often, or for too much at once", Retry: max(wait, time.Second)}
			}
		}
		if p == nil {
			p = noContent(r)
		}
		if p != nil {
			WriteProblem(w, *p)
			return
		}
		answer := s.answer(r, q, who)
		if err := s.took(r.Context(), q.operation, who, &answer); err != nil {
			answer = reply{problem: &Problem{Type: Unavailable, Detail: "the access log cannot be written: " + redact.ErrType(err), Retry: retryAfter}}
		}
		if answer.problem != nil {
			WriteProblem(w, *answer.problem)
			return
		}
		writeJSON(w, http.StatusOK, answer.body)
	})
}

func (s *surface) answer(r *http.Request, q question, who auth.Caller) reply {
	v, p := query(r, q.parameters)
	if p != nil {
		return reply{problem: p}
	}
	return q.answer(s, r.Context(), who, v)
}

// took enters a read into the record's access log.
func (s *surface) took(ctx context.Context, op audit.Operation, who auth.Caller, a *reply) error {
	e := audit.Entry{
		Actor: who.Account, Surface: audit.REST, Operation: op, Rows: a.rows, Outcome: audit.OK, RequestID: redact.RequestID(ctx),
	}
	switch {
	case a.problem != nil:
		e.Outcome = ended[a.problem.Type]
	case a.partial:
		e.Outcome = audit.Partial
	}
	return s.Audit.Record(ctx, who.Person, e)
}

// ended is how a question ended that was answered with a problem.
var ended = map[ProblemType]audit.Outcome{
	InvalidParameter: audit.Refused, NotFound: audit.Refused, TooManyRequests: audit.Refused, Forbidden: audit.Denied, Unavailable: audit.Failed, InternalError: audit.Failed,
}

// noContent refuses a request with content: reading has nothing to read from it.
func noContent(r *http.Request) *Problem {
	switch {
	case r.ContentLength > maxBody:
		return &Problem{Type: ContentTooLarge, Detail: "this route takes no content"}
	case r.ContentLength != 0:
		return &Problem{Type: NoContentTaken, Detail: "send the question in the query"}
	}
	return nil
}

// caller finds out who asks, and whether they may. There is one answer to every token that is not accepted.
func (s *surface) caller(w http.ResponseWriter, r *http.Request, op audit.Operation) (auth.Caller, *Problem) {
	need, ok := auth.Needs(audit.REST, op)
	if !ok {
		return auth.Caller{}, &Problem{Type: Forbidden, Detail: "no token opens this"}
	}
	say := "send a token with the scope " + string(need) + " in the header Authorization: Bearer"
	sent := r.Header.Values("Authorization")
	if len(sent) == 0 {
		w.Header().Set("WWW-Authenticate", "Bearer")
		return auth.Caller{}, &Problem{Type: Unauthorized, Detail: say}
	}
	scheme, secret, _ := strings.Cut(sent[0], " ")
	err := auth.ErrInvalid
	var who auth.Caller
	if len(sent) == 1 && strings.EqualFold(scheme, "Bearer") {
		who, err = s.Auth.Token(r.Context(), strings.TrimSpace(secret), need)
	}
	switch {
	case err == nil:
		return who, nil
	case errors.Is(err, auth.ErrInvalid):
		w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
		return auth.Caller{}, &Problem{Type: Unauthorized, Detail: say + "; the one that was sent is not known, or no longer"}
	case errors.Is(err, auth.ErrScope):
		w.Header().Set("WWW-Authenticate", `Bearer error="insufficient_scope", scope="`+string(need)+`"`)
		return auth.Caller{}, &Problem{Type: Forbidden, Detail: "the token has not the scope " + string(need)}
	}
	return auth.Caller{}, &Problem{Type: Unavailable, Detail: "it cannot be looked up who asks: " + redact.ErrType(err), Retry: retryAfter}
}
