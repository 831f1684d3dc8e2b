package mcphttp

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/mcpserver/wire"
	"github.com/seed-a76b335c/philint/internal/schema"
)

// body reads what was sent, no more than there may be.
func (h *Handler) body(w http.ResponseWriter, r *http.Request) ([]byte, *reply) {
	if refused := mediaTypes(r); refused != nil {
		return nil, refused
	}
	tooLarge := refuse(http.StatusRequestEntityTooLarge, mcpserver.InvalidRequest(fmt.Sprintf("a body has at most %d bytes", h.c.MaxBody)))
	if r.ContentLength > h.c.MaxBody {
		w.Header().Set("Connection", "close") // the rest is not read
		return nil, tooLarge
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, h.c.MaxBody))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, tooLarge
	}
	if err != nil {
		return nil, refuse(http.StatusBadRequest, mcpserver.InvalidRequest("the body could not be read to its end"))
	}
	return data, nil
}

// mediaTypes holds a request to JSON, in and out.
func mediaTypes(r *http.Request) *reply {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	charset := params["charset"]
	switch {
	case err != nil || kind != "application/json" || charset != "" && !strings.EqualFold(charset, "utf-8"):
		return refuse(http.StatusUnsupportedMediaType, mcpserver.InvalidRequest("Content-Type must be application/json, in UTF-8"))
	case r.Header.Get("Content-Encoding") != "" && !strings.EqualFold(r.Header.Get("Content-Encoding"), "identity"):
		return refuse(http.StatusUnsupportedMediaType, mcpserver.InvalidRequest("a body must not be compressed"))
	case !acceptsJSON(r.Header.Values("Accept")):
		return refuse(http.StatusNotAcceptable, mcpserver.InvalidRequest("Accept must allow application/json: that is how it is answered"))
	}
	return nil
}

// acceptsJSON reads Accept leniently: clients write application/json, text/event-stream.
func acceptsJSON(values []string) bool {
	if len(values) == 0 {
		return true
	}
	for part := range strings.SplitSeq(strings.Join(values, ","), ",") {
		kind, _, _ := strings.Cut(part, ";")
		switch strings.ToLower(strings.TrimSpace(kind)) {
		case "application/json", "application/*", "*/*":
			return true
		}
	}
	return false
}

// errBody says of a body that it cannot be read as JSON, and nothing of what stands in it.
func errBody() *mcpserver.Fault {
	return &mcpserver.Fault{
		Code: jsonrpc.CodeParseError,
		Text: fmt.Sprintf("parse error: the body must be one JSON object in UTF-8, nested at most %d deep", wire.MaxDepth),
	}
}

// message reads the one message of a body. In a message without an id nothing is wrong: it has no answer.
func message(body []byte) (wire.Message, *reply) {
	if !schema.Valid(body, wire.MaxDepth) {
		return wire.Message{}, refuse(http.StatusBadRequest, errBody())
	}
	if !bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte{'{'}) {
		return wire.Message{}, refuse(http.StatusBadRequest, mcpserver.InvalidRequest("the body must be one object, a single message"))
	}
	m, fault := wire.Parse(body)
	switch {
	case fault == nil, m.ID == nil && m.Method != "":
		return m, nil
	}
	return m, refuse(http.StatusBadRequest, fault)
}
