package units

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

//go:embed data/words.tsv
var wordsTSV string

// scaleWord is a printed word with its place on a scale, or a name.
type scaleWord struct {
	kind Kind
	text string
}

var scaleWords = sync.OnceValues(loadScaleWords)

// loadScaleWords reads the words of values: kind, the one spelling, printed spellings. Two meanings are an error.
func loadScaleWords() (map[string]scaleWord, error) {
	out := map[string]scaleWord{}
	for n, line := range lines(wordsTSV) {
		f := strings.Split(line, "\t")
		if len(f) != 3 {
			return nil, fmt.Errorf("words line %d: %d columns, want 3", n, len(f))
		}
		w := scaleWord{kind: Ordinal, text: f[1]}
		if f[0] == "nominal" {
			w.kind = Nominal
		}
		for s := range strings.SplitSeq(f[1]+"|"+f[2], "|") {
			if s == "" {
				continue
			}
			k := strings.ToLower(clean(s))
			if old, ok := out[k]; ok && old != w {
				return nil, fmt.Errorf("words line %d: %q is %q and %q", n, s, old.text, w.text)
			}
			out[k] = w
		}
	}
	return out, nil
}

// word reads a value that is a word of a scale, alone or with the same said again in brackets: "阴性(-)", "(+)".
func word(s string, v *Value) bool {
	if len(s) > 40 || isDigit(s[0]) && (len(s) == 1 || s[1] != '+' && s[1] != ' ' && s[1] != '(') {
		return false
	}
	if w, ok := scaleWordOf(s); ok {
		v.Kind, v.Ordinal = w.kind, w.text
		return true
	}
	i := strings.LastIndexByte(s, '(')
	if i < 0 || !strings.HasSuffix(s, ")") {
		return false
	}
	in, ok := scaleWordOf(strings.TrimSpace(s[i+1 : len(s)-1]))
	if !ok {
		if strings.TrimSpace(s[i+1:len(s)-1]) != "-" {
			return false
		}
		in = scaleWord{Ordinal, "negative"}
	}
	if i == 0 {
		v.Kind, v.Ordinal = in.kind, in.text
		return true
	}
	out, ok := scaleWordOf(strings.TrimSpace(s[:i]))
	if !ok || out.kind != in.kind {
		return false
	}
	switch {
	case out == in:
	case out.text == "positive" && graded(in.text):
		out = in // the grade says more
	case in.text == "positive" && graded(out.text):
	case out.text == "negative" && in.text == "not detected", out.text == "nonreactive" && in.text == "negative",
		out.text == "reactive" && in.text == "positive", out.text == "weakly positive" && in.text == "borderline":
	default:
		return false
	}
	v.Kind, v.Ordinal = out.kind, out.text
	return true
}

// graded reports words that are a kind of positive.
func graded(s string) bool { return strings.HasSuffix(s, "+") || s == "weakly positive" }

func scaleWordOf(s string) (scaleWord, bool) {
	words, err := scaleWords()
	if err != nil {
		return scaleWord{}, false
	}
	if w, ok := words[s]; ok {
		return w, len(s) > 1 || s < "a" || s > "z" // a blood group is a capital
	}
	w, ok := words[strings.ToLower(strings.TrimRight(s, "."))]
	return w, ok
}
