package answers

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/answers/rank"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology"
	"github.com/seed-a76b335c/philint/internal/terminology/alias"
	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
)

// invented is a record of many series: the names are printed as reports, devices and people print them, the short words
// are what the tests call the series by.
var invented = map[string]fact{
	"ast":      {name: "GOT (ASAT)", code: "1920-8", unit: "U/L"},
	"alt":      {name: "SGPT", code: "1742-6", unit: "U/L"},
	"alp":      {name: "Alk Phos", code: "6768-6", unit: "U/L"},
	"hb":       {name: "Hämoglobin", code: "718-7", unit: "g/dL"},
	"a1c":      {name: "Hb A1c", code: "4548-4", unit: "%"},
	"hct":      {name: "Hematocrit", code: "4544-3", unit: "%"},
	"wbc":      {name: "Leukocytes", code: "6690-2", unit: "10*3/uL"},
	"rbc":      {name: "Erythrocytes", code: "789-8", unit: "10*6/uL"},
	"plt":      {name: "血小板", code: "777-3", unit: "10*3/uL"},
	"mcv":      {name: "MCV", code: "787-2", unit: "fL"},
	"neutp":    {name: "Neutrophils %", code: "770-8", unit: "%"},
	"ferritin": {name: "Ferritin", code: "2276-4", unit: "ng/mL"},
	"tibc":     {name: "Iron binding capacity", code: "2500-7", unit: "ug/dL"},
	"na":       {name: "Sodium", code: "2947-0", unit: "mmol/L"},
	"k":        {name: "Potassium", code: "6298-4", unit: "mmol/L"},
	"cl":       {name: "Chloride", code: "2069-3", unit: "mmol/L"},
	"co2":      {name: "Carbon Dioxide", code: "20565-8", unit: "mmol/L"},
	"bun":      {name: "Urea Nitrogen", code: "6299-2", unit: "mg/dL"},
	"crea":     {name: "Creatinine", code: "38483-4", unit: "mg/dL"},
	"gfrx":     {name: "Glomerular filtration rate/1.73 sq M.predicted", unit: "mL/min"}, // without a code
	"gfr":      {name: "Estimated Glomerular Filtration Rate", code: "33914-3", unit: "mL/min/{1.73_m2}"},
	"tp":       {name: "Protein", unit: "g/dL"}, // without a code
	"uprot":    {name: "Protein, urine", code: "2888-6", unit: "mg/dL"},
	"fbg":      {name: "Fasting glucose", code: "1558-6", unit: "mg/dL"},
	"chol":     {name: "总胆固醇", code: "2093-3", unit: "mg/dL"},
	"hdl":      {name: "高密度脂蛋白胆固醇", code: "2085-9", unit: "mg/dL"},
	"ldl":      {name: "LDL-Cholesterol", code: "2089-1", unit: "mg/dL"},
	"tg":       {name: "Triglyceride", code: "2571-8", unit: "mg/dL"},
	"crp":      {name: "C-reactive protein", code: "1988-5", unit: "mg/L"},
	"tsh":      {name: "TSH", code: "3016-3", unit: "mIU/L"},
	"ckmb":     {name: "CK-MB", code: "13969-1", unit: "ng/mL"},
	"ntbnp":    {name: "NT-proBNP", code: "33762-6", unit: "pg/mL"},
	"vitd":     {name: "25-OH Vitamin D", code: "1989-3", unit: "ng/mL"},
	"mpv":      {name: "Mean platelet volume", code: "32623-1", unit: "fL"},
	"sys":      {name: "Systolic blood pressure", code: "8480-6", unit: "mm[Hg]"},
	"dia":      {name: "Diastolic blood pressure", code: "8462-4", unit: "mm[Hg]"},
	"rhr":      {name: "Resting heart rate", code: "40443-4", unit: "/min"},
	"weight":   {name: "Body weight Measured", code: "29463-7", unit: "kg"},
	"height":   {name: "Größe", code: "8302-2", unit: "cm"},
	"lightsl":  {name: "Light sleep", code: "93830-8", unit: "min"},
	"steps":    {name: "stepCount", series: "device:steps", unit: "1"},
	"puff":     {name: "Puffer value of the garden", unit: "1"},
	"headache": {name: "头疼", code: headache, kind: record.Symptom},
	"hyper":    {name: "high blood pressure", code: "KD73", kind: record.Condition},
	"knee":     {name: "my knee creaks", kind: record.Symptom},
}

