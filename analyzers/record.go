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
