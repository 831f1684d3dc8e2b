package stdio

import (
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-a76b335c/philint/internal/mcpserver/wire"
)

// capabilities stand for what the SDK writes as empty objects: nothing changes and nothing can be subscribed to.
var capabilities = map[string]json.RawMessage{
	"tools":     json.RawMessage(`{"listChanged":false}`),
	"prompts":   json.RawMessage(`{"listChanged":false}`),
	"resources": json.RawMessage(`{"subscribe":false,"listChanged":false}`),
}

// finish adds what the protocol asks of every result and the SDK writes in some revisions only: who answers, in which
// protocol version, whether the result is complete, and that a tool has not failed.
func finish(method, version string, server json.RawMessage, result json.RawMessage) (json.RawMessage, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(result, &fields); err != nil {
		return nil, err
	}
	meta := map[string]json.RawMessage{}
	if raw, ok := fields["_meta"]; ok {
		if err := json.Unmarshal(raw, &meta); err != nil {
			return nil, err
		}
	}
	meta[mcp.MetaKeyServerInfo] = server
	var err error
	if meta[versionKey], err = json.Marshal(version); err != nil {
		return nil, err
	}
	if fields["_meta"], err = json.Marshal(meta); err != nil {
		return nil, err
	}
	delete(fields, "resultType") // older clients refuse it
	if version >= wire.Stateless {
		fields["resultType"] = json.RawMessage(`"complete"`)
	}
	switch method {
	case "tools/call":
		if _, ok := fields["isError"]; !ok {
			fields["isError"] = json.RawMessage("false")
		}
	case "initialize", "server/discover":
		if err := spellOut(fields); err != nil {
			return nil, err
		}
	}
	return wire.Encode(fields)
}

func spellOut(fields map[string]json.RawMessage) error {
	var caps map[string]json.RawMessage
	if err := json.Unmarshal(fields["capabilities"], &caps); err != nil {
		return err
	}
	for name := range caps {
		if full, ok := capabilities[name]; ok && string(caps[name]) == "{}" {
			caps[name] = full
		}
	}
	var err error
	fields["capabilities"], err = json.Marshal(caps)
	return err
}