// words are short words parted by blanks.
func shorts(text string) []string { return slices.Sorted(slices.Values(strings.Fields(text))) }

// inventedChart is the record, and the short words of its series.
func inventedChart(t testing.TB) (c *chart, short map[string]string) {
	t.Helper()
	c = newChart(t, openSQLite(t), "UTC")
	short = map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(invented)) {
		f := invented[key]
		f.at = "2026-03-01 08:00"
		if f.kind == "" {
			f.value = "7"
		}
		before := len(c.rows)
		c.add(f)
		short[c.rows[before].Coding.Series] = key
	}
	return c, short
}

// Notes that a keyword may bring.
const (
	asSuch  = "nothing on record matches as such"
	instead = "as the nearest that is on record"
	none    = "nothing on record matches: "
)

// TestKeywordsFindWhatTheyMean is a table of what is asked and what must come: no series more and none less.
func TestKeywordsFindWhatTheyMean(t *testing.T) {
	c, short := inventedChart(t)
	for _, tt := range []struct{ keyword, want, note string }{
		// Abbreviations of what is on record under another name, with these letters inside of other words.
		{"AST", "ast", ""},
		{"GOT", "ast", ""},
		{"ALT", "alt", ""},
		{"ALP", "alp", ""},
		{"Hb", "hb", ""},
		{"Hgb", "hb", ""},
		{"HbA1c", "a1c", ""},
		{"A1c", "a1c", ""},
		{"Hct", "hct", ""},
		{"WBC", "wbc", ""},
		{"RBC", "rbc", ""},
		{"PLT", "plt", ""},
		{"TC", "chol", ""},
		{"TG", "tg", ""},
		{"HDL", "hdl", ""},
		{"LDL", "ldl", ""},
		{"CRP", "crp", ""},
		{"MPV", "mpv", ""},
		{"TIBC", "tibc", ""},
		// Abbreviations of what is not on record.
		{"RR", "", none},
		{"Fe", "", none},
		{"IgE", "", none},
		{"IgG", "", none},
		{"IgA", "", none},
		{"IgM", "", none},
		{"SpO2", "", none},
		{"Cu", "", none},
		{"CK", "ckmb", asSuch},
		{"BNP", "ntbnp", asSuch},
		{"T4", "", none},
		{"ESR", "", none},
		{"INR", "", none},
		{"Mg", "", none},
		{"Zn", "", none},
		{"E2", "", none},
		{"BMI", "", none},
		{"PSA", "", none},
		{"LH", "", none},
		// The same in another specimen, by another method, after a fast, or without a code.
		{"Na", "na", instead},
		{"K", "k", instead},
		{"Cl", "cl", instead},
		{"CO2", "co2", instead},
		{"BUN", "bun", instead},
		{"Cr", "", none}, // too short to be sure of
		{"GFR", "gfr gfrx", instead},
		{"eGFR", "gfr gfrx", instead},
		{"TP", "tp", instead},
		{"Glu", "fbg", instead},
		{"HR", "rhr", instead},
		{"Natrium", "na", instead},
		{"Калий", "k", instead},
		{"kreatinin", "crea", instead},
		{"serum creatinine", "crea", instead},
		{"blood sugar", "fbg", ""},
		{"血糖", "fbg", ""},
		// By their names.
		{"sodium", "na", ""},
		{"potassium", "k", ""},
		{"creatinine", "crea", ""},
		{"heart rate", "rhr", ""},
		{"resting heart rate", "rhr", ""},
		{"Ferritin", "ferritin", ""},
		{"protein", "tp uprot crp", ""},
		{"urine protein", "uprot", ""},
		{"iron binding capacity", "tibc", ""},
		{"platelets", "plt mpv", ""},
		{"weight", "weight", ""},
		{"body weight", "weight", ""},
		{"height", "height", ""},
		{"light sleep", "lightsl", ""},
		{"steps", "steps", ""},
		{"vitamin d", "vitd", ""},
		{"hemoglobin", "hb a1c", ""},
		{"cholesterol", "chol hdl ldl", ""},
		{"triglycerides", "tg", ""},
		{"puffer", "puff", ""},
		{"puff", "puff", ""},
		{"uffer", "puff", asSuch},
		{"garden value", "puff", ""},
		{"1920-8", "ast", ""},
		{"2823-3", "k", instead},
		// In other languages.
		{"谷草转氨酶", "ast", ""},
		{"血红蛋白", "hb", ""},
		{"胆固醇", "chol", ""},
		{"总胆固醇", "chol", ""},
		{"糖化血红蛋白", "a1c", ""},
		{"Leukozyten", "wbc", ""},
		{"hémoglobine", "hb", ""},
		{"тромбоциты", "plt", ""},
		{"ヘモグロビン", "hb", ""},
		{"colesterol HDL", "hdl", ""},
		{"Körpergewicht", "weight", ""},
		{"headache", "headache", ""},
		{"Kopfschmerzen", "", none}, // complaints are in English and Chinese
		{"高血压", "hyper", ""},
		{"hypertension", "hyper", ""},
		{"knee", "knee", ""},
		// Panels.
		{"blood pressure", "sys dia hyper", ""},
		{"BP", "sys dia hyper", ""},
		{"Blutdruck", "sys dia", ""},
		{"presión arterial", "sys dia", ""},
		{"tension artérielle", "sys dia", ""},
		{"血圧", "sys dia", ""},
		{"давление", "sys dia", ""},
		{"85354-9", "sys dia", ""},
		{"lipid panel", "chol hdl ldl tg", ""},
		{"血脂", "chol hdl ldl tg", ""},
		{"CBC", "wbc rbc hb hct mcv plt mpv", ""},
		{"Blutbild", "wbc rbc hb hct mcv plt mpv", ""},
		{"electrolytes", "na k cl co2", instead},
		// Words that only some names share, and words that all do.
		{"blood urea", "bun", asSuch},
		{"serum iron", "tibc", asSuch},
		{"iron", "tibc", asSuch},
		{"blood type", "", none},
		{"body mass index", "", none},
		{"heart attack", "rhr", asSuch},
		{"red cell", "rbc", ""},
		{"serum", "ast alt alp ferritin tibc gfr fbg chol hdl ldl tg crp tsh ckmb ntbnp vitd", asSuch},
		{"mass in volume", "hb ferritin tibc bun crea uprot fbg chol hdl ldl tg crp ckmb ntbnp vitd k", asSuch},
		{"vitamin b12", "vitd", asSuch},
		{"neutrophils", "neutp", ""},
		{"lymphocytes", "", none},
		{"nothing of the kind", "", none},
		{"zzz", "", none},
	} {
		t.Run(tt.keyword, func(t *testing.T) {
			e := c.ask(map[string]any{"keywords": []string{tt.keyword}, "view": "latest"})
			var got []string
			if e.Meta.View != "" {
				got = answered(t, e, short)
				slices.Sort(got)
			}
			want := shorts(tt.want)
			if len(want) > maxMatches {
				for _, g := range got {
					if !slices.Contains(want, g) {
						t.Errorf("found %q, which is none of %q", g, want)
					}
				}
				if of := fmt.Sprintf("Only %d of %d series that the keywords match are shown.", maxMatches, len(want)); !strings.HasPrefix(e.Meta.Cut, of) {
					t.Errorf("cut %q, want %q", e.Meta.Cut, of)
				}
			} else if !slices.Equal(got, want) {
				t.Errorf("found %q, want %q", got, want)
			}
			for _, note := range []string{asSuch, instead, none} {
				if note == tt.note {
					has(t, e, note)
				} else {
					hasNot(t, e, note)
				}
			}
		})
	}
}

