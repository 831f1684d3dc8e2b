package baseline_test

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"

	. "github.com/seed-a76b335c/philint/analyzers/baseline"
)

// A world is a module that is edited at random: small vocabularies, so that identities collide and kin are many.
type world struct {
	rnd      *rand.Rand
	findings []Finding
	offset   int
}

func newWorld(seed int64) *world {
	w := &world{rnd: rand.New(rand.NewSource(seed))}
	for range 5 + w.rnd.Intn(25) {
		w.add()
	}
	return w
}

func (w *world) pick(words string) string {
	list := strings.Fields(words)
	return list[w.rnd.Intn(len(list))]
}

func (w *world) leaves() []string {
	all := strings.Fields("ID Name Email Age")
	w.rnd.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:1+w.rnd.Intn(len(all))]
}

func (w *world) add() {
	w.offset += 10
	f := Finding{
		Package: w.pick("m/a m/b m/c"), Decl: w.pick("F G (*T).H"), Sink: w.pick("slog.Info log.Print"),
		Class: "personal", Operand: w.pick("u x"), Type: "string", File: w.pick("a.go b.go"), Offset: w.offset,
	}
	if w.rnd.Intn(2) == 0 {
		f.Class, f.Type, f.Fields = "composite", "a.User", w.leaves()
	}
	w.findings = append(w.findings, f)
}

func (w *world) run() Run { return Run{Whole: true, Findings: slices.Clone(w.findings)} }

// edits are what people do to code. Those that are harmless can never make a surplus.
var edits = []struct {
	name     string
	harmless bool
	do       func(w *world, f *Finding)
}{
	{"add a statement", false, func(w *world, _ *Finding) { w.add() }},
	{"remove a statement", true, func(w *world, f *Finding) {
		*f = w.findings[len(w.findings)-1]
		w.findings = w.findings[:len(w.findings)-1]
	}},
	{"rename the function", true, func(w *world, f *Finding) { f.Decl = w.pick("F G (*T).H K") }},
	{"move to another package", true, func(w *world, f *Finding) { f.Package = w.pick("m/a m/b m/c m/d") }},
	{"move to another file", true, func(w *world, f *Finding) { f.File, f.Offset = w.pick("a.go b.go c.go"), f.Offset+1000 }},
	{"rename the variable", false, func(w *world, f *Finding) { f.Operand = w.pick("u x y") }},
	{"gain a field", false, func(w *world, f *Finding) {
		if f.Fields != nil {
			f.Fields = append(slices.Clone(f.Fields), w.pick("Phone Sex"))
		}
	}},
	{"lose a field", true, func(w *world, f *Finding) {
		if len(f.Fields) > 1 {
			f.Fields = f.Fields[1:]
		}
	}},
	{"reclassify", false, func(w *world, f *Finding) { f.Class = w.pick("personal health composite") }},
}

// edit changes the world once, and tells whether the baseline may complain of a surplus.
func (w *world) edit() (name string, harmless bool) {
	if len(w.findings) == 0 {
		w.add()
		return "add a statement", false
	}
	e := edits[w.rnd.Intn(len(edits))]
	i := w.rnd.Intn(len(w.findings))
	e.do(w, &w.findings[i])
	return e.name, e.harmless
}

// randomBaseline is any baseline over the same vocabulary.
func randomBaseline(seed int64) Baseline { return Init(newWorld(seed).run()) }

// kinTotals counts a baseline per (sink, class, operand, type), without the package's help.
func kinTotals(b Baseline) map[string]int {
	totals := map[string]int{}
	for _, e := range b.Entries() {
		totals[fmt.Sprint(e.Sink, "|", e.Class, "|", e.Operand, "|", e.Type)] += e.Count
	}
	return totals
}
