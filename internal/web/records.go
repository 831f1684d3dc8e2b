package web

import (
	"context"

	"github.com/seed-a76b335c/philint/internal/answers"
	"github.com/seed-a76b335c/philint/internal/audit"
	"github.com/seed-a76b335c/philint/internal/auth"
)

// records answers GET /api/v1/records: what is on record, entry by entry and page by page, the newest first.
var records = question{
	operation: audit.Records,
	parameters: []parameter{
		{"kind", false}, {"modality", true}, {"start", false}, {"end", false}, {"keyword", false}, {"limit", false}, {"cursor", false},
	},
	answer: func(s *surface, ctx context.Context, who auth.Caller, v values) reply {
		page, failure := s.Records.Records(ctx, who.Person, answers.RecordsQuestion{
			Kind: v.one("kind"), Modalities: v["modality"], Start: v.one("start"), End: v.one("end"),
			Keyword: v.one("keyword"), Limit: v.one("limit"), Cursor: v.one("cursor"),
		})
		return document(page, len(page.Rows), page.HasMore, failure)
	},
}
