package canary

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
)

func TestMintedTokensAreDistinctAndGoThroughEverythingUnchanged(t *testing.T) {
	var channels []string
	for i := range 500 {
		channels = append(channels, fmt.Sprintf("channel %d", i))
	}
	tokens, err := Mint(rand.Reader, channels...)
	if err != nil {
		t.Fatal(err)
	}
	safe := regexp.MustCompile(`^[a-z]{8}[a-z2-9]{12}$`)
	for i, token := range tokens {
		if token.Channel != channels[i] {
			t.Errorf("token %d is of %q", i, token.Channel)
		}
		if !safe.MatchString(token.Text) || url.QueryEscape(token.Text) != token.Text {
			t.Errorf("%q does not go everywhere", token.Text)
		}
		for j, other := range tokens {
			if i != j && (strings.Contains(other.Text, token.Text[:8]) || strings.Contains(other.Text, reversed(token.Text)[:8])) {
				t.Errorf("%q and %q share eight characters", token.Text, other.Text)
			}
		}
	}
	if _, err := NewSearcher(tokens); err != nil {
		t.Error(err)
	}
}

func TestMintRefusesWhatItCannotMakeDistinct(t *testing.T) {
	for _, c := range []struct {
		name, want string
		channels   []string
		random     []byte
	}{
		{"a channel without a name", "channel 2 has no name", []string{"a", ""}, make([]byte, 100)},
		{"a channel twice", `channel "a" is named twice`, []string{"a", "a"}, make([]byte, 100)},
		{"too little randomness", `minting a token for "a"`, []string{"a"}, make([]byte, 3)},
		{"a source that repeats itself", "repeats itself", []string{"a", "b"}, make([]byte, 1<<16)},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Mint(bytes.NewReader(c.random), c.channels...)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want %q", err, c.want)
			}
		})
	}
	if _, err := Mint(iotest.ErrReader(fmt.Errorf("no entropy")), "a"); err == nil {
		t.Error("a broken source gave a token")
	}
}

func TestNewSearcherRefusesTokensThatCannotBeToldApartByChannel(t *testing.T) {
	for _, c := range []struct {
		name   string
		tokens []Token
		want   []string
	}{
		{"no tokens", nil, []string{"no tokens"}},
		{"a short token", []Token{{"note", "Sevench"}}, []string{`"note"`, "fewer than 8"}},
		{"a long token", []Token{{"note", strings.Repeat("abcdefgh", 100)}}, []string{`"note"`, "longer"}},
		{"no channel", []Token{{"", "Vexolmarch"}}, []string{"token 1 has no channel"}},
		{"a channel twice", []Token{{"note", "Vexolmarch"}, {"note", "Brasquentil"}}, []string{`"note"`, "two tokens"}},
		{"equal but for case", []Token{{"note", "Vexolmarch"}, {"header", "vexolMARCH"}}, []string{`"note"`, `"header"`, "equal"}},
		{"one in another", []Token{{"note", "Vexolmarch"}, {"header", "xxVEXOLMARCHxx"}}, []string{`"note"`, `"header"`, "contained"}},
		{"one in another, reversed", []Token{{"note", "Vexolmarch"}, {"header", "xxhcramlovexx"}, {"query", "hcramloxevzz"}}, []string{`"note"`, `"query"`, "reversed"}},
		{"bytes that are no text", []Token{{"note", "abcdefgh\xff"}}, []string{`"note"`, "UTF-8"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := NewSearcher(c.tokens)
			if err == nil {
				t.Fatal("taken")
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("the error is %v, want %s in it", err, want)
				}
			}
			for _, token := range c.tokens {
				if strings.Contains(foldString(err.Error()), foldString(token.Text)) {
					t.Errorf("the error names the text of %q", token.Channel)
				}
			}
		})
	}
	if _, err := NewSearcher([]Token{{"note", "Vexolmarch"}}, Shape{}); err == nil {
		t.Error("a shape without a name was taken")
	}
}
