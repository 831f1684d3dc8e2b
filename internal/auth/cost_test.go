package auth

import (
	"context"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// finder has one credential, and nothing else: whatever is asked of it beside that is a panic.
type finder struct {
	Store
	asked int
}

func (f *finder) FindCredential(_ context.Context, _ store.CredentialKind, digest [32]byte) (store.Credential, store.Level, error) {
	f.asked++
	return store.Credential{Digest: digest, Account: ann, Person: annP, Scopes: "mcp:read", ExpiresAt: 100, LastUsedAt: 50}, store.ReadWrite, nil
}

// A request waits for who asks before it can begin. On a server each statement is a way there and back.
func TestToFindOutWhoAsksIsOneStatement(t *testing.T) {
	f := &finder{}
	a := New(Config{Store: f, Now: func() record.Instant { return 60 }})
	token, _, err := tokens.newSecret(strings.NewReader(strings.Repeat("t", secretBytes)))
	if err != nil {
		t.Fatal(err)
	}
	link, _, err := links.newSecret(strings.NewReader(strings.Repeat("l", secretBytes)))
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 3; n++ { // each time anew: what was revoked is so at the next request
		if _, err := a.Token(t.Context(), token, MCPRead); err != nil || f.asked != 2*n-1 {
			t.Errorf("a token: %d statements, %v", f.asked, err)
		}
		if _, err := a.Link(t.Context(), link); err != nil || f.asked != 2*n {
			t.Errorf("a link: %d statements, %v", f.asked, err)
		}
	}
}
