package mcphttp

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/seed-a76b335c/philint/internal/answers"
	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/redact"
)

// kept is what a tool of the record answers from: what the access log calls it, and when there is none of it.
type kept struct {
	operation string
	missing   func(Presence) bool
}

// keeps are the tools of the record.
func keeps() map[string]kept {
	return map[string]kept{
		answers.ReadingsTool:    {"readings", func(p Presence) bool { return !p.Readings }},
		answers.MedicationsTool: {"medications", func(p Presence) bool { return !p.Medications }},
	}
}

// recordTools are the tools of the answers layer, with its schemas and descriptions as they are.
func (h *Handler) recordTools() []mcpserver.Tool {
	var out []mcpserver.Tool
	operations := keeps()
	for _, t := range answers.Tools() {
		operation := operations[t.Name].operation
		out = append(out, mcpserver.Tool{
			Name: mcpserver.ToolName(t.Name), Title: t.Title, Description: t.Description, Schema: t.Schema,
			Raw: func(ctx context.Context, arguments json.RawMessage) (mcpserver.Result, error) {
				return h.answer(ctx, t.Name, operation, arguments), nil
			},
		})
	}
	return out
}

// answer asks the answers layer, and has it taken down before the answer leaves.
func (h *Handler) answer(ctx context.Context, tool, operation string, arguments json.RawMessage) mcpserver.Result {
	q := requestOf(ctx)
	if q.caller == nil { // the gate before it lets nobody through
		return result(refusal(answers.Denied, answers.Unrecoverable, "authorization required: the call says for nobody's record that it may be read"))
	}
	e := h.c.Answers.Ask(ctx, q.caller.Person, tool, arguments, answers.ForModel())
	how := outcomes[e.ErrorKind]
	if e.Status == answers.Partial {
		how = ended{"partial", mcpserver.EndedPartial}
	}
	err := h.c.Audit.Record(ctx, q.caller.Person, Entry{
		Actor: q.caller.Account, Operation: operation, Rows: e.Meta.RowCount, Outcome: how.audit, RequestID: q.id,
	})
	if err != nil {
		return result(refusal(answers.Unavailable, answers.Recoverable, tool+": "+string(answers.Unavailable)+": the access log cannot be written ("+redact.ErrType(err)+")"))
	}
	return result(e)
}

// refusal is an envelope of this package's own. Its kinds and classes are constants, so there is always one.
func refusal(kind answers.ErrorKind, class answers.ErrorClass, text string) answers.Envelope {
	e, _ := answers.Refusal(kind, class, []string{text})
	return e
}

// ended is how a question ended, for the access log and for the log.
type ended struct {
	audit string
	call  mcpserver.Outcome
}

// outcomes are the ends of questions by the kind of error; "" is none.
var outcomes = map[answers.ErrorKind]ended{
	"":                       {"ok", mcpserver.EndedOK},
	answers.InvalidArguments: {"refused", mcpserver.EndedRefused},
	answers.RepeatedCall:     {"refused", mcpserver.EndedRefused},
	answers.NoData:           {"refused", mcpserver.EndedRefused},
	answers.Denied:           {"denied", mcpserver.EndedDenied},
	answers.Unavailable:      {"failed", mcpserver.EndedUnavailable},
	answers.Internal:         {"failed", mcpserver.EndedFailed},
}

func result(e answers.Envelope) mcpserver.Result {
	how := outcomes[e.ErrorKind].call
	if e.Status == answers.Partial {
		how = mcpserver.EndedPartial
	}
	return mcpserver.Result{Body: answers.Result(e), Failed: e.Status == answers.Error, Line: true, Outcome: how}
}

// hide names the tools that have nothing to answer from. Nobody in particular is offered all, and so is whoever asks
// about a record that cannot be looked into now, or whose looking into cannot be taken down.
func (h *Handler) hide(ctx context.Context) []mcpserver.ToolName {
	q := requestOf(ctx)
	if q.caller == nil {
		return nil
	}
	p := h.c.Answers.Presence(ctx, q.caller.Person)
	err := h.c.Audit.Record(ctx, q.caller.Person, Entry{Actor: q.caller.Account, Operation: "presence", Outcome: "ok", RequestID: q.id})
	if err != nil {
		return nil
	}
	var hidden []mcpserver.ToolName
	for tool, k := range keeps() {
		if k.missing(p) {
			hidden = append(hidden, mcpserver.ToolName(tool))
		}
	}
	slices.Sort(hidden)
	return hidden
}
