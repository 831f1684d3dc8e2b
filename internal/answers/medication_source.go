package answers

import (
	"context"
	"regexp"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
)

// documentOf finds the document in a plan's source: document:412d…, fhir:document:412d….
var documentOf = regexp.MustCompile(`(?:^|:)document:([0-9a-f]+)`)

// filesOf are the names of the documents that plans come from, by id.
func filesOf(ctx context.Context, u *subject, list []record.Regimen) (map[string]string, error) {
	named := false
	for i := range list {
		named = named || documentOf.MatchString(list[i].Plan.Source)
	}
	if !named {
		return nil, nil
	}
	documents, err := u.data.Documents(ctx)
	if err != nil {
		return nil, err
	}
	files := make(map[string]string, len(documents))
	for i := range documents {
		files[documents[i].ID] = documents[i].Name
	}
	return files, nil
}

// sourceText is a plan's source for a reader: what kind of source it is, and the file's name where it is one. What else
// stands in it tells sources apart and says nothing to anybody.
func sourceText(source string, files map[string]string) string {
	kind, _, _ := strings.Cut(source, ":")
	m := documentOf.FindStringSubmatch(source)
	if m == nil {
		return kind
	}
	if kind == "document" {
		kind = "file"
	}
	if name := files[m[1]]; name != "" {
		return kind + ", file " + name
	}
	return kind
}
