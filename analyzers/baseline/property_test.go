package baseline_test

import (
	"math/rand"
	"testing"

	. "github.com/seed-a76b335c/philint/analyzers/baseline"
)

const seeds = 120

func TestInitHoldsExactlyTheFindings(t *testing.T) {
	for seed := range int64(seeds) {
		run := newWorld(seed).run()
		if res := Compare(Init(run), run); !res.Clean() || len(res.Known) != len(run.Findings) {
			t.Fatalf("seed %d: surplus %v, changes %v", seed, res.Surplus, res.Changes)
		}
	}
}

func TestPruneNeverGrows(t *testing.T) {
	for seed := range int64(seeds) {
		w := newWorld(seed)
		first := Init(w.run())
		b := first
		for step := range 30 {
			name, harmless := w.edit()
			before := Compare(b, w.run())
			pruned := Prune(b, w.run())
			was, is := kinTotals(b), kinTotals(pruned)
			for kin, n := range is {
				if n > was[kin] {
					t.Fatalf("seed %d step %d (%s): %s grew from %d to %d", seed, step, name, kin, was[kin], n)
				}
			}
			if g := Since(b, pruned); len(g) > 0 {
				t.Fatalf("seed %d step %d (%s): Since finds growth %v", seed, step, name, g)
			}
			if g := Since(first, pruned); len(g) > 0 {
				t.Fatalf("seed %d step %d (%s): Since the first finds growth %v", seed, step, name, g)
			}
			if !Prune(pruned, w.run()).Equal(pruned) {
				t.Fatalf("seed %d step %d (%s): pruning again changes it", seed, step, name)
			}
			after := Compare(pruned, w.run())
			if len(after.Changes) > 0 || len(after.Surplus) != len(before.Surplus) {
				t.Fatalf("seed %d step %d (%s): after prune: changes %v, surplus %d, was %d",
					seed, step, name, after.Changes, len(after.Surplus), len(before.Surplus))
			}
			if b.Total()-pruned.Total() != total(before.Changes)-moved(before.Changes) {
				t.Fatalf("seed %d step %d (%s): changes do not add up", seed, step, name)
			}
			if harmless && len(before.Surplus) > 0 { // every step ends with clean
				t.Fatalf("seed %d step %d: %s made a surplus: %v", seed, step, name, before.Surplus)
			}
			b = pruned
			w.clean(b)
		}
	}
}

func moved(changes []Change) int {
	n := 0
	for _, c := range changes {
		if c.Kind == Moved || c.Kind == Narrowed {
			n += c.Count
		}
	}
	return n
}

// clean removes what the baseline does not hold, as if the surplus had been fixed.
func (w *world) clean(b Baseline) {
	kept := w.findings[:0]
	for i, v := range Judge(b, w.findings) {
		if v.Reason == Known {
			kept = append(kept, w.findings[i])
		}
	}
	w.findings = kept
}

func TestFormatAndParseAreInverse(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	alphabet := []string{"a", "ü", "\t", "\n", "\r", "\\", ",", ":", "-", " ", "\x00", "\xff", "\u202e", "\ufffd", "\U000e0041", "=", "<", "\\x41", ""}
	text := func() string {
		s := ""
		for range rnd.Intn(5) {
			s += alphabet[rnd.Intn(len(alphabet))]
		}
		return s
	}
	for range 3000 {
		var entries []Entry
		for range rnd.Intn(6) {
			var leaves []string
			for range rnd.Intn(3) {
				leaves = append(leaves, text())
			}
			entries = append(entries, Entry{Identity{text(), text(), text(), text(), text(), text(), MakeFields(leaves...)}, 1 + rnd.Intn(MaxCount)})
		}
		b := New(entries...)
		got, err := Parse(b.Format())
		if err != nil {
			t.Fatalf("%v\n%q", err, b.Format())
		}
		if !got.Equal(b) {
			t.Fatalf("got %q\nwant %q", got.Format(), b.Format())
		}
		for _, e := range entries {
			if MakeFields(e.Fields.Leaves()...) != e.Fields {
				t.Fatalf("leaves of %q do not come back", e.Fields)
			}
		}
	}
}

