package baseline_test

import (
	"fmt"
	"testing"

	. "github.com/seed-a76b335c/philint/analyzers/baseline"
)

// large is a module with many findings, each moved to another package.
func large() (b Baseline, now Run) {
	for i := range 20_000 {
		f := Finding{
			Package: fmt.Sprintf("example.com/shop/p%d", i%300), Decl: fmt.Sprintf("F%d", i%7), Sink: "slog.Info",
			Class: "personal", Operand: fmt.Sprintf("x%d", i%40), Type: "string", File: "a.go", Offset: i,
		}
		now.Findings = append(now.Findings, f)
	}
	now.Whole = true
	b = Init(now)
	for i := range now.Findings {
		now.Findings[i].Package += "/v2"
	}
	return b, now
}

func BenchmarkParse(b *testing.B) {
	base, _ := large()
	text := base.Format()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Parse(text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCompare(b *testing.B) {
	base, now := large()
	for b.Loop() {
		Compare(base, now)
	}
}