// answered are the short words of an answer's series.
func answered(t *testing.T, e Envelope, short map[string]string) []string {
	t.Helper()
	var out []string
	for _, series := range seriesIn(t, e) {
		out = append(out, short[series])
	}
	return out
}

// TestRecordsAreFoundByWhatIndicatorsAreFoundBy is for the page of single entries, on both engines.
func TestRecordsAreFoundByWhatIndicatorsAreFoundBy(t *testing.T) {
	engines(t, func(t *testing.T, s *store.Store) {
		c := newChart(t, s, "UTC")
		for i, f := range []fact{
			{name: "High Density Lipoprotein", value: "51", unit: "mg/dL", code: "2085-9"},
			{name: "Gewicht", value: "70", unit: "kg", code: "29463-7"},
			{name: "GOT", value: "22", unit: "U/L", code: "1920-8"},
			{name: "Kalium", value: "4.1", unit: "mmol/L", code: "6298-4"},
			{name: "Kopfweh", kind: record.Symptom, code: headache},
		} {
			f.at = fmt.Sprintf("2026-03-0%d 08:00", i+1)
			c.add(f)
		}
		for _, tt := range []struct{ keyword, kind, want, note string }{
			{"cholesterol in hdl", "", "High Density Lipoprotein", ""},
			{"high density", "", "High Density Lipoprotein", ""},
			{"2085-9", "", "High Density Lipoprotein", ""},
			{"body weight", "", "Gewicht", ""},
			{"体重", "", "Gewicht", ""},
			{"AST", "", "GOT", ""},
			{"K", "", "Kalium", ""}, // and no Kopfweh, which is none of the measurements
			{"headache", "", "", "on record as what was reported"},
			{"headache", "all", "Kopfweh", ""},
			{"ferritin", "", "", `nothing on record matches: "ferritin"`},
			{"ferritin", "all", "", `nothing on record matches: "ferritin"`},
		} {
			page, e := c.Records(t.Context(), c.person, RecordsQuestion{Keyword: tt.keyword, Kind: tt.kind})
			if e != nil {
				t.Fatal(e.Assumptions)
			}
			var names []string
			for i := range page.Rows {
				names = append(names, page.Rows[i].Name)
			}
			if strings.Join(names, ", ") != tt.want {
				t.Errorf("%q finds %q, want %q", tt.keyword, names, tt.want)
			}
			if tt.note == "" && len(page.Notes) > 0 || tt.note != "" && (len(page.Notes) != 1 || !strings.Contains(page.Notes[0], tt.note)) {
				t.Errorf("%q has the notes %q", tt.keyword, page.Notes)
			}
		}
	})
}

