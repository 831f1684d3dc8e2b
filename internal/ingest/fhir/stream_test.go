package fhir

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/ingest"
)

const line = `{"resourceType":"Observation","id":"%d","status":"final","category":[{"coding":[{"code":"laboratory"}]}],"code":{"coding":[{"system":"http://loinc.org","code":"2345-7","display":"Glucose"}],"text":"Glukose"},"subject":{"reference":"Patient/1"},"effectiveDateTime":"2026-03-04T08:15:00+01:00","valueQuantity":{"value":98.20,"unit":"mg/dL","system":"http://unitsofmeasure.org","code":"mg/dL"},"referenceRange":[{"low":{"value":70,"unit":"mg/dL"},"high":{"value":99,"unit":"mg/dL"}}]}` + "\n"

func TestALineThatIsDamagedSpoilsNoOther(t *testing.T) {
	ok := func(n int) string { return fmt.Sprintf(line, n) }
	for name, bad := range map[string]string{
		"cut":                        `{"resourceType":"Observation","code":{"te` + "\n",
		"a bracket short":            `{"resourceType":"Observation","code":{"text":"x"}` + "\n",
		"a bracket short in a value": `{"resourceType":"Observation","a":[{"b":[1,2}` + "\n",
		"no colon":                   `{"resourceType" "Observation"}` + "\n",
		"a word that is none":        `{"resourceType":tru}` + "\n",
		"a control character":        "{\"resourceType\":\"a\x01\"}\n",
		"a bracket too many":         `{"resourceType":"Patient"}}` + "\n",
		"words":                      "hello\n",
	} {
		got := readAll(t, ok(1)+ok(2)+bad+ok(4)+"\r\n"+ok(5))
		if len(got.drafts) != 4 || got.halted != nil || len(got.problems) == 0 || got.problems[len(got.problems)-1].Reason != ingest.Damaged {
			t.Errorf("%s: %d drafts, %q", name, len(got.drafts), got.reasons())
		}
	}
	got := readAll(t, ok(1)+ok(2)+strings.TrimSuffix(ok(3), "]}\n"))
	if len(got.drafts) != 2 || got.halted == nil || *got.halted != (ingest.Problem{Position: 3, Reason: ingest.Damaged}) {
		t.Errorf("the last line cut: %d drafts, %q", len(got.drafts), got.reasons())
	}
}

func TestADamagedFirstLineSwallowsNoOther(t *testing.T) {
	ok := func(n int) string { return fmt.Sprintf(line, n) }
	for name, bad := range map[string]string{
		"cut in a text":      `{"resourceType":"Observation","note":[{"text":"cut he`,
		"cut after a comma":  `{"resourceType":"Observation","note":[{"text":"x"},`,
		"cut after a colon":  `{"resourceType":"Observation","note":`,
		"a bracket short":    `{"resourceType":"Observation","code":{"text":"x"}`,
		"cut in a name":      `{"resourceTy`,
		"longer than a page": `{"resourceType":"Observation","note":"` + strings.Repeat("x", 100_000),
	} {
		for lines := 1; lines <= 4; lines++ {
			text := bad + "\n"
			for n := range lines {
				text += ok(n + 1)
			}
			got := readAll(t, text)
			if len(got.drafts) != lines || got.halted != nil || len(got.problems) != 1 || got.problems[0].Position != 1 {
				t.Errorf("%s, %d lines after it: %d drafts, %q", name, lines, len(got.drafts), got.reasons())
			}
			if n := len(got.drafts); n > 0 && got.drafts[n-1].Position != int64(lines+1) {
				t.Errorf("%s: the last record is %d", name, got.drafts[n-1].Position)
			}
		}
	}
}

func TestAPlaceIsTheRecordsOwn(t *testing.T) {
	ok := func(n int) string { return fmt.Sprintf(line, n) }
	got := readAll(t, ok(1)+"  \n\n"+ok(2)+"garbage here\nnull\n[1]\n"+ok(6)+strings.TrimSpace(ok(7))+"}\n"+ok(8))
	var places []int64
	for _, p := range got.problems {
		places = append(places, p.Position)
	}
	for _, d := range got.drafts {
		places = append(places, d.Position)
	}
	if want := []int64{3, 4, 5, 7, 1, 2, 6, 7, 8}; !reflect.DeepEqual(places, want) {
		t.Errorf("%v, want %v", places, want)
	}
}

