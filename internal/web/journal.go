package web

import (
	"context"

	"github.com/seed-a76b335c/philint/internal/answers"
	"github.com/seed-a76b335c/philint/internal/audit"
	"github.com/seed-a76b335c/philint/internal/auth"
)

// journal answers GET /api/v1/journal: what the person said, day by day.
var journal = question{
	operation:  audit.Journal,
	parameters: []parameter{{"from", false}, {"to", false}, {"kind", false}},
	answer: func(s *surface, ctx context.Context, who auth.Caller, v values) reply {
		page, failure := s.Journal.Journal(ctx, who.Person, answers.JournalQuestion{From: v.one("from"), To: v.one("to"), Kind: v.one("kind")})
		return document(page, page.Count, page.Truncated, failure)
	},
}