func TestMergeIsAMinimum(t *testing.T) {
	for seed := range int64(seeds) {
		a, b, c := randomBaseline(seed), randomBaseline(seed+1000), randomBaseline(seed+2000)
		m := Merge(a, b)
		switch {
		case !m.Equal(Merge(b, a)):
			t.Fatalf("seed %d: not commutative", seed)
		case !Merge(m, c).Equal(Merge(a, Merge(b, c))):
			t.Fatalf("seed %d: not associative", seed)
		case !Merge(a, a).Equal(a):
			t.Fatalf("seed %d: not idempotent", seed)
		}
		for _, e := range m.Entries() {
			if e.Count != min(a.Count(e.Identity), b.Count(e.Identity)) {
				t.Fatalf("seed %d: not the minimum", seed)
			}
		}
	}
}

func TestMerge3IsAboveNeitherSide(t *testing.T) {
	for seed := range int64(seeds) {
		base, a, b := randomBaseline(seed), randomBaseline(seed+1000), randomBaseline(seed+2000)
		if seed%2 == 0 {
			a, b = branch(base, seed), branch(base, seed+1)
		}
		m := Merge3(base, a, b)
		switch {
		case !m.Equal(Merge3(base, b, a)):
			t.Fatalf("seed %d: not commutative", seed)
		case len(Since(a, m)) > 0 || len(Since(b, m)) > 0:
			t.Fatalf("seed %d: above a side: %v %v", seed, Since(a, m), Since(b, m))
		case !Merge3(base, a, a).Equal(a):
			t.Fatalf("seed %d: not idempotent", seed)
		case !Merge(m, Merge(a, b)).Equal(Merge(a, b)):
			t.Fatalf("seed %d: below the minimum", seed)
		}
		for _, e := range m.Entries() {
			if e.Count > max(a.Count(e.Identity), b.Count(e.Identity)) {
				t.Fatalf("seed %d: an entry above both sides", seed)
			}
		}
		if side := branch(base, seed); !Merge3(base, side, base).Equal(side) {
			t.Fatalf("seed %d: a branch alone does not survive", seed)
		}
	}
}

// branch is a baseline that was pruned after random edits.
func branch(base Baseline, seed int64) Baseline {
	w := &world{rnd: rand.New(rand.NewSource(seed)), offset: 0}
	for _, e := range base.Entries() {
		for range e.Count {
			w.offset += 10
			w.findings = append(w.findings, Finding{
				Package: e.Package, Decl: e.Decl, Sink: e.Sink, Class: e.Class,
				Operand: e.Operand, Type: e.Type, Fields: e.Fields.Leaves(), File: "a.go", Offset: w.offset,
			})
		}
	}
	for range 6 {
		w.edit()
	}
	return Prune(base, w.run())
}

func TestJoinForgetsTheOrderOfRuns(t *testing.T) {
	for seed := range int64(seeds) {
		x, y, z := newWorld(seed).run(), newWorld(seed+1000).run(), newWorld(seed+2000).run()
		abc, cba := Join(x, y, z), Join(z, Join(y, x))
		if !Init(abc).Equal(Init(cba)) {
			t.Fatalf("seed %d: order matters", seed)
		}
		b := randomBaseline(seed + 3000)
		joined := Compare(b, abc)
		for _, run := range []Run{x, y, z} {
			for _, e := range b.Entries() {
				for _, c := range joined.Changes {
					if c.Entry == e && c.Kind == Gone && Init(run).Count(e.Identity) > 0 {
						t.Fatalf("seed %d: stale although a run needs it", seed)
					}
				}
			}
		}
	}
}
