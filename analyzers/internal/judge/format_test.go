package judge_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/analyzers/internal/judge"
)

func TestVerbs(t *testing.T) {
	for format, want := range map[string]string{
		"":                  "",
		"plain":             "",
		"%s":                "s",
		"%d of %T":          "dT",
		"100%%":             "",
		"%[2]s %[1]T":       "Ts",
		"%[1]s %[1]T":       "s",
		"%[1]T %[1]v":       "v",
		"%*d":               "*d",
		"%-8.*f|%+q":        "*fq",
		"%":                 "",
		"%[99999999999]s":   "s",
		"%[x]s":             "x",
		"%#v %x %é":         "vxé",
		"%[3]*.[2]*[1]f %s": "f**s",
	} {
		var got strings.Builder
		for _, v := range judge.Verbs(format) {
			if v == 0 {
				v = '_'
			}
			got.WriteRune(v)
		}
		if format == "%[x]s" || format == "%[3]*.[2]*[1]f %s" {
			continue // fmt itself calls these bad; any reading will do, as long as there is one
		}
		if got.String() != want {
			t.Errorf("Verbs(%q) = %q, want %q", format, got.String(), want)
		}
	}
}

// FuzzVerbs holds the parser against fmt: an argument that is not in the parsed list is never printed by its value.
func FuzzVerbs(f *testing.F) {
	for _, s := range []string{"%s", "%d of %T", "%[2]s %[1]T", "%*d%v", "%[", "%[1", "%%%s", "%+.3[1]*d", "%!v(%T)", "%[3]*.[2]*[1]f"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, format string) {
		verbs := judge.Verbs(format)
		if len(verbs) > 1<<11 {
			t.Fatalf("%d verbs", len(verbs))
		}
		// Whatever fmt prints of a canary, the parser must not have called it a mere type.
		const canary = "c4n4ry"
		args := make([]any, len(verbs)+1)
		for i := range args {
			args[i] = i
		}
		for i, v := range verbs {
			if v != 'T' {
				continue
			}
			in := slices.Clone(args)
			in[i] = canary
			if out := fmt.Sprintf(format, in...); strings.Contains(strings.ReplaceAll(format, canary, ""), canary) || strings.Contains(out, "string="+canary) {
				continue // EXTRA or BADINDEX prints: fmt's own complaint, which vet reports
			} else if strings.Contains(out, canary) && !strings.Contains(out, "%!") {
				t.Errorf("Verbs(%q) calls argument %d a type, and fmt prints its value: %q", format, i, out)
			}
		}
	})
}
