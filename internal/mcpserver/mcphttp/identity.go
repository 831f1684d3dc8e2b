package mcphttp

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/seed-a76b335c/philint/internal/audit"
	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/mcpserver/wire"
)

// codeUnauthorized is the code of a request that needs to say who asks.
const codeUnauthorized = -32000

// busyWait is what a client is told to wait when the server is busy or cannot look.
const busyWait = time.Second

// caller finds out who asks, and takes a place for the request under their limits; leave gives it back. The caller is
// nil where the request has no credential. A credential that is not accepted is refused whatever is asked for: a client
// that could begin and list would find out too late.
func (h *Handler) caller(r *http.Request) (c *auth.Caller, leave func(), refused *reply) {
	c, refused = h.identify(r)
	if refused != nil && refused.status >= http.StatusInternalServerError {
		return nil, nil, refused
	}
	limiter, key := h.c.Strangers, ""
	if c != nil {
		limiter, key = h.c.Callers, c.Key
	} else {
		key = network(h.c.ClientAddress(r))
	}
	leave, wait, ok := limiter.Enter(key)
	switch {
	case !ok:
		return nil, nil, later(http.StatusTooManyRequests, "too many requests; ask again later", wait)
	case refused != nil:
		leave()
		return nil, nil, refused
	}
	return c, leave, nil
}

// identify looks the credential up. Both results are nil where there is none.
func (h *Handler) identify(r *http.Request) (*auth.Caller, *reply) {
	var c auth.Caller
	var err error
	switch secret, sent := r.PathValue("secret"), r.Header.Values("Authorization"); {
	case secret != "":
		c, err = h.c.Auth.Link(r.Context(), secret)
	case r.URL.RawQuery != "" && r.URL.Query().Has("access_token"):
		return nil, refuse(http.StatusBadRequest, mcpserver.InvalidRequest("a token goes into the Authorization header, never into an address"))
	case len(sent) == 0:
		return nil, nil
	default:
		token, ok := bearer(sent)
		if !ok {
			return nil, h.unauthorized(r, "invalid_token")
		}
		c, err = h.c.Auth.Token(r.Context(), token, auth.MCPRead)
	}
	switch {
	case err == nil && c.Person != "" && c.Key != "":
		return &c, nil
	case err == nil, errors.Is(err, auth.ErrInvalid):
		return nil, h.unauthorized(r, "invalid_token")
	case errors.Is(err, auth.ErrScope):
		return nil, h.forbidden(r)
	}
	return nil, later(http.StatusServiceUnavailable, "it cannot be looked up now who asks; ask again", busyWait)
}

// may says whether the caller may do what a message asks for. What is not of a record anybody may.
func (h *Handler) may(r *http.Request, caller *auth.Caller, m *wire.Message) *reply {
	op, ofRecord := operations[calledTool(m)]
	switch {
	case caller != nil && !ofRecord && m.Method == "tools/call":
		op = auth.Vocabulary
	case caller != nil && !ofRecord:
		op = auth.Session
	case caller == nil && ofRecord:
		return h.unauthorized(r, "")
	}
	if caller != nil && !caller.May(audit.MCP, op) {
		return h.forbidden(r)
	}
	return nil
}

// bearer is the token of one Authorization header.
func bearer(values []string) (string, bool) {
	if len(values) != 1 {
		return "", false
	}
	scheme, token, ok := strings.Cut(values[0], " ")
	token = strings.TrimSpace(token)
	return token, ok && strings.EqualFold(scheme, "Bearer") && token != "" && !strings.ContainsAny(token, " \t,")
}

// unauthorized is the answer to who must say who they are. The code is that of RFC 6750, empty where nothing was sent.
func (h *Handler) unauthorized(r *http.Request, code string) *reply {
	text := "authentication required: send a token in the Authorization header, as Bearer, or use a personal link"
	challenge := `Bearer resource_metadata="` + h.metadataURL(r) + `", scope="` + string(auth.MCPRead) + `"`
	if code != "" {
		text = "the token or link is not accepted: it is unknown, has expired or was revoked"
		challenge = `Bearer error="` + code + `", resource_metadata="` + h.metadataURL(r) + `", scope="` + string(auth.MCPRead) + `"`
	}
	out := refuse(http.StatusUnauthorized, &mcpserver.Fault{Code: codeUnauthorized, Text: text})
	out.header("WWW-Authenticate", challenge)
	return out
}

// forbidden is the answer to a token that is for something else.
func (h *Handler) forbidden(r *http.Request) *reply {
	out := refuse(http.StatusForbidden, &mcpserver.Fault{Code: codeUnauthorized, Text: "the token is for something else: this needs the scope " + string(auth.MCPRead)})
	out.header("WWW-Authenticate", `Bearer error="insufficient_scope", scope="`+string(auth.MCPRead)+`", resource_metadata="`+h.metadataURL(r)+`"`)
	return out
}

func (h *Handler) metadataURL(r *http.Request) string { return h.origins.own(r) + MetadataPath }

// later is a refusal that does not last.
func later(status int, text string, wait time.Duration) *reply {
	out := refuse(status, &mcpserver.Fault{Code: jsonrpc.CodeInternalError, Text: text})
	out.header("Retry-After", strconv.Itoa(max(1, int((wait+time.Second-1)/time.Second))))
	return out
}

// metadata is the protected resource's description of RFC 9728.
func (h *Handler) metadata(w http.ResponseWriter, r *http.Request) {
	defer contain(w, r)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if !h.origins.host(r.Host) {
		refuse(http.StatusForbidden, mcpserver.InvalidRequest("the Host header names another server")).write(w, nil)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		refuse(http.StatusMethodNotAllowed, mcpserver.InvalidRequest("read it with GET")).write(w, nil)
		return
	}
	body, err := json.Marshal(struct {
		Resource             string       `json:"resource"`
		AuthorizationServers []string     `json:"authorization_servers,omitempty"`
		Scopes               []auth.Scope `json:"scopes_supported"`
		Methods              []string     `json:"bearer_methods_supported"`
		Name                 string       `json:"resource_name"`
	}{h.origins.own(r) + Path, h.c.AuthorizationServers, []auth.Scope{auth.MCPRead}, []string{"header"}, serverTitle})
	if err != nil {
		refuse(http.StatusInternalServerError, mcpserver.Internal(err)).write(w, nil)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body)
}
