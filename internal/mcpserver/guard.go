package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-a76b335c/philint/internal/schema"
)

// guard is the one middleware. Inside it a panic ends a request; outside it every error is a [Fault]; and of each call
// of a tool the log has one line.
func (s *Server) guard(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		start := time.Now()
		noted := new(note)
		ctx = context.WithValue(ctx, noteKey{}, noted)
		res, err := recovered(ctx, s.place(method, req), func() (mcp.Result, error) { return next(ctx, method, req) })
		if err != nil {
			err = Close(method, err)
		}
		if call, ok := req.(*mcp.CallToolRequest); ok && method == "tools/call" {
			name, arguments := noTool, json.RawMessage(nil)
			if call.Params != nil {
				arguments = call.Params.Arguments
				// A name that no tool has is the client's, and goes nowhere.
				if t := s.tools[call.Params.Name]; t != nil {
					name = t.Name
				}
			}
			s.called(ctx, name, arguments, time.Since(start), noted.or(outcome(res, err)))
		}
		if err != nil {
			return nil, err
		}
		return res, nil
	}
}

// recovered calls f. A panic in it is logged, and answered, by its type; the log has the functions on the stack too.
func recovered(ctx context.Context, place string, f func() (mcp.Result, error)) (res mcp.Result, err error) {
	defer func() {
		if v := recover(); v != nil {
			res, err = nil, Panicked(ctx, place, v)
		}
	}()
	return f()
}

// Panicked logs a panic that has been recovered, and is the answer to it: the type of v, and in the log the functions
// on the stack. Place is what was at work, in the program's words.
func Panicked(ctx context.Context, place string, v any) *Fault {
	kind := fmt.Sprintf("%T", v)
	slog.ErrorContext(ctx, "panic", "panic", kind, "stack", functions())
	return &Fault{Code: jsonrpc.CodeInternalError, Text: "internal error: " + place + ": panic: " + kind}
}

// functions names what was on the stack when the panic began, innermost first.
func functions() []string {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	var out []string
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			out = out[:0] // what came before is the recovery
		case f.Function != "" && !strings.HasPrefix(f.Function, "runtime."):
			out = append(out, f.Function)
		}
	}
	return out
}

// place is the tool or the method that is at work, as the program names it.
func (s *Server) place(method string, req mcp.Request) string {
	if call, ok := req.(*mcp.CallToolRequest); ok && call.Params != nil {
		if t := s.tools[call.Params.Name]; t != nil {
			return "tool " + string(t.Name)
		}
	}
	return method // one that the SDK knows, or it would not have come here
}

// called tells log and metrics of a call. Nothing that a client sent is in it: of the arguments their number.
func (s *Server) called(ctx context.Context, name ToolName, arguments json.RawMessage, took time.Duration, how Outcome) {
	members, _ := schema.Members(arguments)
	attrs := make([]slog.Attr, 0, 6)
	attrs = append(attrs, slog.String("tool", string(name)), slog.Int("arg_count", len(members)), slog.Duration("duration", took), slog.String("outcome", string(how)))
	if o, ok := ctx.Value(originKey{}).(Origin); ok {
		attrs = append(attrs, slog.String("request_id", o.RequestID), slog.String("key_fingerprint", o.fingerprint()))
	}
	slog.LogAttrs(ctx, slog.LevelInfo, "tool call", attrs...)
	if s.observe != nil {
		s.observe(name, how, took)
	}
}

type (
	noteKey   struct{}
	originKey struct{}
)

// Origin is where a request comes from, for the log.
type Origin struct {
	RequestID   string
	Fingerprint string // of the caller's secret; empty for nobody
}

// WithOrigin puts into the log of the calls in ctx where they come from.
func WithOrigin(ctx context.Context, o Origin) context.Context {
	return context.WithValue(ctx, originKey{}, o)
}

// fingerprint is what the log has of the secret.
//
//philint:safe hexadecimal digits of a hash, cut short: whoever reads them cannot find the secret
func (o Origin) fingerprint() string { return o.Fingerprint }

// note is where a tool says how its call ended.
type note struct{ outcome Outcome }

func (n *note) or(outcome Outcome) Outcome {
	if n.outcome == "" {
		return outcome
	}
	return n.outcome
}

func noteOutcome(ctx context.Context, outcome Outcome) {
	if n, ok := ctx.Value(noteKey{}).(*note); ok {
		n.outcome = outcome
	}
}

// Outcome is how the call of a tool ended.
type Outcome string

// The outcomes. There are no others.
const (
	EndedOK          Outcome = "ok"
	EndedPartial     Outcome = "partial"     // with less than there is, which the answer says
	EndedRefused     Outcome = "refused"     // by the tool: the arguments, or what it was asked for
	EndedDenied      Outcome = "denied"      // the caller may not ask
	EndedUnavailable Outcome = "unavailable" // a later call may be answered
	EndedInvalid     Outcome = "invalid"     // no such tool, or not the form of a call
	EndedCancelled   Outcome = "cancelled"
	EndedFailed      Outcome = "error"
)

func outcome(res mcp.Result, err error) Outcome {
	if err != nil {
		return faulty(err)
	}
	if r, ok := res.(*mcp.CallToolResult); ok && r.IsError {
		return EndedRefused
	}
	return EndedOK
}

// faulty is how a call ended that has no result.
func faulty(err error) Outcome {
	fault := Close("", err)
	switch {
	case fault == Cancelled:
		return EndedCancelled
	case fault.Code == jsonrpc.CodeInternalError:
		return EndedFailed
	}
	return EndedInvalid
}
