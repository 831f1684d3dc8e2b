package schema

import (
	"strings"

	"github.com/seed-a76b335c/philint/internal/plaintext"
)

// List says what is made of a list parameter before it is checked. Models send one bare string where a list is asked
// for, the JSON text of a list, or "null".
type List uint8

const (
	// Strict takes a list as it is sent.
	Strict List = iota
	// Names takes names as they are printed: a bare string is one name, since names hold commas.
	Names
	// Selectors takes words to select by, as tools that read a record have them: a comma splits a bare string, an element
	// that is no string is dropped, a word counts once. [Args.Dropped] says how many were dropped.
	Selectors
)

// normaliseList makes a list of what was sent in its place. The list is nil when nothing was given: null, "", "null",
// [] or a list of these. What it cannot make a list of comes back as it is, for the check of types to refuse. dropped is the
// number of elements that were given and are not in the list.
func normaliseList(v any, rule List, duplicate func(where)) (out any, dropped int) {
	if rule == Strict {
		return v, 0
	}
	var list []any
	switch v := v.(type) {
	case nil:
		return nil, 0
	case string:
		inner, isList := textOfList(v, duplicate)
		switch {
		case isList:
			list = inner
		case rule == Selectors && !bracketed(v):
			for part := range strings.SplitSeq(v, ",") {
				list = append(list, part)
			}
		default:
			list = []any{v}
		}
	case []any:
		for _, e := range v {
			s, ok := e.(string)
			if !ok {
				list = append(list, e)
				continue
			}
			if inner, isList := textOfList(s, duplicate); isList {
				list = append(list, inner...)
			} else {
				list = append(list, e)
			}
		}
	default:
		return v, 0
	}
	return kept(list, rule)
}

// kept drops what is blank, and for selectors what is no string or was there before. It counts what was not nothing and is
// lost all the same: what is no string, and characters that nobody sees, which may stand for some that are seen.
func kept(list []any, rule List) (_ any, dropped int) {
	var out []any
	seen := map[string]bool{}
	for _, e := range list {
		s, ok := e.(string)
		switch {
		case e == nil:
			continue
		case ok && absentText(s), !ok && rule == Selectors:
			if !ok || !nothing(s) {
				dropped++
			}
			continue
		case ok && rule == Selectors:
			s = plaintext.Trim(s)
			if seen[s] {
				continue
			}
			seen[s], e = true, s
		}
		out = append(out, e)
	}
	if out == nil {
		return nil, dropped
	}
	return out, dropped
}

// absentText says whether a string stands for nothing: there is nothing to see in it, or the word that models write
// for nothing.
func absentText(s string) bool {
	s = plaintext.Trim(s)
	return s == "" || s == "null"
}

// nothing says whether a string is a way to write nothing: white space, or the word null.
func nothing(s string) bool {
	s = strings.TrimSpace(s)
	return s == "" || s == "null"
}

func bracketed(s string) bool {
	s = strings.TrimSpace(s)
	return strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]")
}

// textOfList reads the JSON text of a list. Text in brackets that is no JSON is a name like any other.
func textOfList(s string, duplicate func(where)) ([]any, bool) {
	if !bracketed(s) {
		return nil, false
	}
	v, err := parse([]byte(s), MaxDepth, duplicate)
	list, ok := v.([]any)
	return list, ok && err == nil
}
