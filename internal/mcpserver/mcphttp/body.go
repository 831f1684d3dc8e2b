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
	if r.ContentLength > h.c.MaxBody {
		w.Header().Set("Connection", "close") // the rest is not read
		return nil, h.tooLarge()
	}
	data, err := readAll(http.MaxBytesReader(w, r.Body, h.c.MaxBody), r.ContentLength)
	if err == nil {
		return data, nil
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, h.tooLarge()
	}
	return nil, refuse(http.StatusBadRequest, mcpserver.InvalidRequest("the body could not be read to its end"))
}

func (h *Handler) tooLarge() *reply {
	return refuse(http.StatusRequestEntityTooLarge, mcpserver.InvalidRequest(fmt.Sprintf("a body has at most %d bytes", h.c.MaxBody)))
}

// roomAhead is how much is made ready for a body that says how long it is: more comes as it is read.
const roomAhead = 16 << 10

// readAll reads r, of which a client says that it has length bytes, or -1.
func readAll(r io.Reader, length int64) ([]byte, error) {
	if length < 0 || length > roomAhead {
		return io.ReadAll(r)
	}
	var b bytes.Buffer
	b.Grow(int(length) + bytes.MinRead) // the end is found without more room
	_, err := b.ReadFrom(r)
	return b.Bytes(), err
}

// mediaTypes holds a request to JSON, in and out.
func mediaTypes(r *http.Request) *reply {
	kind, charset, err := mediaType(r.Header.Get("Content-Type"))
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

func mediaType(header string) (kind, charset string, err error) {
	if header == "application/json" { // as nearly everybody writes it
		return header, "", nil
	}
	kind, params, err := mime.ParseMediaType(header)
	return kind, params["charset"], err
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
