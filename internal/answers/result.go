package answers

// ToolResult is what a tool returns: the text, and beside it what a program needs to know of it. MCP and chat both
// return this one.
type ToolResult struct {
	Result    string    `json:"result"`
	Status    Status    `json:"status"`
	RowCount  int       `json:"row_count"`
	Truncated bool      `json:"truncated"`
	ErrorKind ErrorKind `json:"error_kind,omitempty"`
}

// Result renders an answer for a model.
func Result(e Envelope) ToolResult {
	out := ToolResult{Status: e.Status, RowCount: e.Meta.RowCount, Truncated: e.Meta.Truncated, ErrorKind: e.ErrorKind}
	if e.Status == Error {
		out.Result = Compact(e)
		return out
	}
	text, cut := written(e)
	if out.Result = text; cut {
		out.Status, out.Truncated = Partial, true
	}
	return out
}
