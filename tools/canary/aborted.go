package canarycheck

import (
	"context"
	"strings"
)

// aborted has another server end while it waits for the rest of a question, for as long as it waits for any, and cut it off
// then. The one that is looked at in the first place ends as it should: see end.
func (d *Driver) aborted(ctx context.Context) {
	data := []string{"--data", d.target.Path("ending")}
	run := func(name string, more ...string) string {
		out := d.command(ctx, "", nil, append(append(strings.Fields(name), data...), more...)...)
		if out.Code != 0 {
			d.fault("the command %q does not do what it should: status %d", name, out.Code)
		}
		return strings.TrimSpace(string(out.Stdout))
	}
	person := run("user add", "--name", "Ada", "--zone", "UTC")
	run("user add-account", "--person", person, "--email", "ada@example.org")
	token := run("token add", "--account", "ada@example.org", "--label", "reader")
	asks, err := d.target.Put(ctx, "asks", []byte("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "+token+"\r\nContent-Type: application/json\r\nUser-Agent: "+d.word(inUserAgent)+
		"\r\nContent-Length: 1000\r\n\r\n"+`{"jsonrpc":"2.0","id":"`+d.word(inIdentity)+`","method":"tools/call","params":{"name":"query_health_indicators","arguments":{"keywords":["`+d.word(inBody)))
	if err != nil {
		d.fault("a file cannot be put beside the server: %v", err)
		return
	}
	out := d.beside(ctx, "end", asks, "", append([]string{"serve", "--log-level", "debug"}, data...)...)
	if out.Code != 0 || !strings.Contains(string(out.Stderr), `"aborted":true`) {
		d.fault("a server that is told to end does not cut off a question that does not end: status %d", out.Code)
	}
}
