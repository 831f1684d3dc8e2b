package stdio

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/mcpserver/wire"
	"github.com/seed-a76b335c/philint/internal/schema"
)

// maxInFlight bounds the requests that are being answered at one time.
const maxInFlight = 1024

// call is a request that is being answered.
type call struct {
	id        json.RawMessage
	method    string
	version   string
	lane      laneName
	batch     *batch
	withdrawn bool // the client has cancelled it and waits for no answer
}

// batch is a list of requests that is answered by one list.
type batch struct {
	open    int
	answers []json.RawMessage
}

// mux takes messages apart, hands them to the lanes, and writes the answers, one a line.
type mux struct {
	server  json.RawMessage // who answers
	lanes   [lanes3]*lane
	methods map[string]bool

	mu         sync.Mutex
	calls      map[jsonrpc.ID]*call
	unanswered int           // calls whose answer is not written yet
	idle       chan struct{} // closed and replaced when there are none
	negotiated string        // the protocol version of the handshake; "" before it

	write  sync.Mutex
	out    io.Writer
	broken chan struct{} // closed when out cannot be written to
	once   sync.Once
}

func newMux(server json.RawMessage, out io.Writer) *mux {
	m := &mux{server: server, methods: wire.Methods(), out: out, calls: map[jsonrpc.ID]*call{}, idle: make(chan struct{}), broken: make(chan struct{})}
	for name := range lanes3 {
		m.lanes[name] = newLane(m.answer)
	}
	return m
}

// line answers one line, or has it answered.
func (m *mux) line(data []byte) {
	if !schema.Valid(data, wire.MaxDepth) {
		m.send(wire.Failure(nil, mcpserver.ParseError))
		return
	}
	if data[0] != '[' {
		m.message(data, nil)
		return
	}
	var elements []json.RawMessage
	if err := json.Unmarshal(data, &elements); err != nil {
		m.send(wire.Failure(nil, mcpserver.ParseError))
		return
	}
	if len(elements) == 0 {
		m.send(wire.Failure(nil, mcpserver.InvalidRequest("the list is empty")))
		return
	}
	b := &batch{open: 1} // held open until all of it has been handed on
	for _, e := range elements {
		m.message(e, b)
	}
	m.resolve(b)
}

// message hands on one message. What cannot be handed on is answered here.
func (m *mux) message(data []byte, b *batch) {
	msg, fault := wire.Parse(data)
	switch {
	case fault != nil && (msg.ID != nil || msg.Method == ""):
		m.reply(b, wire.Failure(msg.ID, fault))
	case fault != nil, msg.Response:
		// A notification has no answer, not even when it is wrong.
	case msg.ID == nil:
		m.notify(msg)
	default:
		if fault := m.request(&msg, b); fault != nil {
			m.reply(b, wire.Failure(msg.ID, fault))
		}
	}
}

func (m *mux) request(msg *wire.Message, b *batch) *mcpserver.Fault {
	needs, known := m.methods[msg.Method]
	switch {
	case msg.Notification():
		return mcpserver.InvalidRequest("a notification has no id")
	case !known:
		return mcpserver.MethodNotFound
	case needs && msg.Params == nil:
		return mcpserver.Close(msg.Method, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams})
	}
	c, fault := m.begin(msg, b)
	if fault != nil {
		return fault
	}
	req := &jsonrpc.Request{ID: msg.RPCID, Method: msg.Method, Params: msg.Params}
	if !m.lanes[c.lane].put(req) {
		m.finished(&jsonrpc.Response{ID: msg.RPCID, Error: mcpserver.Cancelled})
	}
	return nil
}

// begin notes a call, and where it goes.
func (m *mux) begin(msg *wire.Message, b *batch) (*call, *mcpserver.Fault) {
	m.mu.Lock()
	defer m.mu.Unlock()
	in, version, fault := route(msg, m.negotiated)
	if fault != nil {
		return nil, fault
	}
	if _, twice := m.calls[msg.RPCID]; twice {
		msg.ID = nil // an answer under this id would be taken for the other request's
		return nil, mcpserver.InvalidRequest("its id is that of a request that is not answered yet")
	}
	if len(m.calls) >= maxInFlight {
		return nil, &mcpserver.Fault{Code: jsonrpc.CodeInternalError, Text: "too many requests at one time: wait for answers"}
	}
	c := &call{id: msg.ID, method: msg.Method, version: version, lane: in, batch: b}
	m.calls[msg.RPCID] = c
	m.unanswered++
	if b != nil {
		b.open++
	}
	return c, nil
}

