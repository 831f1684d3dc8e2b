package csvtable

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	xunicode "golang.org/x/text/encoding/unicode"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

func TestNoHeaderHasTwoMeanings(t *testing.T) {
	known, err := headers()
	if err != nil {
		t.Fatal(err)
	}
	if len(known) < 300 {
		t.Errorf("%d headers", len(known))
	}
}

func open(t testing.TB, text string, o Options) *Table {
	t.Helper()
	table, err := Open(strings.NewReader(text), int64(len(text)), o)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return table
}

// show is a draft in one line: name, value, unit, reference, flag, time.
func show(d ingest.Draft) string {
	form := "2006-01-02"
	if !d.When.DateOnly {
		form = "2006-01-02 15:04"
	}
	if !d.When.Floating {
		form += "Z07:00"
	}
	return strings.Join([]string{d.Name, d.Value, d.Unit, d.Ref, d.Flag, d.When.Start.Format(form)}, "|")
}

func read(t testing.TB, table *Table) (out []string) {
	t.Helper()
	for d, err := range table.Drafts(context.Background()) {
		var p *ingest.Problem
		switch {
		case err == nil:
			out = append(out, show(d))
		case errors.As(err, &p):
			out = append(out, fmt.Sprintf("!%d %s %s", p.Position, p.Reason, p.Where))
		default:
			t.Fatal(err)
		}
	}
	return out
}

