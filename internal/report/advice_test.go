package report_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/llm"
	"github.com/seed-a76b335c/philint/internal/report"
)

func TestTheAdviceNamesWhatToSet(t *testing.T) {
	for name, tt := range map[string]struct {
		err  llm.Error
		want []string
	}{
		"not found":     {llm.Error{Kind: llm.Refused, Status: 404}, []string{"RECORDSERVER_MODEL_URL", "/v1", "RECORDSERVER_MODEL "}},
		"a wrong key":   {llm.Error{Kind: llm.Unauthorized, Status: 401}, []string{"RECORDSERVER_MODEL_KEY"}},
		"no connection": {llm.Error{Kind: llm.Unreachable}, []string{"RECORDSERVER_MODEL_URL"}},
		"a fault of it": {llm.Error{Kind: llm.Refused, Status: 500}, []string{"HTTP 500"}},
	} {
		advice, ok := report.Advice(fmt.Errorf("listing: %w", &tt.err))
		for _, want := range tt.want {
			if !ok || !strings.Contains(advice, want) {
				t.Errorf("%s: %q, want %q in it", name, advice, want)
			}
		}
	}
	if advice, ok := report.Advice(errors.New("another")); ok {
		t.Errorf("an error that is no model's: %q", advice)
	}
}
