package baseline_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/seed-a76b335c/philint/analyzers/baseline"
)

func TestSince(t *testing.T) {
	const x = "p F s c x t"
	tests := []struct {
		name     string
		old, new []string
		want     string // what grew, empty for a proof
	}{
		{"the same", []string{x}, []string{x}, ""},
		{"one less", []string{x, x}, []string{x}, ""},
		{"one more", []string{x}, []string{x, x}, "s x (c, t): 1 more than before (2, was 1)"},
		{"from nothing", nil, []string{x}, "s x (c, t): 1 more than before (1, was 0)"},
		{"moved", []string{x}, []string{"q G s c x t"}, ""},
		{"split over two places", []string{x, x}, []string{x, "q G s c x t"}, ""},
		{"moved and kept", []string{x}, []string{x, "q G s c x t"}, "s x (c, t): 1 more than before (2, was 1)"},
		{"another class is another finding", []string{x}, []string{"p F s d x t"}, "s x (d, t): 1 more than before (1, was 0)"},
		{
			"a field gained",
			[]string{"p F s c u T A,B"},
			[]string{"p F s c u T A,B,C"},
			"s u (c, T): 1 more than before (1, was 1), with new fields C",
		},
		{"a field lost", []string{"p F s c u T A,B"}, []string{"p F s c u T A"}, ""},
		{
			"a field swapped",
			[]string{"p F s c u T A,B"},
			[]string{"p F s c u T A,C"},
			"s u (c, T): 1 more than before (1, was 1), with new fields C",
		},
		{"all fields hidden", []string{"p F s c u T A,B"}, []string{"p F s c u T"}, "s u (c, T): 1 more than before (1, was 1)"},
		// A fits under A,B and under A,C; A,B only under A,B: the first must leave its seat.
		{"the right pairs are found", []string{"p F s c u T A,B", "p F s c u T A,C"}, []string{"p G s c u T A", "p F s c u T A,B"}, ""},
		{
			"a chain of pairs",
			[]string{"p F s c u T A,B,X", "p F s c u T A,C,X", "p F s c u T B,C,X"},
			[]string{"p F s c u T A", "p F s c u T B,X", "p F s c u T A,B"},
			"",
		},
		{
			"more than there are seats",
			[]string{"p F s c u T A,B", "p F s c u T A,C"},
			[]string{"p F s c u T A,B", "p G s c u T B"},
			"s u (c, T): 1 more than before (2, was 2)",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, g := range Since(Init(whole(tt.old...)), Init(whole(tt.new...))) {
				got = append(got, fmt.Sprint(g))
			}
			if s := strings.Join(got, "\n"); s != tt.want {
				t.Errorf("got %q, want %q", s, tt.want)
			}
		})
	}
}

func TestMerge3KeepsAMove(t *testing.T) {
	base := Init(whole("p F s c x t", "p F s c y t", "p F s c u T A,B"))
	moved := Init(whole("p G s c x t", "p F s c y t", "p F s c u T A,B"))
	fixed := Init(whole("p F s c x t", "p F s c u T A"))
	want := Init(whole("p G s c x t", "p F s c u T A"))
	if got := Merge3(base, moved, fixed); !got.Equal(want) {
		t.Errorf("got\n%s", got.Format())
	}
	if got := Merge(moved, fixed); got.Len() != 0 {
		t.Errorf("without the base nothing is left, got\n%s", got.Format())
	}
	t.Run("not when the other side fixed it", func(t *testing.T) {
		if got := Merge3(base, moved, Baseline{}); got.Len() != 0 {
			t.Errorf("got\n%s", got.Format())
		}
	})
	t.Run("to two places: one stays", func(t *testing.T) {
		other := Init(whole("p H s c x t", "p F s c y t", "p F s c u T A,B"))
		if got := Merge3(base, moved, other); got.Total() != 3 {
			t.Errorf("got\n%s", got.Format())
		}
	})
}

func TestSummarize(t *testing.T) {
	s := Summarize(Init(whole("p F s c x t", "p F s c x t", "q F s c x t", "q F s d x t", "q F s d y t", "q F s d y t")))
	if got, want := fmt.Sprint(s), "{4 6 [{c 2 3} {d 2 3}] [{q 3 4} {p 1 2}]}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
