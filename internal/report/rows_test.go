package report

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/llm"
)

type model func(part string) (string, error)

func (m model) Complete(_ context.Context, ms []llm.Message) (string, error) {
	return m(ms[len(ms)-1].Content)
}

func always(answer string) model { return func(string) (string, error) { return answer, nil } }

const doc = `Sample taken 04.03.2026
Hämoglobin (Hb)	14,5	g/dl	13.5 - 17.5
Glucose	  98 mg/dL	70-99
Sodium	141	mmol/L
CRP	<5 mg/L
尿蛋白	阴性
Alkaline
phosphatase
77	U/L
`

func TestRowsThatThePageDoesNotPrintAreLeftOut(t *testing.T) {
	for name, c := range map[string]struct {
		row  string
		want Row
		ok   bool
	}{
		"as printed":                               {`{"name":"Hämoglobin (Hb)","value":"14,5","unit":"g/dl"}`, Row{Name: "Hämoglobin (Hb)", Value: "14,5", Unit: "g/dl"}, true},
		"white space and case differ":              {`{"name":"GLUCOSE","value":" 98 ","unit":"mg/dl"}`, Row{Name: "GLUCOSE", Value: "98", Unit: "mg/dl"}, true},
		"a number where text was asked for":        {`{"name":"Sodium","value":141,"unit":"mmol/L"}`, Row{Name: "Sodium", Value: "141", Unit: "mmol/L"}, true},
		"null for no unit":                         {`{"name":"尿蛋白","value":"阴性","unit":null}`, Row{Name: "尿蛋白", Value: "阴性"}, true},
		"a comparator stays":                       {`{"name":"CRP","value":"<5","unit":"mg/L"}`, Row{Name: "CRP", Value: "<5", Unit: "mg/L"}, true},
		"a row set over three lines":               {`{"name":"Alkaline phosphatase","value":"77","unit":"U/L"}`, Row{Name: "Alkaline phosphatase", Value: "77", Unit: "U/L"}, true},
		"a value that was corrected":               {`{"name":"Glucose","value":"99.9","unit":"mg/dL"}`, Row{}, false},
		"a piece of a value":                       {`{"name":"Sodium","value":"14","unit":"mmol/L"}`, Row{}, false},
		"a piece of a decimal":                     {`{"name":"Hämoglobin (Hb)","value":"14","unit":"g/dl"}`, Row{}, false},
		"the value of the next row":                {`{"name":"Glucose","value":"141","unit":"mg/dL"}`, Row{}, false},
		"a translated name":                        {`{"name":"Urine protein","value":"阴性","unit":""}`, Row{}, false},
		"a unit that was converted":                {`{"name":"Glucose","value":"98","unit":"mmol/mol"}`, Row{}, false},
		"a name from nowhere with a printed value": {`{"name":"Ferritin","value":"98","unit":"mg/dL"}`, Row{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := List(context.Background(), always(`{"collected":"","rows":[`+c.row+`]}`), doc)
			if err != nil {
				t.Fatal(err)
			}
			want := Rows{Unseen: 1}
			if c.ok {
				want = Rows{Rows: []Row{c.want}}
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestTheDayOfTheSampleIsReadFromThePage(t *testing.T) {
	rows := `"rows":[{"name":"Sodium","value":"141","unit":"mmol/L"}]}`
	for name, c := range map[string]struct {
		answer, day string
		undated     bool
	}{
		"printed once for all":            {`{"collected":"04.03.2026",` + rows, "2026-03-04", false},
		"a day that is not on the page":   {`{"collected":"05.03.2026",` + rows, "", false},
		"the model's own form of the day": {`{"collected":"2026-03-04",` + rows, "", false},
		"none":                            {`{"collected":"",` + rows, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := List(context.Background(), always(c.answer), doc)
			if err != nil || len(got.Rows) != 1 || got.Rows[0].Collected != c.day || got.Undated != c.undated {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
	got, err := List(context.Background(), always(`{"collected":"03/04/2026",`+rows), "03/04/2026\n"+doc)
	if err != nil || got.Rows[0].Collected != "" || !got.Undated {
		t.Errorf("an ambiguous day: %+v, %v", got, err)
	}
}

func TestDatesAreReadOnlyWhereTheyReadInOneWay(t *testing.T) {
	for printed, want := range map[string]string{
		"2026-03-04": "2026-03-04", "2026/3/4 08:15": "2026-03-04", "2026年3月4日": "2026-03-04", "2026.03.04": "2026-03-04",
		"04.03.2026": "2026-03-04", "4.3.2026 07:30": "2026-03-04", "25/12/2026": "2026-12-25", "12/25/2026": "2026-12-25",
		"05/05/2026": "2026-05-05", "4 Mar 2026": "2026-03-04", "March 4, 2026": "2026-03-04", "4. März 2026": "2026-03-04",
		"4 juillet 2026": "2026-07-04", "4-Jun-2026": "2026-06-04", "Mar 4th 2026": "2026-03-04", "12 août 2026": "2026-08-12",
		"03/04/2026": "", "2026-02-30": "", "31.04.2026": "", "13/13/2026": "", "04.03.26": "", "yesterday": "", "": "",
		"0026-03-04": "", "4 Xyz 2026": "", "2026-03-041": "",
	} {
		if got, ok := isoDate(printed); got != want || ok != (want != "") {
			t.Errorf("%q: got %q", printed, got)
		}
	}
}

func TestWhatModelsWriteAroundTheList(t *testing.T) {
	row := `{"collected":"","rows":[{"name":"Sodium","value":"141","unit":"mmol/L"}]}`
	for name, answer := range map[string]string{"bare": row, "fenced": "```json\n" + row + "\n```", "in a sentence": "Here you are: " + row + " Done."} {
		if got, err := List(context.Background(), always(answer), doc); err != nil || len(got.Rows) != 1 {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	for name, answer := range map[string]string{"prose": "No results.", "another shape": `{"results":[]}`, "cut": row[:40], "rows of another type": `{"rows":"none"}`} {
		if _, err := List(context.Background(), always(answer), doc); !errors.Is(err, ErrModelList) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got, err := List(context.Background(), always(`{"rows":[]}`), doc); err != nil || len(got.Rows) != 0 {
		t.Errorf("an empty list is a list: %+v, %v", got, err)
	}
}

func TestALongDocumentIsAskedInPartsAndNoLineIsLost(t *testing.T) {
	var b strings.Builder
	for range 2000 {
		b.WriteString("Sodium\t141\tmmol/L\n")
	}
	n, chars := 0, 0
	_, err := List(context.Background(), model(func(part string) (string, error) {
		n++
		chars += len(part)
		return `{"rows":[]}`, nil
	}), b.String())
	if err != nil || n < 2 || chars != b.Len() {
		t.Errorf("%d questions, %d of %d characters, %v", n, chars, b.Len(), err)
	}
}

func TestAFailingModelIsAnErrorOfItsKind(t *testing.T) {
	_, err := List(context.Background(), model(func(string) (string, error) { return "", &llm.Error{Kind: llm.Timeout} }), doc)
	var e *llm.Error
	if !errors.As(err, &e) || e.Kind != llm.Timeout {
		t.Errorf("err = %v", err)
	}
}