func TestForms(t *testing.T) {
	o := `{"resourceType":"Observation","code":{"text":"x"},"valueInteger":1,"effectiveDateTime":"2026-03-04"}`
	for name, text := range map[string]string{
		"a resource":                  o,
		"with a byte order mark":      "\ufeff" + o,
		"over several lines":          strings.ReplaceAll(o, ",", ",\n"),
		"a bundle":                    `{"resourceType":"Bundle","type":"searchset","total":1,"link":[{"url":"x"}],"entry":[{"search":{"mode":"match"},"resource":` + o + `}],"signature":{"data":"xx"}}`,
		"a bundle that says it last":  `{"type":"collection","entry":[{"resource":` + o + `}],"resourceType":"Bundle"}`,
		"a bundle in a bundle":        `{"resourceType":"Bundle","entry":[{"resource":{"resourceType":"Bundle","entry":[{"resource":` + o + `}]}}]}`,
		"bundles one a line":          `{"resourceType":"Bundle","entry":[]}` + "\n" + `{"resourceType":"Bundle","entry":[{"resource":` + o + `}]}`,
		"an escaped member name":      strings.Replace(o, `"code"`, `"c\u006fde"`, 1),
		"a report with one within it": `{"resourceType":"Bundle","entry":[{"resource":{"resourceType":"DiagnosticReport","id":"r","effectiveDateTime":"2026-03-04","code":{"text":"Bericht"},"contained":[{"resourceType":"Observation","id":"o","code":{"text":"x"},"valueInteger":1}]}}]}`,
	} {
		got := readAll(t, text)
		if len(got.drafts) != 1 || got.drafts[0].Name != "x" || got.halted != nil {
			t.Errorf("%s: %d drafts, %q", name, len(got.drafts), got.reasons())
		}
	}
}

func TestWhatIsTooLargeIsSteppedOver(t *testing.T) {
	small := fmt.Sprintf(line, 1)
	large := `{"resourceType":"Observation","note":"` + strings.Repeat("x", 5000) + `"}`
	many := `{"resourceType":"Observation","note":[` + strings.Repeat("0,", maxNodes) + `0]}`
	for name, text := range map[string]string{
		"lines":  small + large + "\n" + small,
		"bundle": `{"resourceType":"Bundle","entry":[{"resource":` + small + `},{"resource":` + large + `},{"resource":` + small + `}]}`,
	} {
		got := readWith(t, text, Options{MaxResource: 1000})
		if len(got.drafts) != 2 || len(got.problems) != 1 || got.problems[0].Reason != ingest.TooLarge || got.problems[0].Position != 2 {
			t.Errorf("%s: %d drafts, %q", name, len(got.drafts), got.reasons())
		}
	}
	if got := readAll(t, small+many+"\n"+small); len(got.drafts) != 2 || len(got.problems) != 1 || got.problems[0].Reason != ingest.TooLarge {
		t.Errorf("many values: %d drafts, %q", len(got.drafts), got.reasons())
	}
	if got := readAll(t, small+`{"resourceType":"Observation","note":`+strings.Repeat("[", 100)+strings.Repeat("]", 100)+"}\n"+small); len(got.drafts) != 2 || len(got.problems) != 1 {
		t.Errorf("depth: %d drafts, %q", len(got.drafts), got.reasons())
	}
}

func TestMessagesHoldNoContent(t *testing.T) {
	const canary = "GEHEIM"
	plant := func(s string) string { return strings.ReplaceAll(s, "§", canary) }
	texts := []string{
		`{"resourceType":"§"}`, `{"§":1}`, `{"resourceType":"Observation","§":1,"§":2}`, `{"resourceType":"Observation","status":"§","code":{"text":"§"},"effectiveDateTime":"§","valueString":"§"}`,
		`{"resourceType":"Observation","code":{"text":"§"},"effectiveDateTime":"2026-01-01","valueQuantity":{"value":"§","comparator":"§","unit":"§"}}`,
		`{"resourceType":"MedicationRequest","intent":"§","medicationReference":{"reference":"§"}}`, `{"resourceType":"Patient","name":[{"family":"§"}],"extension":[{"url":"` + timezoneExtension + `","valueCode":"§"}]}`,
		`{"resourceType":"Bundle","§":"§","entry":[{"request":{"method":"§","url":"§"}}]}`, `§`, `{"resourceType":"Observation","a":§}`, `{"resourceType":"Observation","subject":{"reference":"§/1"}}`,
	}
	for _, x := range texts {
		text := plant(x)
		for cut := 1; cut <= len(text); cut++ {
			for _, err := range Read(strings.NewReader(text[:cut]), Options{}) {
				if err != nil && strings.Contains(err.Error(), canary[:3]) {
					t.Errorf("%q: %v", text[:cut], err)
				}
			}
		}
	}
}

func TestAReaderThatFails(t *testing.T) {
	broken := errors.New("unplugged")
	var last error
	n := 0
	for _, err := range Read(io.MultiReader(strings.NewReader(fmt.Sprintf(line, 1)+`{"resourceType":`), &failing{broken}), Options{}) {
		n, last = n+1, err
	}
	var p *ingest.Problem
	if n != 2 || !errors.Is(last, broken) || errors.As(last, &p) {
		t.Errorf("%d yields, the last with %v", n, last)
	}
	for _, err := range Read(io.MultiReader(strings.NewReader(`{"resourceType":`), &failing{io.ErrUnexpectedEOF}), Options{}) {
		if !errors.As(err, &p) || p.Reason != ingest.Damaged {
			t.Errorf("an archive that is cut short: %v", err)
		}
	}
}

type failing struct{ err error }

func (f *failing) Read([]byte) (int, error) { return 0, f.err }

