package mcphttp

import (
	"context"
	"encoding/json"

	"github.com/seed-a76b335c/philint/internal/answers"
	"github.com/seed-a76b335c/philint/internal/audit"
	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/redact"
)

// operations are what the access log calls the tools of the record.
var operations = map[string]audit.Operation{
	answers.ReadingsTool:    audit.Readings,
	answers.MedicationsTool: audit.Medications,
}

// recordTools are the tools of the answers layer, with its schemas and descriptions as they are.
func (h *Handler) recordTools() []mcpserver.Tool {
	var out []mcpserver.Tool
	for _, t := range answers.Tools() {
		out = append(out, mcpserver.Tool{
			Name: mcpserver.ToolName(t.Name), Title: t.Title, Description: t.Description, Schema: t.Schema,
			Raw: func(ctx context.Context, arguments json.RawMessage) (mcpserver.Result, error) {
				return h.answer(ctx, t.Name, arguments), nil
			},
		})
	}
	return out
}

// answer asks the answers layer, and has it taken down before the answer leaves.
func (h *Handler) answer(ctx context.Context, tool string, arguments json.RawMessage) mcpserver.Result {
	q := requestOf(ctx)
	if q.caller == nil { // the gate before it lets nobody through
		return result(refusal(answers.Denied, answers.Unrecoverable, "authorization required: the call says for nobody's record that it may be read"))
	}
	e := h.c.Answers.Ask(ctx, q.caller.Person, tool, arguments, answers.ForModel())
	err := h.c.Audit.Record(ctx, q.caller.Person, audit.Entry{
		Actor: q.caller.Account, Surface: audit.MCP, Operation: operations[tool], Rows: e.Meta.RowCount, Outcome: howEnded(&e).audit, RequestID: q.id,
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
	audit audit.Outcome
	call  mcpserver.Outcome
}

// outcomes are the ends of questions by the kind of error; "" is none.
var outcomes = map[answers.ErrorKind]ended{
	"":                       {audit.OK, mcpserver.EndedOK},
	answers.InvalidArguments: {audit.Refused, mcpserver.EndedRefused},
	answers.RepeatedCall:     {audit.Refused, mcpserver.EndedRefused},
	answers.NoData:           {audit.Refused, mcpserver.EndedRefused},
	answers.Denied:           {audit.Denied, mcpserver.EndedDenied},
	answers.Unavailable:      {audit.Failed, mcpserver.EndedUnavailable},
	answers.Internal:         {audit.Failed, mcpserver.EndedFailed},
}

func howEnded(e *answers.Envelope) ended {
	if e.Status == answers.Partial {
		return ended{audit.Partial, mcpserver.EndedPartial}
	}
	return outcomes[e.ErrorKind]
}

func result(e answers.Envelope) mcpserver.Result {
	return mcpserver.Result{Body: answers.Result(e), Failed: e.Status == answers.Error, Line: true, Outcome: howEnded(&e).call}
}

// hide names the tools that have nothing to answer from. Nobody in particular is offered all, and so is whoever asks
// about a record that cannot be looked into now, or whose looking into cannot be taken down.
func (h *Handler) hide(ctx context.Context) []mcpserver.ToolName {
	q := requestOf(ctx)
	if q.caller == nil {
		return nil
	}
	p := h.c.Answers.Presence(ctx, q.caller.Person)
	err := h.c.Audit.Record(ctx, q.caller.Person, audit.Entry{
		Actor: q.caller.Account, Surface: audit.MCP, Operation: audit.Presence, Outcome: audit.OK, RequestID: q.id,
	})
	if err != nil {
		return nil
	}
	var hidden []mcpserver.ToolName
	if !p.Readings {
		hidden = append(hidden, answers.ReadingsTool)
	}
	if !p.Medications {
		hidden = append(hidden, answers.MedicationsTool)
	}
	return hidden
}
