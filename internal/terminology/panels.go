package terminology

import (
	_ "embed" // The members of panels.
	"slices"
	"strings"
	"sync"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
)

//go:embed panels.tsv
var panelsTSV string

// panel is what a panel is made of.
type panel struct {
	code    string
	members []string
	names   []string // too broad for a code
}

func parsePanels(text string) []panel {
	var out []panel
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 3 {
			continue // The tests refuse such a line.
		}
		p := panel{code: f[0], members: strings.Fields(f[1])}
		if f[2] != "" {
			p.names = strings.Split(f[2], "|")
		}
		out = append(out, p)
	}
	return out
}

// membersBy are the members of panels by their codes, and by their broad names, folded.
var membersBy = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for _, p := range parsePanels(panelsTSV) {
		out[p.code] = p.members
		for _, n := range p.names {
			out[fold.Key(n)] = p.members
		}
	}
	return out
})

// Members are the codes of what a panel is made of, of those that the table has: none where the code is not that of a
// panel, or of one whose members are not known.
func (s *Set) Members(panel string) []string { return s.present(membersBy()[panel]) }

// Family are the codes of what stands under a name that is too broad for a code, such as "lipids": the members of the
// panel that goes by it. It is for finding what is on record and never for coding.
func (s *Set) Family(name string) []string { return s.present(membersBy()[fold.Key(name)]) }

func (s *Set) present(codes []string) []string {
	return slices.DeleteFunc(slices.Clone(codes), func(code string) bool {
		_, ok := s.loinc.Row(code)
		return !ok
	})
}
