package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-a76b335c/philint/internal/schema"
)

// ToolName is the name of a tool of this program. Names that clients send are strings and never become one.
type ToolName string

// The tools.
const (
	StandardizeReading   ToolName = "standardize_reading"
	StandardizeComplaint ToolName = "standardize_complaint"
	StandardizeReport    ToolName = "standardize_report"
	ResolveIndicator     ToolName = "resolve_indicator"
	NormalizeUnit        ToolName = "normalize_unit"
	ConvertUnit          ToolName = "convert_unit"
	// noTool stands in the log for a name that no tool has.
	noTool ToolName = "unknown"
)

// Tool is one thing that a model can ask for.
type Tool struct {
	Name        ToolName
	Title       string
	Description string // when to use it, when not, and what comes back
	Schema      *schema.Closed
	OpenWorld   bool // it reaches beyond this process
	Call        func(context.Context, schema.Args) (Result, error)
	// Raw takes the arguments as they came, in place of Call: whoever answers has the same schema and holds them to it.
	// They are JSON, or absent.
	Raw func(context.Context, json.RawMessage) (Result, error)
}

// Result is the answer of a tool. An error of [Tool.Call] that is no [schema.Rejection] or [Failure] is unexpected:
// the client learns its type only.
type Result struct {
	Body   any  // a JSON object
	Failed bool // the body says why there is no answer
	// Line puts the body's text on one line; of a failure the text is all there is.
	Line bool
	// Outcome says how it ended, for log and metrics, where that is more than ok or refused.
	Outcome Outcome
}

// Failure is an expected error of a tool, with a text for the model that says what to do. It quotes nothing.
type Failure string

func (f Failure) Error() string { return string(f) }

// The bounds of a description: shorter ones leave a model to guess.
const (
	minDescription = 80
	maxDescription = 4000
)

var toolName = regexp.MustCompile(`^[a-z][a-z0-9_]{2,63}$`)

func (t *Tool) check() error {
	n := utf8.RuneCountInString(t.Description)
	switch {
	case !toolName.MatchString(string(t.Name)):
		return fmt.Errorf("tool %q: the name must match %s", t.Name, toolName)
	case t.Title == "":
		return fmt.Errorf("tool %s has no title", t.Name)
	case n < minDescription || n > maxDescription:
		return fmt.Errorf("tool %s: a description of %d characters, %d to %d are needed", t.Name, n, minDescription, maxDescription)
	case t.Schema == nil || (t.Call == nil) == (t.Raw == nil):
		return fmt.Errorf("tool %s has no schema, or not one body", t.Name)
	}
	return nil
}

// definition is what tools/list publishes. Every tool here reads only.
func (t *Tool) definition() *mcp.Tool {
	no, open := false, t.OpenWorld
	return &mcp.Tool{
		Name: string(t.Name), Title: t.Title, Description: t.Description, InputSchema: t.Schema,
		Annotations: &mcp.ToolAnnotations{
			Title: string(t.Name), ReadOnlyHint: true, DestructiveHint: &no, OpenWorldHint: &open, IdempotentHint: !open,
		},
	}
}

// handler runs the tool behind our own decoder, for the SDK, which checks no arguments of a raw tool.
func (t *Tool) handler() mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		a, err := t.answer(ctx, req.Params.Arguments)
		if err != nil {
			return nil, err
		}
		noteOutcome(ctx, a.outcome)
		return a.result(), nil
	}
}

// answer calls the tool. An error is unexpected.
func (t *Tool) answer(ctx context.Context, arguments json.RawMessage) (answer, error) {
	res, err := t.call(ctx, arguments)
	if err != nil {
		return refusal(err)
	}
	a, err := encoded(res.Body, !res.Line)
	a.failed, a.outcome = res.Failed, res.Outcome
	a.alone = res.Line && res.Failed
	return a, err
}

func (t *Tool) call(ctx context.Context, arguments json.RawMessage) (Result, error) {
	if t.Raw != nil {
		return t.Raw(ctx, arguments)
	}
	args, err := t.Schema.Decode(arguments)
	if err != nil {
		return Result{}, err
	}
	return t.Call(ctx, args)
}

// refused is the answer to a call that was not carried out.
type refused struct {
	Success    bool             `json:"success"`
	Error      string           `json:"error"`
	Kind       string           `json:"kind"`
	Rejections schema.Rejection `json:"rejections,omitempty"`
}

func refusal(err error) (answer, error) {
	var body refused
	if r, ok := errors.AsType[schema.Rejection](err); ok {
		body = refused{Error: r.Error(), Kind: "invalid_arguments", Rejections: r}
	} else if f, ok := errors.AsType[Failure](err); ok {
		body = refused{Error: string(f), Kind: "unavailable"}
	} else {
		return answer{}, err
	}
	a, err := encoded(body, true)
	a.failed = true
	return a, err
}