// TestNotesTellSeriesApart is for two that are printed alike, and for one that is shown for another.
func TestNotesTellSeriesApart(t *testing.T) {
	c := newChart(t, openSQLite(t), "UTC")
	c.add(
		fact{name: "Sodium", value: "140", unit: "mmol/L", code: "2951-2", at: "2026-03-01 08:00"},
		fact{name: "Sodium", value: "139", unit: "mmol/L", code: "2947-0", at: "2026-03-02 08:00"},
		fact{name: "Potassium", value: "4", unit: "mmol/L", code: "6298-4", at: "2026-03-02 08:00"},
	)
	e := c.ask(map[string]any{"keywords": []string{"sodium"}, "view": "stats", "start": "2026-05-01"})
	has(t, e, `"Sodium [Moles/volume] in Blood"`)
	has(t, e, `"Sodium [Moles/volume] in Serum or Plasma"`)
	has(t, c.ask(`{"keywords":["K"],"view":"stats"}`), `shown for "K" as the nearest that is on record: "Potassium [Moles/volume] in Blood"`)
}

// TestNoNameOfATestHidesWhatElseIsOnRecordOfIt asks by other names than the ones that are printed: what they do not find is
// named, and the same concentration in other units is found.
func TestNoNameOfATestHidesWhatElseIsOnRecordOfIt(t *testing.T) {
	c := newChart(t, openSQLite(t), "UTC")
	c.add(
		fact{name: "Prolactin", value: "10", unit: "ng/mL", code: "2842-3", at: "2026-01-10 08:00"},
		fact{name: "Prolactin", value: "210", unit: "m[IU]/L", code: "15081-3", at: "2026-02-10 08:00"},
		fact{name: "Vitamin D", value: "32", unit: "ng/mL", code: "62292-8", at: "2026-01-10 08:00"},
		fact{name: "Vitamin D", value: "75", unit: "nmol/L", code: "14635-7", at: "2026-05-10 08:00"},
		fact{name: "Neutrophils", value: "3.1", unit: "10*9/L", code: "751-8", at: "2026-01-10 08:00"},
		fact{name: "Neutrophils", value: "55", unit: "%", code: "770-8", at: "2026-02-10 08:00"},
	)
	for _, keyword := range []string{"prolactin", "PRL", "Prolaktin", "催乳素"} {
		text := Compact(c.ask(map[string]any{"keywords": []string{keyword}, "view": "latest"}))
		if !strings.Contains(text, "|210|") || !strings.Contains(text, "|10|") {
			t.Errorf("%s: one of the two is passed over\n%s", keyword, text)
		}
	}
	for _, keyword := range []string{"calcidiol", "vitamina d", "维生素D", "neutrófilos", "中性粒细胞"} {
		e := c.ask(map[string]any{"keywords": []string{keyword}, "view": "latest"})
		rows := 0
		for _, day := range []string{"2026-01-10", "2026-02-10", "2026-05-10"} {
			rows += strings.Count(Compact(e), day)
		}
		if rows < 2 {
			has(t, e, "on record of the same analyte as "+short(keyword)+", and not shown")
		}
	}
	// What is found by its name is not told of again.
	if text := Compact(c.ask(map[string]any{"keywords": []string{"neutrophils"}, "view": "latest"})); strings.Contains(text, "same analyte") {
		t.Errorf("%s", text)
	}
}

