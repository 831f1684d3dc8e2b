package baseline_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	. "github.com/seed-a76b335c/philint/analyzers/baseline"
)

// describe writes a result as the command would.
func describe(res Result) string {
	var b strings.Builder
	for _, s := range res.Surplus {
		fmt.Fprintf(&b, "surplus %s:%d %s: %s %s\n", s.File, s.Offset, s.Reason, s.Identity(), s.Explain())
	}
	for _, c := range res.Changes {
		fmt.Fprintf(&b, "%s: %s\n", c.Kind, c)
	}
	for _, e := range res.Unjudged {
		fmt.Fprintf(&b, "unjudged: %s\n", e.Identity)
	}
	fmt.Fprintf(&b, "known: %d\n", len(res.Known))
	return b.String()
}

var compareCases = []struct {
	name string
	old  []string // findings that made the baseline
	run  Run
}{
	{"nothing changed", []string{"p F slog.Info personal x string"}, whole("p F slog.Info personal x string")},
	{"a new finding", nil, whole("p F slog.Info personal x string")},
	{
		"one more of the same: the last in file order",
		[]string{"p F slog.Info personal x string"},
		whole("p F slog.Info personal x string", "p F slog.Info personal x string"),
	},
	{
		"one fixed of two",
		[]string{"p F slog.Info personal x string", "p F slog.Info personal x string"},
		whole("p F slog.Info personal x string"),
	},
	{"all fixed", []string{"p F slog.Info personal x string"}, Run{Whole: true, Packages: []string{"p"}}},
	{"package deleted", []string{"p F slog.Info personal x string"}, Run{Whole: true, Packages: []string{"q"}}},
	{"package renamed", []string{"p F slog.Info personal x string"}, whole("q F slog.Info personal x string")},
	{"function renamed", []string{"p F slog.Info personal x string"}, whole("p (*T).G slog.Info personal x string")},
	{
		"moved, and one more",
		[]string{"p F slog.Info personal x string"},
		whole("p G slog.Info personal x string", "p H slog.Info personal x string"),
	},
	{
		"moved within the package rather than to another",
		[]string{"p F slog.Info personal x string"},
		whole("a G slog.Info personal x string", "p G slog.Info personal x string"),
	},
	{"variable renamed", []string{"p F slog.Info personal x string"}, whole("p F slog.Info personal y string")},
	{"another sink", []string{"p F slog.Info personal x string"}, whole("p F slog.Warn personal x string")},
	{"struct gained a field", []string{"p F slog.Info composite u p.User ID,Name"}, whole("p F slog.Info composite u p.User ID,Name,Email")},
	{
		"struct gained a field and with it another class",
		[]string{"p F slog.Info composite u p.User ID,Name"},
		whole("p F slog.Info personal u p.User ID,Name,Email"),
	},
	{"struct lost a field", []string{"p F slog.Info composite u p.User ID,Name"}, whole("p F slog.Info composite u p.User ID")},
	{"struct changed a field", []string{"p F slog.Info composite u p.User ID,Name"}, whole("p F slog.Info composite u p.User ID,Email")},
	{"struct became opaque", []string{"p F slog.Info composite u p.User ID,Name"}, whole("p F slog.Info composite u p.User")},
	{"reclassified", []string{"p F slog.Info free-text x string"}, whole("p F slog.Info personal x string")},
	{"package broken", []string{"p F slog.Info personal x string"}, Run{Whole: true, Broken: []string{"p"}}},
	{
		"one package only",
		[]string{"p F slog.Info personal x string", "q F slog.Info personal x string"},
		Run{Packages: []string{"q"}},
	},
	{
		"a package and its test variant",
		[]string{"p F slog.Info personal x string"},
		Run{Whole: true, Findings: slices.Concat(findings("p F slog.Info personal x string"), findings("p F slog.Info personal x string"))},
	},
}

