package main

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/seed-a76b335c/philint/internal/demo"
	"github.com/seed-a76b335c/philint/internal/mcpserver/mcphttp"
)

// announce prints where the server is, how to sign in, what to put into a client, and a question that is answered.
func (h *house) announce() {
	t := terminal{h.app.out}
	url := h.at.public
	t.printf("recordserver %s serves %s\n", version(), url)
	if h.at.public != "http://"+h.at.listenAt {
		t.printf("It listens at %s.\n", h.at.listenAt)
	}
	token, same := "<token>", h.options.sameStore(h.app.getenv)
	if h.demo != nil {
		token = h.demo.token
		t.printf("\nTwo people who do not exist; it is the evening of %s. ", demo.LastDay)
		if h.options.serving.temporary {
			t.printf("All of it goes when this ends.\n")
		} else {
			t.printf("The token and the link end with this run.\n")
		}
		t.printf("\nSign in with this token, for the record of the first of them:\n  %s\n", token)
	} else {
		t.printf("\n%s. Sign in with a token:\n  recordserver token add%s --account ADDRESS --label TEXT --scope mcp:read,api:read\n", counted(h.persons, "record"), same)
		if h.persons == 0 {
			t.printf("There is no record yet: recordserver user add%s …, then recordserver import%s …, or try recordserver serve --demo.\n", same, same)
		}
	}
	t.printf("\nAn MCP client that sends headers:\n%s\n", clientConfig(url, token))
	if h.demo != nil {
		t.printf("\nOne that takes an address only (whoever has it reads the record):\n  %s%s/%s\n", url, mcphttp.Path, h.demo.link)
	} else {
		t.printf("\nOne that takes an address only: recordserver link add%s --account ADDRESS --public-url %s makes one.\n", same, shellWord(url))
	}
	t.printf("\nA question:\n%s\n", curlLine(url, token))
	if h.demo != nil {
		t.printf("\nEnd it with Ctrl-C.\n")
	}
}

// sameStore are the flags with which another command finds the store that this one has, each after a space; none where it
// is found without. A connection string that has, or may have, a password is named by the variable that holds it.
func (o *options) sameStore(getenv func(string) string) string {
	var flags strings.Builder
	if o.data != userData(getenv) {
		flags.WriteString(" --data " + shellWord(o.data))
	}
	switch {
	case o.store == "":
	case secretive(o.store):
		flags.WriteString(` --store "$` + envStore + `"`)
	default:
		flags.WriteString(" --store " + shellWord(o.store))
	}
	if o.keyFile != "" {
		flags.WriteString(" --key-file " + shellWord(o.keyFile))
	}
	return flags.String()
}

// secretive says that a connection string may have a password: in its address, or in a setting such as sslpassword.
func secretive(dsn string) bool {
	if strings.Contains(strings.ToLower(dsn), "pass") {
		return true
	}
	if !strings.Contains(dsn, "://") {
		return false
	}
	u, err := url.Parse(dsn)
	if err != nil {
		return true
	}
	_, has := u.User.Password()
	return has || strings.Contains(u.RawQuery, "%")
}

// shellWord is a text as one word of a shell's command line.
func shellWord(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-:,+@", r)
	}
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !plain(r) }) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// clientConfig is what most clients of the protocol have in their configuration.
func clientConfig(url, token string) string {
	return `  { "mcpServers": { "health-record": { "type": "http", "url": "` + url + mcphttp.Path + `", "headers": { "Authorization": "Bearer ` + token + `" } } } }`
}

// curlLine asks for a month view, whose answer is a page long.
func curlLine(url, token string) string {
	return "  curl -sS -H 'Authorization: Bearer " + token + "' '" + url + "/api/v1/indicators?" + strings.Join([]string{"keyword=heart%20rate", "view=month"}, "&") + "'"
}

// counted is a number of things in words.
func counted[N int | int64](n N, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
