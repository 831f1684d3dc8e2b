package answers

import (
	"slices"
	"testing"

	"github.com/seed-a76b335c/philint/internal/answers/rank"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/terminology"
	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
)

func TestCodesAreCalledByTheirNames(t *testing.T) {
	v := vocabulary(t)
	for _, tt := range []struct{ system, code, want string }{
		{"http://loinc.org", "718-7", "Hemoglobin [Mass/volume] in Blood"},
		{"http://loinc.org", "0-0", ""},
		{terminology.SystemICPC3, "NS01", "Headache"},
		{terminology.SystemICPC3, "718-7", ""},
		{"urn:recordserver:metric", "hrv_rmssd", "Hrv rmssd"},
		{"urn:recordserver:metric", "nothing", ""},
		{"http://example.org", "x", ""},
		{"", "718-7", ""},
	} {
		if got := v.Display(tt.system, tt.code); got != tt.want {
			t.Errorf("%s %s is %q, want %q", tt.system, tt.code, got, tt.want)
		}
	}
}

// TestEveryCodeIsFoundThroughItsSeries walks the whole table.
func TestEveryCodeIsFoundThroughItsSeries(t *testing.T) {
	v := vocabulary(t)
	rows := v.set.Codes().Rows()
	for i := range rows {
		code := rows[i].Code
		series := v.set.SeriesOf(code)
		if !slices.ContainsFunc(v.set.SeriesRows(series), func(r *loinc.Row) bool { return r.Code == code }) {
			t.Fatalf("%s is not among the codes of its series", code)
		}
		if !slices.Contains(v.SeriesOf(code), series) {
			t.Fatalf("%s does not lead to its series", code)
		}
	}
	for _, r := range v.set.Complaints().Rubrics() {
		series := terminology.ComplaintSeries(r.Code)
		if titles := v.Titles(series); len(titles) != 1 || titles[0].Text != r.Preferred || !slices.Contains(v.SeriesOf(r.Code), series) {
			t.Fatalf("%s is called %v", r.Code, titles)
		}
	}
	for _, m := range record.Metrics() {
		if !slices.Contains(v.SeriesOf(m.Key), m.Series()) || len(v.Titles(m.Series())) != 1 {
			t.Fatalf("the series of %s", m.Key)
		}
	}
	for _, series := range []string{"", "local:x|", "loinc:nothing", "icpc3:nothing", "unknown"} {
		if titles := v.Titles(series); len(titles) != 0 {
			t.Errorf("%q is called %v", series, titles)
		}
	}
	if len(v.set.SeriesRows("loinc:nothing")) != 0 {
		t.Error("a series that there is not has codes")
	}
}

func TestTitlesAreKeptWithinBounds(t *testing.T) {
	v := vocabulary(t)
	want := v.Titles("icpc3:NS01")
	for i := range maxTitles + 10 {
		v.Titles("local:" + string(rune(i)))
	}
	if len(v.titles) > maxTitles || !slices.EqualFunc(v.Titles("icpc3:NS01"), want, func(a, b rank.Label) bool { return a.Text == b.Text }) {
		t.Errorf("%d titles are kept", len(v.titles))
	}
}

func TestTheVocabularyReaches(t *testing.T) {
	v := vocabulary(t)
	for _, tt := range []struct {
		keyword, code    string
		reportedAs, none string
	}{
		{keyword: "triglycerides", code: "2571-8"},
		{keyword: "甘油三酯", code: "14927-8"},
		{keyword: "糖化血红蛋白", code: "4548-4"},
		{keyword: "头疼", reportedAs: "NS01"},
		{keyword: "headache", reportedAs: "NS01"},
		{keyword: "高血压", reportedAs: "KD73"},
		{keyword: "发烧", reportedAs: "AS03", none: "no test"},
		{keyword: "a word that nobody knows", none: "nothing"},
	} {
		m := v.Reach(tt.keyword)
		series, reported := m.Series, m.Reported
		if tt.code != "" && !slices.Contains(series, v.set.SeriesOf(tt.code)) {
			t.Errorf("%s does not reach %s: %q", tt.keyword, tt.code, series)
		}
		if tt.reportedAs != "" && !slices.Contains(reported, terminology.ComplaintSeries(tt.reportedAs)) {
			t.Errorf("%s does not reach %s: %q", tt.keyword, tt.reportedAs, reported)
		}
		if tt.none != "" && len(series) > 0 || tt.none == "nothing" && len(reported) > 0 {
			t.Errorf("%s reaches %q and %q", tt.keyword, series, reported)
		}
		if m.Sure == (tt.none == "nothing") {
			t.Errorf("%s is sure: %v", tt.keyword, m.Sure)
		}
	}
}