var tables = []struct {
	name, text string
	want       []string
}{
	{
		"English, one result a row", "Test Name,Result,Units,Reference Range,Flag,Collection Date,Report Date\nGlucose,95,mg/dL,70 - 99,,2026-03-04,2026-03-05\nHDL,38,mg/dL,> 40,L,2026-03-04,2026-03-05\n",
		[]string{"Glucose|95|mg/dL|70 - 99||2026-03-04", "HDL|38|mg/dL|> 40|L|2026-03-04"},
	},
	{
		"Chinese", "姓名,检验项目,结果,单位,参考范围,提示,采样时间\n安娜,葡萄糖,5.4,mmol/L,3.9-6.1,,2026年3月4日 08:15\n安娜,甘油三酯,2.31,mmol/L,0-1.7,↑,2026年3月4日 08:15\n",
		[]string{"葡萄糖|5.4|mmol/L|3.9-6.1||2026-03-04 08:15", "甘油三酯|2.31|mmol/L|0-1.7|↑|2026-03-04 08:15"},
	},
	{
		"German, with semicolons and decimal commas", "Parameter;Wert;Einheit;Normbereich;Entnahmedatum\nGlukose;5,4;mmol/l;3,9 - 5,6;04.03.2026\nThrombozyten;250.000;/µl;150.000 - 400.000;04.03.2026\nCRP;<0,5;mg/l;<5,0;04.03.2026\n",
		[]string{"Glukose|5,4|mmol/l|3,9 - 5,6||2026-03-04", "Thrombozyten|250.000|/µl|150.000 - 400.000||2026-03-04", "CRP|<0,5|mg/l|<5,0||2026-03-04"},
	},
	{
		"French", "Analyse;Résultat;Unité;Valeurs de référence;Date de prélèvement\nGlycémie;0,95;g/L;0,70 à 1,10;14/03/2026\n",
		[]string{"Glycémie|0,95|g/L|0,70 à 1,10||2026-03-14"},
	},
	{
		"Spanish", "Prueba;Resultado;Unidad;Valores de referencia;Fecha\nGlucosa;95;mg/dL;70-99;14/03/2026\n",
		[]string{"Glucosa|95|mg/dL|70-99||2026-03-14"},
	},
	{
		"Japanese, with an era", "検査項目\t結果\t単位\t基準値\t判定\t採取日\nHbA1c\t5.6\t%\t4.9-6.0\t\t令和8年3月4日\n",
		[]string{"HbA1c|5.6|%|4.9-6.0||2026-03-04"},
	},
	{
		"a preamble, its date, headings and footnotes", "Invented Laboratory;;;\nBefunddatum: 04.03.2026;;;\n;;;\nUntersuchung;Ergebnis;Einheit;Referenz\nBlutbild;;;\nHämoglobin;13,8;g/dl;12 - 16\n;;;\nFreigegeben;;;\n",
		[]string{"Hämoglobin|13,8|g/dl|12 - 16||2026-03-04"},
	},
	{
		"one test a column, with units in the header", "Date,Glucose (mg/dL),HbA1c [%],\"Sodium, mmol/L\",Blood group\n2026-01-04,95,5.4,141,A\n2026-03-04,,5.6,139,\n",
		[]string{"Glucose|95|mg/dL|||2026-01-04", "HbA1c|5.4|%|||2026-01-04", "Sodium|141|mmol/L|||2026-01-04", "Blood group|A||||2026-01-04", "HbA1c|5.6|%|||2026-03-04", "Sodium|139|mmol/L|||2026-03-04"},
	},
	{
		"one test a column, with a row of units", "Datum;Glukose;Natrium\n;mmol/l;mmol/l\n14.03.2026;5,4;141\n",
		[]string{"Glukose|5,4|mmol/l|||2026-03-14", "Natrium|141|mmol/l|||2026-03-14"},
	},
	{
		"one date a column", "Parameter;Einheit;Referenz;14.01.2026;04.03.2026\nGlukose;mmol/l;3,9-5,6;5,4;5,1\nNatrium;mmol/l;135-145;;139\n",
		[]string{"Glukose|5,4|mmol/l|3,9-5,6||2026-01-14", "Glukose|5,1|mmol/l|3,9-5,6||2026-03-04", "Natrium|139|mmol/l|135-145||2026-03-04"},
	},
	{
		"date and time in two columns", "Test,Value,Unit,Date,Time\nGlucose,95,mg/dL,2026-03-04,8:15 PM\n",
		[]string{"Glucose|95|mg/dL|||2026-03-04 20:15"},
	},
	{
		"a time with an offset", "Test,Value,Unit,Timestamp\nGlucose,95,mg/dL,2026-03-04T08:15:00+05:45\n",
		[]string{"Glucose|95|mg/dL|||2026-03-04 08:15+05:45"},
	},
	{
		"limits in two columns", "Test,Value,Unit,Low,High,Date\nGlucose,95,mg/dL,70,99,2026-03-04\nHDL,50,mg/dL,40,,2026-03-04\nLDL,90,mg/dL,,130,2026-03-04\n",
		[]string{"Glucose|95|mg/dL|70 - 99||2026-03-04", "HDL|50|mg/dL|>= 40||2026-03-04", "LDL|90|mg/dL|<= 130||2026-03-04"},
	},
	{
		"quotes, line ends in cells, and bars", "Test|Value|Unit|Date\r\n\"Cholesterol, \"\"good\"\"\nfraction\"|50|mg/dL|2026-03-04\r\n",
		[]string{"Cholesterol, \"good\"\nfraction|50|mg/dL|||2026-03-04"},
	},
	{
		"the header again on every page", "Test,Value,Date\nA,1,2026-03-04\nTest,Value,Date\nB,2,2026-03-04\n",
		[]string{"A|1||||2026-03-04", "B|2||||2026-03-04"},
	},
	{
		"a name that is the person's", "Name,Date of birth,Test,Result,Date\nAnna Example,1971-02-03,Glucose,95,2026-03-04\n",
		[]string{"Glucose|95||||2026-03-04"},
	},
	{
		"a row that cannot be read between two that can", "Test,Value,Date\nA,1,2026-03-04\nB,2,someday\nC,3,\nD,4,2026-02-30\nE,5,2026-03-05\n",
		[]string{"A|1||||2026-03-04", "!3 bad-time column 3 (date)", "!4 no-time column 3 (date)", "!5 bad-time column 3 (date)", "E|5||||2026-03-05"},
	},
	{
		"a line that names its separator", "sep=;\nTest;Value;Date\nA;1;2026-03-04\n",
		[]string{"A|1||||2026-03-04"},
	},
	{
		"dates with words", "Test,Value,Date\nA,1,4 March 2026\nB,2,\"Mar 4, 2026\"\nC,3,4. März 2026\nD,4,4 de marzo de 2026\nE,5,4 mars 2026\nF,6,20260304\n",
		[]string{"A|1||||2026-03-04", "B|2||||2026-03-04", "C|3||||2026-03-04", "D|4||||2026-03-04", "E|5||||2026-03-04", "F|6||||2026-03-04"},
	},
}

