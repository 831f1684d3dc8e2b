package icpc3

import "strings"

// Rubric is one row of the table. Every cell is as the licensor wrote it.
type Rubric struct {
	Component  byte // 'S' complaints, 'D' diagnoses
	Chapter    string
	Code       string
	Kind       string // symptom, complaint, clinicalFinding, infection, …
	Preferred  string
	Inclusions []string
	Exclusions []string
	Depth      int // 1 for the four-digit codes, which have a parent
}

// Extension says that the row is a value of a scale, not a complaint.
func (r Rubric) Extension() bool { return r.Kind == kindExtension || r.Kind == kindExtensionCode }

const (
	kindExtension     = "extension"
	kindExtensionCode = "extensionCode"
)

// rowKinds are what the licensor calls the rows of components S and D.
var rowKinds = []string{
	"category", "clinicalFinding", "complaint", "congenital", kindExtension, kindExtensionCode, "infection", "neoplasm",
	"otherDiagnosis", "symptom", "trauma",
}

// listSeparator stands between the parts of a list cell. Parts keep their blanks, so that a cell can be written back
// as it was.
const listSeparator = ";"

func listOf(cell string) []string {
	if cell == "" {
		return nil
	}
	return strings.Split(cell, listSeparator)
}

func cellOf(list []string) string { return strings.Join(list, listSeparator) }

// codeShape is what a code says of its row.
type codeShape struct {
	component byte
	chapter   string
	parent    string // "" for a code of two digits
}

func (s codeShape) depth() int {
	if s.parent == "" {
		return 0
	}
	return 1
}

// shapeOf reads a code: a chapter letter, a component letter and two digits ("AS05"), with two more after a point
// for a narrower rubric ("AS05.00"). A scale is a chapter letter and "SV" ("PSV"), its values a digit more ("CSV.1+").
func shapeOf(code string) (codeShape, bool) {
	head, tail, narrow := strings.Cut(code, ".")
	if len(head) < 3 || head[0] < 'A' || head[0] > 'Z' || head[1] != 'S' && head[1] != 'D' {
		return codeShape{}, false
	}
	s := codeShape{component: head[1], chapter: head[:1]}
	if narrow {
		s.parent = head
	}
	if head[1:] == "SV" {
		digit := strings.TrimSuffix(tail, "+")
		return s, !narrow || digits(digit, 1)
	}
	return s, digits(head[2:], 2) && (!narrow || digits(tail, 2))
}

func digits(s string, n int) bool {
	if len(s) != n {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}
