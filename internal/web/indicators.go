package web

import (
	"github.com/seed-a76b335c/philint/internal/answers"
	"github.com/seed-a76b335c/philint/internal/audit"
)

var indicatorArguments = []argument{
	{parameter{"keyword", true}, "keywords"},
	{parameter{"indicator", true}, "indicators"},
	{parameter{"start", false}, "start"},
	{parameter{"end", false}, "end"},
	{parameter{"view", false}, "view"},
}

// indicators answers GET /api/v1/indicators: the catalogue of what was measured, or readings in one of the views.
var indicators = question{
	operation: audit.Readings, parameters: parametersOf(indicatorArguments), answer: ask(answers.ReadingsTool, indicatorArguments),
}
