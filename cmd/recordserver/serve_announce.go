package main

import (
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
	token := "<token>"
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
		t.printf("\n%d records. Sign in with a token:\n  recordserver token add --account ADDRESS --label TEXT --scope mcp:read,api:read\n", h.persons)
		if h.persons == 0 {
			t.printf("There is no record yet: recordserver user add, then recordserver import, or try recordserver serve --demo.\n")
		}
	}
	t.printf("\nAn MCP client that sends headers:\n%s\n", clientConfig(url, token))
	if h.demo != nil {
		t.printf("\nOne that takes an address only (whoever has it reads the record):\n  %s%s/%s\n", url, mcphttp.Path, h.demo.link)
	} else {
		t.printf("\nOne that takes an address only: recordserver link add --account ADDRESS --public-url %s makes one.\n", url)
	}
	t.printf("\nA question:\n%s\n", curlLine(url, token))
	if h.demo != nil {
		t.printf("\nEnd it with Ctrl-C.\n")
	}
}

// clientConfig is what most clients of the protocol have in their configuration.
func clientConfig(url, token string) string {
	return `  { "mcpServers": { "health-record": { "type": "http", "url": "` + url + mcphttp.Path + `", "headers": { "Authorization": "Bearer ` + token + `" } } } }`
}

// curlLine asks for a month view, whose answer is a page long.
func curlLine(url, token string) string {
	return "  curl -sS -H 'Authorization: Bearer " + token + "' '" + url + "/api/v1/indicators?" + strings.Join([]string{"keyword=heart%20rate", "view=month"}, "&") + "'"
}
