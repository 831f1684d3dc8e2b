package mcpserver

import (
	"context"
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
func guard(tools map[string]ToolName) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			start := time.Now()
			res, err := recovered(ctx, place(tools, method, req), func() (mcp.Result, error) { return next(ctx, method, req) })
			if err != nil {
				err = Close(method, err)
			}
			if call, ok := req.(*mcp.CallToolRequest); ok && method == "tools/call" {
				logCall(ctx, tools, call, res, err, time.Since(start))
			}
			if err != nil {
				return nil, err
			}
			return res, nil
		}
	}
}

// recovered calls f. A panic in it is logged, and answered, by its type; the log has the functions on the stack too.
func recovered(ctx context.Context, place string, f func() (mcp.Result, error)) (res mcp.Result, err error) {
	defer func() {
		if v := recover(); v != nil {
			kind := fmt.Sprintf("%T", v)
			slog.ErrorContext(ctx, "panic", "panic", kind, "stack", functions())
			res, err = nil, &Fault{Code: jsonrpc.CodeInternalError, Text: "internal error: " + place + ": panic: " + kind}
		}
	}()
	return f()
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
func place(tools map[string]ToolName, method string, req mcp.Request) string {
	if call, ok := req.(*mcp.CallToolRequest); ok && call.Params != nil {
		if name, ok := tools[call.Params.Name]; ok {
			return "tool " + string(name)
		}
	}
	return method // one that the SDK knows, or it would not have come here
}

// logCall writes nothing that a client sent: a name that no tool has is not logged, of the arguments their number.
func logCall(ctx context.Context, tools map[string]ToolName, call *mcp.CallToolRequest, res mcp.Result, err error, took time.Duration) {
	name, n := noTool, 0
	if call.Params != nil {
		if known, ok := tools[call.Params.Name]; ok {
			name = known
		}
		members, _ := schema.Members(call.Params.Arguments)
		n = len(members)
	}
	slog.InfoContext(ctx, "tool call", "tool", name, "arg_count", n, "duration", took, "outcome", outcome(res, err))
}

func outcome(res mcp.Result, err error) string {
	if err != nil {
		fault := Close("", err)
		switch {
		case fault == Cancelled:
			return "cancelled"
		case fault.Code == jsonrpc.CodeInternalError:
			return "error"
		}
		return "invalid"
	}
	if r, ok := res.(*mcp.CallToolResult); ok && r.IsError {
		return "refused"
	}
	return "ok"
}
