package canary

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// MinToken is the least number of characters of a token, and the least part of one that is found alone.
const MinToken = 8

// Token is a word that is planted in one channel and nowhere else: where it shows up, the channel leaks.
type Token struct {
	Channel string // the way in, such as "journal note" or "user agent"; it is what findings name
	Text    string
}

// Minted tokens are syllables first, so that a person can tell one from another, and letters mixed with digits after.
const (
	mintSyllables = 4
	mintTail      = 12
	consonants    = "bdfghklmnprstvwz"
	vowels        = "aeio"
	tailLetters   = "23456789abcdefghijkmnpqrstuvwxyz" // without those that look alike
)

// Mint makes one token for each channel from random bytes (crypto/rand.Reader, or a fixed source for a repeatable run).
// A token is 20 lower-case letters and digits and starts with 8 letters, so that it goes unchanged through URLs, headers,
// e-mail local parts, file names and multipart forms. None holds another, folded or reversed, nor shares 8 characters in
// a row with another. A channel without a name, or named twice, is an error.
func Mint(random io.Reader, channels ...string) ([]Token, error) {
	tokens := make([]Token, 0, len(channels))
	windows := map[string]bool{}
	named := map[string]bool{}
	for i, channel := range channels {
		if channel == "" {
			return nil, fmt.Errorf("canary: channel %d has no name", i+1)
		}
		if named[channel] {
			return nil, fmt.Errorf("canary: channel %q is named twice", channel)
		}
		named[channel] = true
		text, err := mintDistinct(random, windows)
		if err != nil {
			return nil, fmt.Errorf("canary: minting a token for %q: %w", channel, err)
		}
		tokens = append(tokens, Token{Channel: channel, Text: text})
	}
	return tokens, nil
}

// mintDistinct draws until no 8 characters of the token, forwards or backwards, are in an earlier one.
func mintDistinct(random io.Reader, windows map[string]bool) (string, error) {
	for range 100 {
		text, err := mint(random)
		if err != nil {
			return "", err
		}
		own := append(windowsOf(text), windowsOf(reversed(text))...)
		fresh := true
		for _, w := range own {
			fresh = fresh && !windows[w]
		}
		if !fresh {
			continue
		}
		for _, w := range own {
			windows[w] = true
		}
		return text, nil
	}
	return "", errors.New("the random source repeats itself")
}

func mint(random io.Reader) (string, error) {
	var raw [2*mintSyllables + mintTail]byte
	if _, err := io.ReadFull(random, raw[:]); err != nil {
		return "", err
	}
	text := make([]byte, 0, len(raw))
	for i, b := range raw {
		set := tailLetters
		if i < 2*mintSyllables {
			set = consonants
			if i%2 == 1 {
				set = vowels
			}
		}
		text = append(text, set[int(b)%len(set)]) // each set divides 256: no letter is likelier
	}
	return string(text), nil
}

// windowsOf are the pieces of MinToken characters that a text holds.
func windowsOf(text string) []string {
	starts := make([]int, 0, len(text)+1)
	for i := range text {
		starts = append(starts, i)
	}
	starts = append(starts, len(text))
	var out []string
	for i := 0; i+MinToken < len(starts); i++ {
		out = append(out, text[starts[i]:starts[i+MinToken]])
	}
	return out
}

func reversed(text string) string {
	runes := []rune(text)
	for i, j := 0, len(runes)-1; i < j; i, j = i+1, j-1 {
		runes[i], runes[j] = runes[j], runes[i]
	}
	return string(runes)
}

// checkTokens says what is wrong with the tokens by channel, never by text.
func checkTokens(tokens []Token) error {
	if len(tokens) == 0 {
		return errors.New("canary: no tokens: nothing could be found")
	}
	folded, names := make([]string, len(tokens)), make([]string, len(tokens))
	channels := map[string]bool{}
	for i, t := range tokens {
		switch {
		case t.Channel == "":
			return fmt.Errorf("canary: token %d has no channel", i+1)
		case channels[t.Channel]:
			return fmt.Errorf("canary: channel %q has two tokens", t.Channel)
		case !utf8.ValidString(t.Text):
			return fmt.Errorf("canary: the token of %q is not UTF-8", t.Channel)
		case utf8.RuneCountInString(t.Text) < MinToken:
			return fmt.Errorf("canary: the token of %q has fewer than %d characters", t.Channel, MinToken)
		case len(t.Text) > maxToken:
			return fmt.Errorf("canary: the token of %q is longer than %d bytes", t.Channel, maxToken)
		}
		channels[t.Channel] = true
		folded[i], names[i] = foldString(t.Text), foldString(t.Channel)
	}
	for i, a := range folded {
		for _, name := range names {
			if strings.Contains(name, a) {
				return fmt.Errorf("canary: the channel of token %d is named after it, and would stand in reports", i+1)
			}
		}
		for j, b := range folded {
			if i == j {
				continue
			}
			if a == b {
				return fmt.Errorf("canary: the tokens of %q and %q are equal but for case", tokens[i].Channel, tokens[j].Channel)
			}
			if strings.Contains(b, a) || strings.Contains(b, reversed(a)) {
				return fmt.Errorf("canary: the token of %q is contained in that of %q, as it is or reversed: findings could not be told apart",
					tokens[i].Channel, tokens[j].Channel)
			}
		}
	}
	return nil
}

// maxToken keeps the window of the search small beside its block.
const maxToken = 256
