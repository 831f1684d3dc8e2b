package mcpserver

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// answer is what a tool answered, as JSON.
type answer struct {
	text     []byte
	indented bool
	alone    bool // the text is all there is; else it is there as a structure too
	failed   bool
	outcome  Outcome // how the call ended, where that is more than ok or refused
}

func encoded(body any, indent bool) (answer, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if indent {
		enc.SetIndent("", "  ")
	}
	if err := enc.Encode(body); err != nil {
		return answer{}, fmt.Errorf("encode an answer: %w", err)
	}
	return answer{text: bytes.TrimRight(b.Bytes(), "\n"), indented: indent}, nil
}

// result is the answer for the SDK to write.
func (a *answer) result() *mcp.CallToolResult {
	res := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(a.text)}}, IsError: a.failed}
	if !a.alone {
		res.StructuredContent = json.RawMessage(a.text)
	}
	return res
}

// write writes what the SDK writes of result. Meta and kind are members of results in stateless revisions, "" in others.
func (a *answer) write(out []byte, meta, kind string) []byte {
	out = append(out, '{')
	out = append(out, meta...)
	out = append(out, `"content":[{"type":"text","text":`...)
	out = quoted(out, a.text)
	out = append(out, `}]`...)
	if !a.alone {
		out = append(out, `,"structuredContent":`...)
		out = a.compact(out)
	}
	if a.failed {
		out = append(out, `,"isError":true`...)
	}
	out = append(out, kind...)
	return append(out, '}')
}

func (a *answer) compact(out []byte) []byte {
	if !a.indented {
		return append(out, a.text...)
	}
	b := bytes.NewBuffer(out)
	if json.Compact(b, a.text) != nil { // it was encoded here
		return append(out, a.text...)
	}
	return b.Bytes()
}

// size is about how long the written answer is.
func (a *answer) size() int {
	return 2*len(a.text) + bytes.Count(a.text, []byte{'"'}) + bytes.Count(a.text, []byte{'\\'}) + 128
}

// quoted writes JSON as a JSON string. In JSON that was encoded here there is nothing to escape but quotation marks,
// backslashes and the white space between values.
func quoted(out, text []byte) []byte {
	out = append(out, '"')
	from := 0
	for i, c := range text {
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		out = append(out, text[from:i]...)
		switch from = i + 1; c {
		case '"', '\\':
			out = append(out, '\\', c)
		case '\n':
			out = append(out, '\\', 'n')
		default:
			out = fmt.Appendf(out, `\u%04x`, c)
		}
	}
	out = append(out, text[from:]...)
	return append(out, '"')
}