// notify hands on the two notifications that mean something to this server.
func (m *mux) notify(msg wire.Message) {
	switch msg.Method {
	case "notifications/initialized":
		m.mu.Lock()
		ready := m.negotiated != ""
		m.mu.Unlock()
		if ready {
			m.lanes[handshake].put(&jsonrpc.Request{Method: msg.Method})
		}
	case "notifications/cancelled":
		m.withdraw(msg)
	}
}

func (m *mux) withdraw(msg wire.Message) {
	raw := msg.Param("requestId")
	if raw == nil {
		return
	}
	id, ok := wire.Identify(raw)
	if !ok {
		return
	}
	m.mu.Lock()
	c := m.calls[id]
	if c == nil || c.method == "initialize" { // which must not be cancelled
		m.mu.Unlock()
		return
	}
	c.withdrawn = true
	m.mu.Unlock()
	m.lanes[c.lane].put(&jsonrpc.Request{Method: msg.Method, Params: json.RawMessage(`{"requestId":` + string(raw) + `}`)})
}

// answer is where the SDK's sessions write.
func (m *mux) answer(_ context.Context, msg jsonrpc.Message) error {
	switch msg := msg.(type) {
	case *jsonrpc.Response:
		m.finished(msg)
	case *jsonrpc.Request: // a notification to the client
		if line, err := jsonrpc.EncodeMessage(msg); err == nil {
			m.send(line)
		}
	}
	select {
	case <-m.broken:
		return errBroken
	default:
		return nil
	}
}

var errBroken = errors.New("the client does not read any more")

// finished writes the answer of a call.
func (m *mux) finished(r *jsonrpc.Response) {
	m.mu.Lock()
	c := m.calls[r.ID]
	m.mu.Unlock()
	if c == nil {
		return
	}
	line := m.compose(c, r)
	m.mu.Lock()
	if m.calls[r.ID] != c { // answered in the meantime
		m.mu.Unlock()
		return
	}
	delete(m.calls, r.ID) // before the answer is out: the client may then use the id again
	if c.withdrawn {
		line = nil
	}
	m.mu.Unlock()
	m.reply(c.batch, line)
	if c.batch != nil {
		m.resolve(c.batch)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.unanswered--; m.unanswered == 0 {
		close(m.idle)
		m.idle = make(chan struct{})
	}
}

// compose is the answer in the form in which it is written.
func (m *mux) compose(c *call, r *jsonrpc.Response) []byte {
	if r.Error != nil {
		return wire.Failure(c.id, mcpserver.Close(c.method, r.Error))
	}
	version := c.version
	if c.method == "initialize" {
		var res struct {
			ProtocolVersion string `json:"protocolVersion"`
		}
		if json.Unmarshal(r.Result, &res) == nil {
			version = res.ProtocolVersion
			m.mu.Lock()
			m.negotiated = version
			m.mu.Unlock()
		}
	}
	result, err := finish(c.method, version, m.server, r.Result)
	if err != nil {
		return wire.Failure(c.id, mcpserver.Internal(err))
	}
	return wire.Envelope(c.id, "result", result)
}

// reply writes an answer, or keeps it for the list that it belongs to. Nil is no answer.
func (m *mux) reply(b *batch, line []byte) {
	switch {
	case line == nil:
	case b == nil:
		m.send(line)
	default:
		m.mu.Lock()
		b.answers = append(b.answers, line)
		m.mu.Unlock()
	}
}

// resolve writes a list when nothing in it is open any more. Notifications alone have no answer.
func (m *mux) resolve(b *batch) {
	m.mu.Lock()
	b.open--
	done, answers := b.open == 0, b.answers
	m.mu.Unlock()
	if !done || len(answers) == 0 {
		return
	}
	if line, err := wire.Encode(answers); err == nil {
		m.send(line)
	}
}

// send writes one line.
func (m *mux) send(line []byte) {
	m.write.Lock()
	defer m.write.Unlock()
	if _, err := m.out.Write(append(line, '\n')); err != nil {
		m.once.Do(func() { close(m.broken) })
	}
}
