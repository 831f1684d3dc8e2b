package analyzers

import "github.com/seed-a76b335c/philint/analyzers/internal/engine"

// RecordCategory is the category of the diagnostics that the core analyzer adds under its flag -records. The message
// of each is a [Record] in JSON.
const RecordCategory = engine.RecordCategory

// What a record says: the statements of a package with every operand and verdict, its findings as a baseline knows
// them, and one summary.
type (
	Record          = engine.Record
	PackageRecord   = engine.PackageRecord
	StatementRecord = engine.StatementRecord
	OperandRecord   = engine.OperandRecord
	FindingRecord   = engine.FindingRecord
	EscapeRecord    = engine.EscapeRecord
	Place           = engine.Place
)

// Reporting is the name of the analyzer that reports a finding.
func Reporting(f *FindingRecord) string {
	if !Baselined(f.Class) {
		return Core
	}
	switch f.Surface {
	case "telemetry":
		return "telemetryphi"
	case "stream":
		return "panicphi"
	}
	return "logphi"
}

// EscapeReason reads a comment that is a //philint:ok. An escape without a reason is one all the same, and of no effect.
func EscapeReason(comment string) (reason string, ok bool) {
	d, _, ok := engine.ParseDirective(comment)
	return d.Reason, ok && d.Verb == "ok"
}