// TestAPageSaysWhereWhatWasReportedIs is for surfaces that have it in another place.
func TestAPageSaysWhereWhatWasReportedIs(t *testing.T) {
	c, _ := inventedChart(t)
	for _, args := range []map[string]any{
		{"keywords": []string{"headache"}, "view": "stats"},
		{"keywords": []string{"高血压", "AST"}, "view": "stats"},
		{"indicators": []string{"Headache"}, "view": "latest"},
		{"indicators": []string{"icpc3:NS01"}},
		{"keywords": []string{"knee"}},
	} {
		e := c.limited(ReadingsTool, args, ForBrowser())
		has(t, e, "on record as what was reported, which the journal has")
		hasNot(t, e, none)
	}
	has(t, c.limited(ReadingsTool, `{"keywords":["zzz"]}`, ForBrowser()), none)
	hasNot(t, c.limited(ReadingsTool, `{"keywords":["zzz"]}`, ForBrowser()), "journal")
}

// TestOwnNamesOfWhatIsOnRecordFindIt asks the invented record by every name that the vocabulary has for a test on it, in
// all languages. The test must be found, first or beside what is called so; of another analyte nothing may come but what
// has the words in the name of its code.
func TestOwnNamesOfWhatIsOnRecordFindIt(t *testing.T) {
	c, short := inventedChart(t)
	list := c.candidates(first(entriesOf(c.namesOf(t), ForModel())))
	v := c.names.(*Vocabulary)
	asked, found, clean, explained := 0, 0, 0, 0
	for key, target := range alias.BuiltInKeys() {
		var want []string // series of the code on record
		for series := range short {
			if v.set.SeriesOf(target) == series {
				want = append(want, series)
			}
		}
		if r := v.set.Resolve(key); len(want) == 0 || r.Reason == terminology.ReasonComplaint { // proteinuria is a finding
			continue
		}
		asked++
		m := c.keyword(list, key)
		if slices.ContainsFunc(want, func(series string) bool { return slices.Contains(m.series, series) }) {
			found++
		} else {
			t.Errorf("%q, which is %s, finds %q", key, target, m.series)
		}
		k := rank.NewKeyword(key)
		strangers, named := 0, 0
		for i := range list {
			if e := &list[i]; e.coded() && slices.Contains(m.series, e.series) && terminology.KinshipOf(want[0], e.series) == terminology.Unrelated {
				strangers++
				if e.says(&k) {
					named++
				} else {
					t.Errorf("%q, which is %s, finds %s as well", key, target, short[e.series])
				}
			}
		}
		switch {
		case strangers == 0:
			clean++
		case strangers == named:
			explained++
		}
	}
	if asked < 500 {
		t.Errorf("only %d names were asked", asked)
	}
	t.Logf("%d names of %d series on record: %d find it (%.1f %%); %d find nothing of another analyte (%.1f %%), %d more only what has the words in its code's name",
		asked, len(short), found, 100*float64(found)/float64(asked), clean, 100*float64(clean)/float64(asked), explained)
}

