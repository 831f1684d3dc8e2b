package ccda

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

// section is one section of a document while it is read.
type section struct {
	outer     *section
	null      bool // the source says that it knows nothing here
	templates []string
	code      string
	kind      sectionKind
	begun     bool
	entries   int
	printed   bool // its narrative is not empty
	ids       map[string]string
	other     bool // it is about somebody else
}

// sectionKind is what a section's entries are.
type sectionKind struct {
	name string
	read func(*reader, *section, *element)
	// modality of the observations
	modality record.Modality
}

// says is the name of a kind of section in messages. A title is content.
func (k *sectionKind) says() string {
	if k.name == "" {
		return "another section"
	}
	return k.name + " section"
}

// Sections by template and by LOINC code. A template comes first: codes of sections are translated locally.
const templatePrefix = "2.16.840.1.113883.10.20.22.2."

var (
	results     = sectionKind{"results", (*reader).results, record.LabReport}
	vitals      = sectionKind{"vital signs", (*reader).results, record.Manual}
	medications = sectionKind{"medications", (*reader).medications, ""}
	problems    = sectionKind{"problems", (*reader).problems, ""}
)

var sectionTemplates = map[string]sectionKind{
	"3": results, "3.1": results,
	"4": vitals, "4.1": vitals,
	"1": medications, "1.1": medications, "11": medications, "11.1": medications, "38": medications, "44": medications,
	"5": problems, "5.1": problems, "20": problems, "24": problems, "43": problems,
}

var sectionCodes = map[string]sectionKind{
	"30954-2": results, "8716-3": vitals,
	"10160-0": medications, "10183-2": medications, "75311-1": medications, "42346-7": medications, "29549-3": medications,
	"11450-4": problems, "11348-0": problems, "11535-2": problems, "46241-6": problems, "42347-5": problems,
	"48765-2": {name: "allergies"}, "46240-8": {name: "encounters"}, "10157-6": {name: "family history"},
	"47420-5": {name: "functional status"}, "11369-6": {name: "immunizations"}, "46264-8": {name: "medical equipment"},
	"48768-6": {name: "payers"}, "18776-5": {name: "plan of treatment"}, "47519-4": {name: "procedures"},
	"29762-2": {name: "social history"}, "42348-3": {name: "advance directives"}, "10154-3": {name: "chief complaint"},
	"8648-8": {name: "hospital course"}, "42344-2": {name: "discharge diet"}, "10187-3": {name: "review of systems"},
	"29545-1": {name: "physical exam"}, "10164-2": {name: "history of present illness"}, "61146-7": {name: "goals"},
	"75310-3": {name: "health concerns"}, "51848-0": {name: "assessment"}, "10190-7": {name: "mental status"},
	"61144-2": {name: "nutrition"}, "42349-1": {name: "reason for referral"}, "29299-5": {name: "reason for visit"},
	"8653-8": {name: "discharge instructions"}, "11493-4": {name: "discharge studies"}, "8650-4": {name: "discharge disposition"},
	"69730-0": {name: "instructions"}, "46239-0": {name: "reason for visit"}, "18841-7": {name: "consultations"}, "10184-0": {name: "discharge physical"}, "10210-3": {name: "general status"},
}

// Kinds are the sections that are read, and the types of an observation's value.
func Kinds() []string {
	var out []string
	for _, byKey := range []map[string]sectionKind{sectionCodes, sectionTemplates} {
		for _, k := range byKey {
			if k.read != nil {
				out = append(out, k.says())
			}
		}
	}
	for kind := range valueReaders {
		out = append(out, "value "+kind)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// head takes an element of the section's head.
func (s *section) head(e *element) {
	switch e.name {
	case "templateId":
		s.templates = append(s.templates, e.attr("root"))
	case "code":
		if e.attr("codeSystem") == loincOID || e.attr("codeSystem") == "" {
			s.code = e.attr("code")
		}
	case "subject":
		s.other = true
	}
}

func (s *section) settle() {
	s.kind = sectionCodes[s.code]
	for _, t := range s.templates {
		if suffix, ok := strings.CutPrefix(t, templatePrefix); ok {
			if k, ok := sectionTemplates[suffix]; ok {
				s.kind = k
				break
			}
		}
	}
	if s.kind.name == "" && s.outer != nil && s.code == "" && len(s.templates) == 0 {
		s.kind = s.outer.kind // a part of it
	}
	s.other = s.other || s.outer != nil && s.outer.other
}

// printedAs is the narrative that a reference such as #a means.
func (s *section) printedAs(ref string) string {
	id, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return ""
	}
	for ; s != nil; s = s.outer {
		if text, ok := s.ids[id]; ok {
			return text
		}
	}
	return ""
}

// Elements of the narrative that stand apart from what is before and after them.
var blocks = map[string]bool{"td": true, "th": true, "tr": true, "item": true, "paragraph": true, "br": true, "caption": true, "list": true, "table": true}

// narrative keeps the text of every element that has an ID. One larger than the limit is read and not kept: entries
// then stand with their codes' names, which is said.
func (r *reader) narrative(s *section, t xml.StartElement) error {
	type open struct {
		id   string
		from int
	}
	var text []byte
	var stack []open
	large := false
	ids := map[string]string{}
	from, size := r.source.dec.InputOffset(), int64(0)
	stack = append(stack, open{attr(t.Attr, "ID"), 0})
	for len(stack) > 0 {
		tok, err := r.source.next()
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = errSyntax
			}
			return err
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			if blocks[tok.Name.Local] {
				text = append(text, ' ')
			}
			stack = append(stack, open{attr(tok.Attr, "ID"), len(text)})
		case xml.EndElement:
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if _, twice := ids[top.id]; top.id != "" && !twice && !large {
				// What a nested element says is said again for its outer ones, so both count.
				ids[top.id] = strings.Join(strings.Fields(string(text[top.from:])), " ")
				size += int64(len(ids[top.id]) + len(top.id))
			}
			if blocks[tok.Name.Local] {
				text = append(text, ' ')
			}
		case xml.CharData:
			s.printed = s.printed || strings.TrimSpace(string(tok)) != ""
			text = append(text, tok...)
		}
		if large = large || r.source.dec.InputOffset()-from > r.limit || size > r.limit; large {
			text, ids = text[:0], nil
			for i := range stack {
				stack[i].from = 0
			}
		}
	}
	if large {
		r.problem(ingest.TooLarge, "section.text")
		return nil
	}
	if s.ids == nil {
		s.ids = ids
	}
	return nil
}