func TestCompare(t *testing.T) {
	var b strings.Builder
	for _, c := range compareCases {
		old := Init(whole(c.old...))
		fmt.Fprintf(&b, "# %s\n%s", c.name, describe(Compare(old, c.run)))
		fmt.Fprintf(&b, "prune leaves %d of %d\n\n", Prune(old, c.run).Total(), old.Total())
	}
	golden(t, "compare.golden", b.String())
}

func TestSurplusDoesNotDependOnTheOrderOfFindings(t *testing.T) {
	fs := findings("p F s c x t", "p F s c x t", "p F s c x t", "p G s c x t")
	b := Init(Run{Findings: fs[:2]})
	want := describe(Compare(b, Run{Whole: true, Findings: fs}))
	slices.Reverse(fs)
	if got := describe(Compare(b, Run{Whole: true, Findings: fs})); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	verdicts := Judge(b, fs) // reversed: G, then the three in F from last to first
	for i, want := range []Reason{Elsewhere, Beyond, Known, Known} {
		if verdicts[i].Reason != want {
			t.Errorf("finding %d is %v, want %v", i, verdicts[i].Reason, want)
		}
	}
}

func TestJudgeNamesTheOldPlaceOfAMove(t *testing.T) {
	b := Init(whole("a F s c x t", "p F s c x t"))
	v := Judge(b, findings("p G s c x t"))[0]
	if got, want := v.Explain(), "the baseline has it in p F: if it moved, run philint baseline prune"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestMovingToAnotherFileIsNothing(t *testing.T) {
	fs := findings("p F s c x t")
	b := Init(Run{Findings: fs})
	fs[0].File, fs[0].Offset = "p/z.go", 7
	if !Compare(b, Run{Whole: true, Findings: fs}).Clean() {
		t.Error("not clean")
	}
}

func TestHeldEntrySurvivesPrune(t *testing.T) {
	before := whole("p F s composite u p.User ID")
	b := Init(before)
	pruned := Prune(b, whole("p F s composite u p.User ID,Email"))
	if !Compare(pruned, before).Clean() {
		t.Error("undoing the gained field does not make it clean again")
	}
}

func TestJoin(t *testing.T) {
	linux := Run{Whole: true, Packages: []string{"p", "unix"}, Findings: findings("p F s c x t", "p F s c x t", "unix F s c x t")}
	windows := Run{Whole: true, Packages: []string{"p"}, Findings: findings("p F s c x t", "p W s c y t")}
	for i := range windows.Findings {
		windows.Findings[i].File = "p/a_windows.go"
	}
	both := Join(linux, windows)
	if got := Init(both).Total(); got != 4 {
		t.Errorf("joined holds %d findings, want 4: the larger count of F, unix and W", got)
	}
	b := Init(both)
	if res := Compare(b, both); !res.Clean() {
		t.Errorf("not clean: %s", describe(res))
	}
	if res := Compare(b, linux); len(res.Changes) != 1 {
		t.Errorf("one configuration alone should miss W only: %s", describe(res))
	}
	t.Run("broken in one run is left alone", func(t *testing.T) {
		joined := Join(linux, Run{Whole: true, Broken: []string{"p"}})
		if slices.Contains(joined.Packages, "p") {
			t.Error("it counts as judged")
		}
		res := Compare(b, joined)
		if len(res.Changes) != 0 || len(res.Unjudged) != 2 {
			t.Error(describe(res))
		}
	})
	t.Run("a partial run makes the whole partial", func(t *testing.T) {
		partial := Run{Packages: []string{"q"}}
		for _, run := range []Run{Join(windows, partial), Join(partial, windows)} {
			res := Compare(b, run)
			if len(res.Unjudged) != 1 || res.Unjudged[0].Package != "unix" {
				t.Error(describe(res))
			}
		}
	})
	t.Run("no run judges nothing", func(t *testing.T) {
		if res := Compare(b, Join()); len(res.Unjudged) != b.Len() {
			t.Error(describe(res))
		}
	})
}