// TestOwnNamesOfWhatIsNotOnRecordAreNotAnsweredInSilence asks by every name of what is not on record: what comes of other
// analytes is said to be so.
func TestOwnNamesOfWhatIsNotOnRecordAreNotAnsweredInSilence(t *testing.T) {
	c, _ := inventedChart(t)
	list := c.candidates(first(entriesOf(c.namesOf(t), ForModel())))
	v := c.names.(*Vocabulary)
	asked, empty, told, silent, nth := 0, 0, 0, 0, 0
	for key, target := range alias.BuiltInKeys() {
		if nth++; nth%5 != 0 { // a fifth of them says as much
			continue
		}
		series := v.set.SeriesOf(target)
		if series == "" || len(v.set.Members(target)) > 0 || slices.ContainsFunc(list, func(e candidate) bool {
			return terminology.KinshipOf(series, e.series) != terminology.Unrelated
		}) {
			continue
		}
		asked++
		m := c.keyword(list, key)
		strange := slices.ContainsFunc(list, func(e candidate) bool { return e.coded() && slices.Contains(m.series, e.series) })
		switch {
		case !strange:
			empty++
		case m.loose:
			told++
		default:
			silent++
			t.Errorf("%q, which is %s and not on record, is answered with %q", key, target, m.series)
		}
	}
	if asked < 2000 {
		t.Errorf("only %d names were asked", asked)
	}
	t.Logf("%d names of what is not on record: %d find no test, %d find tests with some of the words, which is said, %d find others in silence", asked, empty, told, silent)
}

func first[A, B any](a A, _ B) A { return a }

// namesOf are the names of the record's series, as a question reads them.
func (c *chart) namesOf(t testing.TB) []store.SeriesName {
	t.Helper()
	names, err := c.store.Person(c.person).SeriesNames(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestWordsOfEverythingAreThoseOfTheTable derives the words from how many long names they stand in.
func TestWordsOfEverythingAreThoseOfTheTable(t *testing.T) {
	rows := loinc.Core().Rows()
	in := map[string]int{}
	for i := range rows {
		label, seen := rank.NewLabel(rows[i].LongName), map[string]bool{}
		for _, w := range label.Words() {
			if !seen[w] {
				seen[w] = true
				in[w]++
			}
		}
	}
	for w, n := range in {
		if often := n*20 >= len(rows); often && !rank.Common(w) {
			t.Errorf("%q stands in %d of %d names and is not among them", w, n, len(rows))
		}
	}
	for _, w := range []string{"glucose", "pressure", "creatinine", "iron", "heart", "urea", "type", "ratio"} {
		if rank.Common(w) {
			t.Errorf("%q tells tests apart", w)
		}
	}
}

// BenchmarkKeywords times the way of keywords through a record of many series, without the store.
func BenchmarkKeywords(b *testing.B) {
	c := benchChart(b)
	entries, _ := entriesOf(c.namesOf(b), ForModel())
	for _, text := range []string{"AST", "triglycerides", "blood pressure", "CBC", "nothing of the kind", "analyte 70"} {
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				c.search(entries, []string{text}, &selection{})
			}
		})
	}
}
