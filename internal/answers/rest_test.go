package answers

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
)

// keys are the keys of a JSON object, sorted.
func keys(t *testing.T, data []byte) string {
	t.Helper()
	var o map[string]json.RawMessage
	if err := json.Unmarshal(data, &o); err != nil {
		t.Fatal(err)
	}
	return strings.Join(slices.Sorted(maps.Keys(o)), " ")
}

func rest(t *testing.T, e Envelope) []byte {
	t.Helper()
	out, err := REST(e)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

const answerKeys = "count cut notes rows status total truncated view window"

// A client cannot read a key that moved, so a key moves only with this test.
func TestTheKeysThatABrowserReads(t *testing.T) {
	want := map[string]string{
		"catalogue": "code count day_known first_date indicator kind last_date latest_value name provenance reason series standard system total unit",
		"readings":  "code date day_known file file_key flag indicator kind modality name note provenance reason ref row_id series system time total unit unit_canonical value value_canonical",
		"buckets":   "avg code day_known indicator max min n period provenance series system total unit",
		"stats":     "avg change code count day_known first first_date indicator last last_date max min mixed_units numeric_count provenance series system unit",
		"latest":    "code date day_known file file_key flag indicator kind modality name note provenance reason ref series system time unit unit_canonical value value_canonical",
		"plan":      "medication plan_id provenance schedule since source status today until",
		"log":       "date dose medication plan_id provenance recorded_by slot status time",
		"history":   "closed_by end medication plan_id provenance start",
	}
	for method, rows := range one(Measured) {
		var got struct {
			Rows   []json.RawMessage
			Window json.RawMessage
		}
		out := rest(t, answer(t, rows, Meta{TZ: "UTC"}, []string{"a note"}))
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatal(err)
		}
		if k := keys(t, out); k != answerKeys {
			t.Errorf("%s: %s, want %s", method, k, answerKeys)
		}
		if k := keys(t, got.Window); k != "end semantics start tz" {
			t.Errorf("%s: window %s", method, k)
		}
		if len(got.Rows) != 1 || keys(t, got.Rows[0]) != want[method] {
			t.Errorf("%s: %s, want %s", method, got.Rows, want[method])
		}
	}
	for method, keys := range want {
		if has := strings.Contains(" "+keys+" ", " row_id "); has != (method == "readings") {
			t.Errorf("a row is a reading by its row_id, and %s: %v", method, has)
		}
		if has := strings.Contains(" "+keys+" ", " last_date ") && !strings.Contains(keys, "avg"); has != (method == "catalogue") {
			t.Errorf("a row without avg is a series by its last_date, and %s: %v", method, has)
		}
	}
	failed := rest(t, refused(t, Unavailable, Recoverable, "busy"))
	if k := keys(t, failed); k != "count cut error_kind notes rows status total truncated view window" {
		t.Errorf("an error has the keys %s", k)
	}
}

func TestAnAnswerForABrowser(t *testing.T) {
	m := Meta{Start: "2026-01-01", TZ: "Europe/Berlin", Semantics: TZExact, View: Day, Truncated: true, Cut: "a part"}
	x := 5.25
	for name, tt := range map[string]struct {
		e    Envelope
		want string
	}{
		"numbers are numbers and what is absent is null": {
			answer(t, bucketRows([]BucketRow{{Period: "2026-01-01", Avg: &x, N: 2}}), m, nil),
			`{"rows":[{"indicator":"","series":"","system":"","code":"","period":"2026-01-01","avg":5.25,"min":null,"max":null,"n":2,"unit":"","total":0,"day_known":false,"provenance":""}],` +
				`"count":1,"total":1,"truncated":true,"cut":"a part","window":{"start":"2026-01-01","end":"","tz":"Europe/Berlin","semantics":"tz_exact"},"view":"day","status":"partial","notes":[]}`,
		},
		"no rows are an empty list": {
			answer(t, planRows(nil), Meta{View: Plan}, []string{"nothing is on file"}),
			`{"rows":[],"count":0,"total":0,"truncated":false,"cut":"","window":{"start":"","end":"","tz":"","semantics":""},"view":"plan","status":"ok","notes":["nothing is on file"]}`,
		},
		"the total of a catalogue is its size": {
			answer(t, catalogueRows(nil), Meta{CatalogTotal: 244}, nil),
			`{"rows":[],"count":0,"total":244,"truncated":false,"cut":"","window":{"start":"","end":"","tz":"","semantics":""},"view":"","status":"ok","notes":[]}`,
		},
		"an error has its kind and no rows": {
			refused(t, InvalidArguments, Recoverable, "end: must be a date"),
			`{"rows":[],"count":0,"total":0,"truncated":false,"cut":"","window":{"start":"","end":"","tz":"","semantics":""},"view":"","status":"error","notes":["end: must be a date"],"error_kind":"invalid_arguments"}`,
		},
	} {
		if got := string(rest(t, tt.e)); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, tt.want)
		}
	}
}

func TestAToolReturnsTheTextAndWhatAProgramNeedsToKnow(t *testing.T) {
	e := answer(t, planRows([]PlanRow{{Medication: "Ramipril", PlanID: "p1"}}), Meta{View: Plan, Truncated: true}, nil)
	for name, tt := range map[string]struct {
		e    Envelope
		want string
	}{
		"an answer":  {e, `{"result":"(constants: medication=Ramipril, plan_id=p1)\n\n(view=plan, rows=1, truncated)","status":"partial","row_count":1,"truncated":true}`},
		"an error":   {refused(t, Internal, Unrecoverable, "x"), `{"result":"error (internal): x. ` + doNotRepeat + `","status":"error","row_count":0,"truncated":false,"error_kind":"internal"}`},
		"no rows":    {answer(t, planRows(nil), Meta{View: Plan}, nil), `{"result":"(no rows)\n\n(view=plan, rows=0)","status":"ok","row_count":0,"truncated":false}`},
		"a weak one": {refused(t, Unavailable, Recoverable, "x"), `{"result":"error (unavailable): x. The arguments are fine: try once more in a while.","status":"error","row_count":0,"truncated":false,"error_kind":"unavailable"}`},
	} {
		got, err := json.Marshal(Result(tt.e))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, tt.want)
		}
	}
}
