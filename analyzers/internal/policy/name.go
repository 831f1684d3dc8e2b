package policy

import (
	"strings"
	"sync"
	"unicode"
)

// A Name is a Go identifier or key taken apart into lower-case words: "CMSID" is [cms id], "userIDs" [user ids],
// "birth_date2" [birth date].
type Name struct {
	Text  string
	Parts []string
}

var names sync.Map // string → Name; Split is asked for the same identifiers again and again

// Split takes a name apart.
func Split(text string) Name {
	if n, ok := names.Load(text); ok {
		return n.(Name)
	}
	n := Name{Text: text, Parts: split(text)}
	names.Store(strings.Clone(text), n)
	return n
}

// Last returns the last word, or "".
func (n Name) Last() string {
	if len(n.Parts) == 0 {
		return ""
	}
	return n.Parts[len(n.Parts)-1]
}

// First returns the first word, or "".
func (n Name) First() string {
	if len(n.Parts) == 0 {
		return ""
	}
	return n.Parts[0]
}

func split(text string) []string {
	var parts []string
	for _, run := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		for _, w := range camel(run) {
			parts = append(parts, compound(w)...)
		}
	}
	return parts
}

// camel cuts one run of letters and digits at its case changes, keeping acronyms whole and their plural s with them.
func camel(run string) []string {
	rs := []rune(run)
	var words []string
	start := 0
	cut := func(end int) {
		if w := strings.TrimFunc(string(rs[start:end]), unicode.IsDigit); w != "" {
			words = append(words, w)
		} else if start < end && end == len(rs) && len(words) == 0 {
			words = append(words, string(rs[start:end]))
		}
		start = end
	}
	for i := 1; i < len(rs); i++ {
		prev, cur := rs[i-1], rs[i]
		switch {
		case unicode.IsUpper(cur) && (unicode.IsLower(prev) || unicode.IsDigit(prev)):
			if !pluralAcronym(rs, i-1) || i-1 == start {
				cut(i)
				continue
			}
			cut(i)
		case unicode.IsLower(cur) && unicode.IsUpper(prev) && i-1 > start:
			if !pluralAcronym(rs, i) {
				cut(i - 1) // the H of "HTTPHeader" begins the next word
			}
		}
	}
	cut(len(rs))
	return words
}

// pluralAcronym reports whether the rune at i is the lone s of a plural acronym: "IDs", "userUUIDs", "URLsByName".
func pluralAcronym(rs []rune, i int) bool {
	return rs[i] == 's' && i >= 2 && unicode.IsUpper(rs[i-1]) && unicode.IsUpper(rs[i-2]) &&
		(i+1 == len(rs) || unicode.IsUpper(rs[i+1]) || unicode.IsDigit(rs[i+1]))
}

// compound lowers a word and cuts the words inside it that writers run together.
func compound(w string) []string {
	lower := strings.ToLower(w)
	if parts, ok := compounds[lower]; ok {
		return parts
	}
	upper := len(w) > 2 && (w == strings.ToUpper(w) || strings.TrimSuffix(w, "s") == strings.ToUpper(strings.TrimSuffix(w, "s")))
	if upper && !whole[lower] {
		for _, tail := range []string{"uuid", "uuids", "id", "ids", "url", "uri"} {
			if head, ok := strings.CutSuffix(lower, tail); ok && head != "" && len(lower) > 3 {
				return []string{head, tail}
			}
		}
	}
	return []string{lower}
}
