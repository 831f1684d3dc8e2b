package web

import (
	"github.com/seed-a76b335c/philint/internal/answers"
	"github.com/seed-a76b335c/philint/internal/audit"
)

var medicationArguments = []argument{
	{parameter{"keyword", true}, "keywords"},
	{parameter{"start", false}, "start"},
	{parameter{"end", false}, "end"},
	{parameter{"view", false}, "view"},
}

// medications answers GET /api/v1/medications: the plan, recorded doses, or courses.
var medications = question{
	operation: audit.Medications, parameters: parametersOf(medicationArguments), answer: ask(answers.MedicationsTool, medicationArguments),
}