// The language itself fails a range that goes on after its body has left it.
func TestNobodyIsAskedTwice(t *testing.T) {
	text := strings.Repeat(fmt.Sprintf(line, 1), 10) + `{"resourceType":"Observation","component":[{},{},{}]`
	for stop := 1; stop < 14; stop++ {
		n := 0
		for range Read(strings.NewReader(text), Options{}) {
			if n++; n == stop {
				break
			}
		}
	}
}

// repeated gives the same lines again until so many bytes are out.
type repeated struct {
	left int64
	n    int
	rest string
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.rest == "" {
		if r.left <= 0 {
			return 0, io.EOF
		}
		r.n++
		r.rest = fmt.Sprintf(line, r.n)
		r.left -= int64(len(r.rest))
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func TestALongStreamStaysInBoundedMemory(t *testing.T) {
	const size = 64 << 20
	src := &repeated{left: size}
	var most uint64
	drafts := 0
	for d, err := range Read(src, Options{}) {
		if err != nil || d.Value != "98.20" {
			t.Fatal(err)
		}
		if drafts++; drafts%20_000 == 0 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapInuse)
		}
	}
	if drafts != src.n || most == 0 || most > 24<<20 {
		t.Errorf("%d drafts of %d lines, %d MB of heap", drafts, src.n, most>>20)
	}
	t.Logf("%d drafts, %d MB of heap at most", drafts, most>>20)
}

func FuzzRead(f *testing.F) {
	f.Add(fmt.Sprintf(line, 1), 1000)
	f.Add(`{"resourceType":"Bundle","entry":[{"fullUrl":"urn:uuid:1","resource":{"resourceType":"Patient","id":"1"}},{"resource":`+request(`"dosageInstruction":[{"timing":{"repeat":{"frequency":1e300,"period":1e-300,"periodUnit":"d"}}}]`)+`}]}`, 5000)
	f.Add(obs(`"component":[{"valueRange":{"low":{"value":1}}},{"valueRatio":{}}]`)+"\n"+obs(`"valuePeriod":{}`), 1<<20)
	f.Add(`{"a":[}`, 3)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		got := readWith(t, text, Options{MaxResource: limit % (1 << 20)})
		if n := len(got.drafts) + len(got.problems) + len(got.removed); n > len(text)+2 {
			t.Errorf("%d results of %d bytes", n, len(text))
		}
		for _, d := range got.drafts {
			if d.Position < 1 || d.Medication == nil && d.When.Start.IsZero() {
				t.Errorf("a draft without a position or a time: %+v", d)
			}
			if d.Medication != nil {
				for i := range d.Medication.Instructions {
					if err := d.Medication.Instructions[i].Validate(); err != nil {
						t.Error(err)
					}
				}
			}
		}
	})
}

// plain is a node as encoding/json would have it.
func plain(n *node) any {
	switch n.kind {
	case 'n':
		return nil
	case 't', 'f':
		return n.kind == 't'
	case '0':
		return json.Number(n.text)
	case '"':
		return n.text
	case '[':
		list := make([]any, 0, len(n.items))
		for i := range n.items {
			list = append(list, plain(&n.items[i]))
		}
		return list
	}
	m := map[string]any{}
	for i := range n.members {
		m[n.members[i].key] = plain(&n.members[i].value)
	}
	return m
}

func FuzzParseAgreesWithTheStandardLibrary(f *testing.F) {
	for _, s := range []string{`{"a":[1,-0.5e+3,"\u00e4\ud83d\ude00\n",true,null,{}]}`, `01`, `"\ud800"`, `{"a":1,"a":2}`, `[1,]`, ` "x" `, "\"\t\"", `-`, `1.`, `[[]]`, `"\u+123"`, `nul`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, err := parse(s)
		if valid := json.Valid([]byte(s)); valid != (err == nil) && (!errors.Is(err, errText) && !errors.Is(err, errDuplicate) && !errors.Is(err, errLarge)) && !strings.Contains(s, strings.Repeat("[", 20)) && strings.Count(s, "{")+strings.Count(s, "[") < maxDepth {
			t.Fatalf("%q: %v, and valid is %v", s, err, valid)
		}
		if err != nil {
			return
		}
		dec := json.NewDecoder(strings.NewReader(s))
		dec.UseNumber()
		var want any
		if err := dec.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if got := plain(&n); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: got %v, want %v", s, got, want)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	for _, tt := range []struct {
		name string
		text string
	}{
		{"lines", strings.Repeat(fmt.Sprintf(line, 1), 2000)},
		{"bundle", "renato-dare.json"},
	} {
		b.Run(tt.name, func(b *testing.B) {
			text := tt.text
			if strings.HasSuffix(text, ".json") {
				text = sample(b, text)
			}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				for range Read(strings.NewReader(text), Options{}) {
				}
			}
		})
		// What the standard library takes to parse the same text, for a ratio in one run.
		b.Run(tt.name+" by encoding-json", func(b *testing.B) {
			text := tt.text
			if strings.HasSuffix(text, ".json") {
				text = sample(b, text)
			}
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				for dec := json.NewDecoder(strings.NewReader(text)); dec.More(); {
					var v any
					if err := dec.Decode(&v); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
