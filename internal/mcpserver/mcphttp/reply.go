package mcphttp

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/mcpserver/wire"
)

// reply is what is answered: a whole message with a result, or a fault with a text of the program's own.
type reply struct {
	status int
	fault  *mcpserver.Fault
	body   []byte
	extra  [][2]string // headers
}

func refuse(status int, f *mcpserver.Fault) *reply { return &reply{status: status, fault: f} }

func (a *reply) header(name, value string) { a.extra = append(a.extra, [2]string{name, value}) }

// write answers. A fault without an id answers to null, which is for what could not be read.
func (a *reply) write(w http.ResponseWriter, id json.RawMessage) {
	body := a.body
	if a.fault != nil {
		body = wire.Failure(id, a.fault)
	}
	header := w.Header()
	for _, e := range a.extra {
		header.Set(e[0], e[1])
	}
	header.Set("Content-Type", "application/json")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(a.status)
	_, _ = w.Write(body) // whoever asked has gone
}

// newID is the id of a request that has none, in digits that the log takes for an identifier.
func newID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the process instead
	return hex.EncodeToString(b[:])
}
