package journal

import (
	"regexp"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
)

// separators stand between complaints. A dash, a slash and "or" do not: what they join can be one thing, or doubt.
var separators = regexp.MustCompile(`(?i)\s*(?:[,，、;；。\n]|\.\s|\s(?:and|und|et|y)\s|和|及|还有)\s*`)

// Split is a text's complaints, where every piece between separators is one that the vocabulary knows, and the text
// itself otherwise. "Nausea and vomiting" is known as a whole and stays one.
func Split(text string, kind record.Kind, known Known) []string {
	whole := strings.TrimSpace(text)
	if kind != record.Symptom && kind != record.Condition || len(whole) > 4*MaxText || known(whole, kind) {
		return []string{whole}
	}
	var out []string
	for _, piece := range separators.Split(whole, -1) {
		piece = strings.TrimRight(strings.TrimSpace(piece), ".!。！")
		if piece == "" {
			continue
		}
		if !known(piece, kind) {
			return []string{whole}
		}
		out = append(out, piece)
	}
	if len(out) < 2 {
		return []string{whole}
	}
	return out
}

// Words that deny. In Chinese they can stand within a complaint: 头不痛.
var (
	deniedBefore = regexp.MustCompile(`(?i)^(?:(?:i\s+)?(?:do not|don't|don’t|did not|didn't|didn’t|have|had)\s+(?:have\s+|had\s+|no\s+)*(?:an?\s+|any\s+)?|no\s+(?:more\s+|longer\s+(?:an?\s+)?|signs? of\s+)?|not\s+(?:an?\s+|any\s+)?|without\s+(?:an?\s+|any\s+)?|never\s+|denies\s+|kein(?:e|en|er)?\s+|ohne\s+|nicht\s+|pas\s+(?:de\s+|d['’])?|aucune?\s+|sans\s+|sin\s+|ninguna?\s+|nunca\s+)(.+)$`)
	deniedAfter  = regexp.MustCompile(`^(.+?)(?:なし|無し|はない|がない|はありません|がありません)$`)
	deniedWithin = []string{"没有", "沒有", "没", "沒", "不", "无", "無", "未"}
	affirmed     = regexp.MustCompile(`(?i)^(?:i\s+)?(?:have|had)\s+(?:an?\s+)?(.+)$`)
)

// Denied says whether a text denies a complaint that the vocabulary knows. A complaint that is itself a lack, as "no
// appetite" and 没胃口 are, denies nothing.
func Denied(text string, kind record.Kind, known Known) bool {
	s := strings.TrimRight(strings.TrimSpace(text), ".!。！")
	if s == "" || len(s) > 4*MaxText || known(s, kind) {
		return false
	}
	// "I have a fever" affirms, "I have no fever" does not.
	if m := affirmed.FindStringSubmatch(s); m != nil && known(m[1], kind) {
		return false
	}
	for _, form := range []*regexp.Regexp{deniedBefore, deniedAfter} {
		if m := form.FindStringSubmatch(s); m != nil && known(strings.TrimSpace(m[1]), kind) {
			return true
		}
	}
	for _, word := range deniedWithin {
		for from := 0; ; {
			i := strings.Index(s[from:], word)
			if i < 0 {
				break
			}
			at := from + i
			if known(s[:at]+s[at+len(word):], kind) {
				return true
			}
			from = at + len(word)
		}
	}
	return false
}