func TestTablesAreRead(t *testing.T) {
	for _, c := range tables {
		t.Run(c.name, func(t *testing.T) {
			if got := read(t, open(t, c.text, Options{})); !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

func TestEveryEncodingIsFound(t *testing.T) {
	western := "Parameter;Wert;Einheit;Datum\nHämoglobin;13,8;g/dl;04.03.2026\nLeukozyten;5,4;/µl;04.03.2026\nEiweiß;7,1;g/dl;04.03.2026\n"
	chinese := "检验项目,结果,单位,检查日期\n血红蛋白,138,g/L,2026-03-04\n白细胞计数,5.4,10^9/L,2026-03-04\n"
	japan := "検査項目,結果,単位,検査日\nヘモグロビン,13.8,g/dL,2026-03-04\n白血球数,5400,/µL,2026-03-04\n"
	for _, c := range []struct {
		name, text, want string
		enc              encoding.Encoding
	}{
		{"Windows-1252", western, "Windows-1252", charmap.Windows1252},
		{"GB18030", chinese, "GB18030", simplifiedchinese.GB18030},
		{"Shift_JIS", strings.ReplaceAll(japan, "µ", "μ"), "Shift_JIS", japanese.ShiftJIS},
		{"UTF-8 without a mark", western + chinese, "UTF-8", encoding.Nop},
		{"UTF-8 with a mark", "\ufeff" + chinese, "UTF-8", encoding.Nop},
		{"UTF-16 with a mark", chinese, "UTF-16LE", xunicode.UTF16(xunicode.LittleEndian, xunicode.UseBOM)},
		{"UTF-16, the other way round", western, "UTF-16BE", xunicode.UTF16(xunicode.BigEndian, xunicode.UseBOM)},
		{"UTF-16 without a mark", western, "UTF-16LE", xunicode.UTF16(xunicode.LittleEndian, xunicode.IgnoreBOM)},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, err := c.enc.NewEncoder().String(c.text)
			if err != nil {
				t.Fatal(err)
			}
			table := open(t, text, Options{})
			if got := table.Mapping().Encoding; got != c.want {
				t.Errorf("taken for %s", got)
			}
			got, want := read(t, table), read(t, open(t, strings.TrimPrefix(c.text, "\ufeff"), Options{}))
			if !slices.Equal(got, want) || len(got) < 2 {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestALetterAboveASCIIFarDownDecidesTheEncodingToo(t *testing.T) {
	rows := strings.Repeat("Glukose;5,4;mmol/l;04.03.2026\n", 10_000)
	text, err := charmap.Windows1252.NewEncoder().String("Parameter;Wert;Einheit;Datum\n" + rows + "Leukozyten;5,4;/µl;04.03.2026\n")
	if err != nil {
		t.Fatal(err)
	}
	table := open(t, text, Options{})
	got := read(t, table)
	if last := got[len(got)-1]; table.Mapping().Encoding != "Windows-1252" || !strings.Contains(last, "/µl") {
		t.Errorf("%s: %s", table.Mapping().Encoding, last)
	}
}

func datesTable(dates ...string) string {
	text := "Test,Value,Date\n"
	for i, d := range dates {
		text += fmt.Sprintf("T%d,1,%q\n", i, d)
	}
	return text
}

func TestTheOrderOfDatesIsTheColumnsOrAskedFor(t *testing.T) {
	const open2 = "!%d ambiguous-date column 3 (date)"
	amb := func(n int) string { return fmt.Sprintf(open2, n) }
	for _, c := range []struct {
		name  string
		dates []string
		order Order
		want  []string
	}{
		{"a day above 12 settles the column", []string{"03/04/2026", "14/04/2026"}, "", []string{"2026-04-03", "2026-04-14"}},
		{"also where the month comes first", []string{"03/04/2026", "04/14/2026"}, "", []string{"2026-03-04", "2026-04-14"}},
		{"nothing settles it", []string{"03/04/2026", "05/06/2026"}, "", []string{amb(2), amb(3)}},
		{"the same day in both readings", []string{"05/05/2026", "03/04/2026"}, "", []string{"2026-05-05", amb(3)}},
		{"both orders in one column", []string{"14/04/2026", "04/14/2026", "03/04/2026"}, "", []string{"2026-04-14", "2026-04-14", amb(4)}},
		{"asked for", []string{"03/04/2026"}, MonthDayYear, []string{"2026-03-04"}},
		{"asked for, against a date", []string{"14/04/2026"}, MonthDayYear, []string{"!2 bad-time column 3 (date)"}},
		{"points are day and month", []string{"03.04.2026"}, "", []string{"2026-04-03"}},
		{"years of two digits", []string{"03.04.26", "14.04.26"}, "", []string{"2026-04-03", "2026-04-14"}},
		{"years of two digits that can be days", []string{"03/04/05"}, "", []string{amb(2)}},
		{"years of two digits, settled by the column", []string{"03/04/05", "25/12/05", "03/04/31", "14/02/99"}, "", []string{"2005-04-03", "2005-12-25", "2031-04-03", "1999-02-14"}},
		{"a year in front is always clear", []string{"2026/3/4", "2026.03.04", "2026年3月4日"}, "", []string{"2026-03-04", "2026-03-04", "2026-03-04"}},
		{"no day of the calendar", []string{"31/02/2026", "00/01/2026"}, "", []string{"!2 bad-time column 3 (date)", "!3 bad-time column 3 (date)"}},
		{"a year or a month", []string{"2025", "2025-09", "09/2025", "2025年9月", "Sep 2025", "March 2025", "Xyz 2025", "2025-9-1"}, "", []string{
			"!2 date-without-a-day column 3 (date)", "!3 date-without-a-day column 3 (date)", "!4 date-without-a-day column 3 (date)", "!5 date-without-a-day column 3 (date)",
			"!6 date-without-a-day column 3 (date)", "!7 date-without-a-day column 3 (date)", "!8 bad-time column 3 (date)", "2025-09-01",
		}},
		{"a year of another calendar", []string{"2569-03-04", "0008-03-04"}, "", []string{"!2 bad-time column 3 (date)", "!3 bad-time column 3 (date)"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, open(t, datesTable(c.dates...), Options{Order: c.order}))
			for i, g := range got {
				if !strings.HasPrefix(g, "!") {
					got[i] = g[strings.LastIndex(g, "|")+1:]
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestDecimalsAreReadAsTheWholeTableShows(t *testing.T) {
	text := math.NaN() // no number
	for _, c := range []struct {
		name   string
		values []string
		sign   byte
		want   []float64
	}{
		{"points", []string{"5.4", "1,234", "250.000", "1,234 H"}, '.', []float64{5.4, 1234, 250, 1234}},
		{"commas", []string{"5,4", "1,234", "250.000", "1.234,5", "250.000 H"}, ',', []float64{5.4, 1.234, 250_000, 1234.5, 250_000}},
		{"neither", []string{"54", "1,234", "5.600", "<5.600"}, ingest.DecimalUnclear, []float64{54, text, text, text}},
		{"both", []string{"5.4", "5,4", "1,234", "1.234"}, ingest.DecimalUnclear, []float64{5.4, 5.4, text, text}},
		{"a date in a value shows nothing", []string{"1.2.2024", "12.03.2024", "5.600"}, ingest.DecimalUnclear, []float64{text, text, text}},
		{"texts and pairs stay", []string{"5,4", "negative", "120/80", "<1,234"}, ',', []float64{5.4, text, text, 1.234}},
	} {
		table := "Test;Value;Range;Date\n"
		for _, v := range c.values {
			table += "A;" + v + ";1.000 - 2.500;2026-03-04\n"
		}
		i := 0
		for d, err := range open(t, table, Options{}).Drafts(context.Background()) {
			if err != nil || d.Value != c.values[i] || d.Ref != "1.000 - 2.500" || d.Decimal != c.sign {
				t.Fatalf("%s: %q under %q, %v", c.name, d.Value, d.Decimal, err)
			}
			o, reason := ingest.Gate(d, ingest.Person{ID: "p-test", Zone: record.UTC}, record.InstantOf(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)))
			if o.Value != c.values[i] || reason != "" {
				t.Errorf("%s: %q is stored as %q, refused for %q", c.name, c.values[i], o.Value, reason)
			}
			if c.want != nil && (o.HasNumber == math.IsNaN(c.want[i]) || o.HasNumber && o.Number != c.want[i]) {
				t.Errorf("%s: %q is %v, want %v", c.name, c.values[i], o.Number, c.want[i])
			}
			low := map[byte]float64{'.': 1, ',': 1000}[c.sign]
			if c.sign == ingest.DecimalUnclear && o.RefLow != nil || c.sign != ingest.DecimalUnclear && (o.RefLow == nil || *o.RefLow != low || *o.RefHigh != low*2.5) {
				t.Errorf("%s: the range is %v", c.name, o.RefLow)
			}
			i++
		}
		if i != len(c.values) {
			t.Errorf("%s: %d values", c.name, i)
		}
	}
}

func TestRangesShowTheDecimalSignToo(t *testing.T) {
	for _, c := range []struct {
		name, table string
		asked, sign byte
		says        string
	}{
		{"a range", "Test;Value;Range;Date\nA;5.600;3,5 - 10,0;2026-03-04\n", 0, ',', "decimals: ,\n"},
		{"thousands only", "Test;Value;Range;Date\nA;5.600;4.000-10.000;2026-03-04\n", 0, ingest.DecimalUnclear, "--decimal"},
		{"asked", "Test;Value;Range;Date\nA;5.600;4.000-10.000;2026-03-04\n", ',', ',', "decimals: , (as asked)\n"},
		{"asked for points", "Test;Value;Range;Date\nA;5.600;4,5;2026-03-04\n", '.', '.', "decimals: . (as asked)\n"},
		{"a column of two kinds", "Date;Glucose;TSH\n2026-03-04;5,4;1.25\n2026-03-05;5.600;1.234\n", 0, ',', ""},
	} {
		table := open(t, c.table, Options{Decimal: c.asked})
		m := table.Mapping()
		if says := m.String(); !strings.Contains(says, c.says) || strings.Contains(says, "600") {
			t.Errorf("%s: %s", c.name, says)
		}
		var d ingest.Draft
		for x, err := range table.Drafts(context.Background()) {
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(x.Value, "600") {
				d = x
			}
		}
		if d.Decimal != c.sign {
			t.Errorf("%s: %q", c.name, d.Decimal)
		}
	}
}

func TestColumnsCanBeNamed(t *testing.T) {
	text := "What,How much,When,Other\nGlucose,95,2026-03-04,2025-01-01\n"
	var p *ingest.Problem
	if _, err := Open(strings.NewReader(text), int64(len(text)), Options{}); !errors.As(err, &p) || p.Reason != ingest.Unmapped {
		t.Fatalf("got %v", err)
	}
	for _, spec := range []string{"name=1,value=2,date=3", "name=What, value=how much ,date=When"} {
		columns, err := ParseColumns(spec)
		if err != nil {
			t.Fatal(err)
		}
		if got := read(t, open(t, text, Options{Columns: columns})); !slices.Contains(got, "Glucose|95||||2026-03-04") {
			t.Errorf("%s: %q", spec, got)
		}
	}
	columns, _ := ParseColumns("name=1,value=2,date=3")
	if got := read(t, open(t, "Glucose;95;2026-03-04\nHDL;50;2026-03-04\n", Options{Columns: columns})); len(got) != 2 {
		t.Errorf("without a header: %q", got)
	}
	text = "Test,Value,Date,Result date,Flag\nA,1,2026-03-04,2026-03-06,x\n"
	columns, _ = ParseColumns("date=4,flag=-")
	if got := read(t, open(t, text, Options{Columns: columns})); !slices.Equal(got, []string{"A|1||||2026-03-06"}) {
		t.Errorf("another date, no flag: %q", got)
	}
	for _, bad := range []string{"name", "colour=1", "name=", "name=1,name=2"} {
		if _, err := ParseColumns(bad); err == nil || strings.Contains(err.Error(), "colour") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestAMappingSaysHowTheTableIsReadAndNothingOfWhatIsInIt(t *testing.T) {
	table := open(t, "Canary clinic;;;;;\nPatient;Parameter;Canary;Wert;Einheit;Datum\nCanary;Canary;Canary;5,4;mmol/l;14/03/2026\n", Options{})
	m := table.Mapping()
	want := "one result a row, UTF-8, semicolons\nheader in row 2\ncolumn 1: person (not stored)\ncolumn 2: name of the test\ncolumn 3: not used\ncolumn 4: value\ncolumn 5: unit\ncolumn 6: date\n" +
		"dates: dmy, as the whole table shows\ndecimals: ,\n"
	if got := m.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	wide := open(t, "Date,A,B,C\n2026-03-04,1,2,3\n", Options{})
	wideMapping := wide.Mapping()
	if got := wideMapping.String(); !strings.Contains(got, "columns 2–4: one test each\n") {
		t.Errorf("got\n%s", got)
	}
	p, err := table.Preview(context.Background())
	if err != nil || p.Drafts != 1 || !strings.Contains(p.String(), "results: 1\n") || strings.Contains(p.String(), "Canary") {
		t.Errorf("%v\n%s", err, p)
	}
}

func TestATableOfTwoPersonsIsRefusedUntilTheColumnIsLeftOut(t *testing.T) {
	text := "Patient,Test,Value,Date\nAnna,A,1,2026-03-04\nBob,A,2,2026-03-04\n"
	_, err := Open(strings.NewReader(text), int64(len(text)), Options{})
	var p *ingest.Problem
	if !errors.As(err, &p) || p.Reason != ingest.OtherPerson || p.Position != 3 || p.Where != "column 1 (person)" {
		t.Fatalf("got %v", err)
	}
	if got := read(t, open(t, text, Options{Columns: Columns{Person: "-"}})); len(got) != 2 {
		t.Errorf("got %q", got)
	}
}

func TestFilesThatAreNoTablesSaySo(t *testing.T) {
	for _, c := range []struct {
		name, text string
		reason     ingest.Reason
	}{
		{"a spreadsheet's own format", "PK\x03\x04rest", ingest.WrongFormat},
		{"a document", "%PDF-1.7", ingest.WrongFormat},
		{"a page", "\n<html>", ingest.WrongFormat},
		{"bytes", "a\x00b\x00\x00\x00\x01c", ingest.WrongFormat},
		{"nothing", "", ingest.WrongFormat},
		{"prose", "Dear Anna,\nyour results are fine, thank you.\n", ingest.Unmapped},
	} {
		_, err := Open(strings.NewReader(c.text), int64(len(c.text)), Options{})
		var p *ingest.Problem
		if !errors.As(err, &p) || p.Reason != c.reason {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestDamageHaltsTheReadingAfterWhatCameBefore(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a quote without an end":  {"Test,Value,Date\nA,1,2026-03-04\n\"B,2,2026-03-04\nC,3,2026-03-04\n", "!3 damaged row"},
		"a row beyond the bounds": {"Test,Value,Date\nA,1,2026-03-04\nB," + strings.Repeat("x", maxRow) + ",2026-03-04\n", "!3 too-large row"},
	} {
		table := open(t, c.text, Options{})
		if got := read(t, table); !slices.Equal(got, []string{"A|1||||2026-03-04", c.want}) {
			t.Errorf("%s: %.200q", name, got)
		}
		var halt *ingest.Halt
		for _, err := range table.Drafts(context.Background()) {
			if err != nil && !errors.As(err, &halt) {
				t.Errorf("%s: %v is no halt", name, err)
			}
		}
		if halt == nil {
			t.Errorf("%s: no halt", name)
		}
	}
}

func TestBytesThatAreNoCharactersRefuseTheirRow(t *testing.T) {
	text := "检验项目,结果,检查日期\n葡萄糖,1,2026-03-04\n\xff\xff,2,2026-03-04\n"
	if got := read(t, open(t, text, Options{Encoding: "utf-8"})); !slices.Equal(got, []string{"葡萄糖|1||||2026-03-04", "!3 text-not-utf-8 column 1 (name)"}) {
		t.Errorf("got %q", got)
	}
}

// TestATableWrittenAndReadIsTheSame renders random results in every delimiter and form and reads them back.
func TestATableWrittenAndReadIsTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	names := []string{"Glucose", "HDL, direct", `Factor "V"`, "Ferritin\nserum", "血红蛋白", "γ-GT", "Vitamin B12; active"}
	unitNames := []string{"mg/dL", "mmol/L", "%", "10^9/L", "g/L"}
	quote := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
	for round := range 200 {
		comma := []string{",", ";", "\t", "|"}[r.IntN(4)]
		end := []string{"\n", "\r\n"}[r.IntN(2)]
		head := []string{"Test", "Result", "Unit", "Reference range", "Flag", "Collected"}
		order := r.Perm(len(head))
		line := func(cells []string) string {
			out := make([]string, len(cells))
			for i, j := range order {
				out[i] = cells[j]
				if r.IntN(2) == 0 || strings.ContainsAny(cells[j], "\n\"") || strings.Contains(cells[j], comma) {
					out[i] = quote(cells[j])
				}
			}
			return strings.Join(out, comma) + end
		}
		text := line(head)
		var want []string
		for range 1 + r.IntN(20) {
			day := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, r.IntN(2500))
			cells := []string{names[r.IntN(len(names))], fmt.Sprintf("%d.%d", r.IntN(200), r.IntN(10)), unitNames[r.IntN(len(unitNames))], "1.5 - 9.5", []string{"", "H", "L"}[r.IntN(3)], day.Format("2006-01-02")}
			text += line(cells)
			want = append(want, strings.Join(cells, "|"))
		}
		if got := read(t, open(t, text, Options{})); !slices.Equal(got, want) {
			t.Fatalf("round %d: %q\ngot  %q\nwant %q", round, text, got, want)
		}
	}
}

func FuzzATableNeverPanicsAndItsErrorsCarryNothing(f *testing.F) {
	for _, c := range tables {
		f.Add([]byte(c.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := Open(strings.NewReader(string(data)), int64(len(data)), Options{})
		if err != nil {
			var p *ingest.Problem
			if !errors.As(err, &p) || p.Reason == "" {
				t.Errorf("got %v", err)
			}
			return
		}
		m := table.Mapping()
		_ = m.String()
		first, second := read(t, table), read(t, table)
		if !slices.Equal(first, second) {
			t.Error("two readings differ")
		}
		for _, line := range first {
			if strings.HasPrefix(line, "!") && len(line) > 100 {
				t.Errorf("got %q", line)
			}
		}
	})
}

// A column that is headed by what is written as a date and is none has results: each is refused, and none passed over.
func TestAColumnWithAHeadingThatIsNoDayIsRefused(t *testing.T) {
	got := read(t, open(t, "Test,Unit,2026-03-04,2026-13-45,2026-04,Remark\nGlucose,mmol/L,5.4,5.5,5.6,x\nFerritin,ng/mL,,81,,\n", Options{}))
	want := []string{"!2 bad-time header of column 4", "!2 date-without-a-day header of column 5", "!3 bad-time header of column 4"}
	if got = slices.DeleteFunc(got, func(g string) bool { return !strings.HasPrefix(g, "!") }); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
