package loinc

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// officialHeader are the columns of Loinc.csv in their order.
var officialHeader = strings.Split("LOINC_NUM,COMPONENT,PROPERTY,TIME_ASPCT,SYSTEM,SCALE_TYP,METHOD_TYP,CLASS,"+
	"VersionLastChanged,CHNG_TYPE,DefinitionDescription,STATUS,CONSUMER_NAME,CLASSTYPE,FORMULA,EXMPL_ANSWERS,"+
	"SURVEY_QUEST_TEXT,SURVEY_QUEST_SRC,UNITSREQUIRED,RELATEDNAMES2,SHORTNAME,ORDER_OBS,HL7_FIELD_SUBFIELD_ID,"+
	"EXTERNAL_COPYRIGHT_NOTICE,EXAMPLE_UNITS,LONG_COMMON_NAME,EXAMPLE_UCUM_UNITS,STATUS_REASON,STATUS_TEXT,"+
	"CHANGE_REASON_PUBLIC,COMMON_TEST_RANK,COMMON_ORDER_RANK,HL7_ATTACHMENT_STRUCTURE,EXTERNAL_COPYRIGHT_LINK,"+
	"PanelType,AskAtOrderEntry,AssociatedObservations,VersionFirstReleased,ValidHL7AttachmentRequest,DisplayName", ",")

// officialRow is a made-up row: a laboratory code in use, with the values that the test changes.
func officialRow(code string, change ...string) map[string]string {
	row := map[string]string{
		"LOINC_NUM": code, "COMPONENT": "Testium", "PROPERTY": "MCnc", "TIME_ASPCT": "Pt", "SYSTEM": "Ser/Plas",
		"SCALE_TYP": "Qn", "CLASS": "CHEM", "VersionLastChanged": "2.83", "STATUS": "ACTIVE", "CLASSTYPE": "1",
		"SHORTNAME": "Testium SerPl-mCnc", "LONG_COMMON_NAME": "Testium [Mass/volume] in Serum or Plasma",
		"EXAMPLE_UCUM_UNITS": "mg/dL;g/L", "COMMON_TEST_RANK": "17", "COMMON_ORDER_RANK": "0",
		"DisplayName": "Testium (S/P) [Mass/Vol]", "CONSUMER_NAME": "Testium, Blood", "RELATEDNAMES2": "Blood; Quan",
	}
	for i := 0; i+1 < len(change); i += 2 {
		row[change[i]] = change[i+1]
	}
	return row
}

func writeRelease(t testing.TB, w io.Writer, header []string, rows ...map[string]string) {
	t.Helper()
	cw := csv.NewWriter(w)
	rec := make([]string, len(header))
	if err := cw.Write(header); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		for i, name := range header {
			rec[i] = row[name]
		}
		if err := cw.Write(rec); err != nil {
			t.Fatal(err)
		}
	}
	if cw.Flush(); cw.Error() != nil {
		t.Fatal(cw.Error())
	}
}

func release(t *testing.T, rows ...map[string]string) string {
	t.Helper()
	var b strings.Builder
	writeRelease(t, &b, officialHeader, rows...)
	return b.String()
}

// withDigit completes a number to a code.
func withDigit(n int) string {
	for d := range 10 {
		if code := fmt.Sprintf("%d-%d", n, d); CheckDigit(code) {
			return code
		}
	}
	panic("every number has a check digit")
}

func TestReleaseKeepsARowAsItStands(t *testing.T) {
	text := release(t, officialRow(withDigit(200002)), officialRow(withDigit(200001), "METHOD_TYP", "Test", "DisplayName",
		"Testium  SerPl-mCnc", "CONSUMER_NAME", "", "VersionLastChanged", "2.9", "COMMON_TEST_RANK", "0"))
	for name, text := range map[string]string{
		"as it is":          text,
		"with a BOM":        "\uFEFF" + text,
		"with CRLF":         strings.ReplaceAll(text, "\n", "\r\n"),
		"without last line": strings.TrimSuffix(text, "\n"),
	} {
		tab, rep, err := ReadRelease(iotest.OneByteReader(strings.NewReader(text)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if tab.Len() != 2 || rep.Rows != 2 || rep.Kept != 2 || rep.Ranked != 1 || len(rep.Dropped) != 0 {
			t.Errorf("%s: %d rows, report %+v", name, tab.Len(), rep)
		}
		r, ok := tab.Row(withDigit(200002))
		if !ok {
			t.Errorf("%s: the row is not found", name)
			continue
		}
		if r.Component != "Testium" || r.Property != "MCnc" || r.Time != "Pt" || r.System != "Ser/Plas" || r.Scale != "Qn" ||
			r.Method != "" || r.Class != "CHEM" || r.LongName != "Testium [Mass/volume] in Serum or Plasma" || r.Rank != 17 ||
			r.Kind != KindLab || r.Panel || !slices.Equal(r.ExampleUnits, []string{"mg/dL", "g/L"}) ||
			!slices.Equal(r.Names, []string{"Testium SerPl-mCnc", "Testium (S/P) [Mass/Vol]", "Testium, Blood"}) {
			t.Errorf("%s: %+v", name, *r)
		}
		if r := tab.Rows()[0]; r.Code != withDigit(200001) || r.Rank != 0 || !slices.Equal(r.Names, []string{"Testium SerPl-mCnc"}) {
			t.Errorf("%s: first row %+v", name, r)
		}
		if !strings.HasPrefix(tab.Version(), "loinc-2.83+") || tab.Version() != rep.Version || !strings.Contains(tab.Notice(), "Regenstrief") {
			t.Errorf("%s: version %s", name, tab.Version())
		}
	}
}

func TestReleaseLeavesOutRowsThatHoldNoReading(t *testing.T) {
	n := 300000
	next := func(change ...string) map[string]string { n++; return officialRow(withDigit(n), change...) }
	text := release(t,
		next(),
		next("STATUS", "DEPRECATED"), next("STATUS", "TRIAL"), next("STATUS", "DISCOURAGED"),
		next("EXTERNAL_COPYRIGHT_NOTICE", "Copyright of somebody"),
		next("CLASSTYPE", "3", "CLASS", "ATTACH.CPHS"), next("CLASSTYPE", "4", "CLASS", "SURVEY.PHQ"),
		next("CLASSTYPE", "2", "CLASS", "DOC.ONTOLOGY", "SCALE_TYP", "Doc"), next("CLASSTYPE", "2", "CLASS", "RAD"),
		next("SCALE_TYP", "Nar"), next("SCALE_TYP", "Doc"), next("SCALE_TYP", "-"),
		next("CLASSTYPE", "2", "CLASS", "H&P.HX", "SCALE_TYP", "Nom"), next("CLASSTYPE", "2", "CLASS", "H&P.HX"),
		next("CLASS", "PANEL.CHEM", "PanelType", "Panel", "SCALE_TYP", "-"), next("CLASS", "PANEL.NURSE", "CLASSTYPE", "2", "PanelType", "Panel"),
		next("CLASSTYPE", "2", "CLASS", "BP.ATOM"), next("CLASSTYPE", "2", "CLASS", "DEVICES"), next("CLASSTYPE", "2", "CLASS", "PULM"),
		// Codes of the core table stay whatever their class, but not when they are retired.
		officialRow("93832-4", "CLASSTYPE", "4", "CLASS", "SURVEY.SLEEP"), officialRow("41950-7", "STATUS", "DEPRECATED"),
	)
	tab, rep, err := ReadRelease(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{DropStatus: 4, DropCopyright: 1, DropClassType: 2, DropClass: 2, DropScale: 4, DropPanel: 1}
	dropped := 0
	for reason, n := range want {
		if rep.Dropped[reason] != n {
			t.Errorf("%s: %d dropped, want %d", reason, rep.Dropped[reason], n)
		}
		dropped += n
	}
	if len(rep.Dropped) != len(want) || rep.Kept+dropped != rep.Rows || tab.Len() != rep.Kept {
		t.Errorf("report %+v, %d rows", rep, tab.Len())
	}
	kinds := map[string]int{}
	for i := range tab.Rows() {
		kinds[tab.Rows()[i].Kind]++
	}
	if kinds[KindPanel] != 1 || kinds[KindVital] != 1 || kinds[KindDevice] != 1 || kinds[KindLab] != 1 || kinds[KindOther] != 3 {
		t.Errorf("kinds %v", kinds)
	}
	if _, ok := tab.Row("93832-4"); !ok {
		t.Error("a code of the core table was left out for its class")
	}
}

func TestReleaseIsRefusedWithLineAndColumn(t *testing.T) {
	good := officialRow(withDigit(200001))
	secret := "Zebrafish"
	for name, c := range map[string]struct {
		text   string
		line   int
		column string
	}{
		"a wrong check digit":        {release(t, good, officialRow("200002-0"+secret)), 3, "LOINC_NUM"},
		"a code twice":               {release(t, good, officialRow(withDigit(200002)), good), 4, "LOINC_NUM"},
		"no long name":               {release(t, officialRow(withDigit(200003), "LONG_COMMON_NAME", "", "COMPONENT", secret)), 2, "LONG_COMMON_NAME"},
		"an unknown status":          {release(t, officialRow(withDigit(200003), "STATUS", secret)), 2, "STATUS"},
		"a status in lower case":     {release(t, officialRow(withDigit(200003), "STATUS", "active")), 2, "STATUS"},
		"NUL in a long name":         {release(t, good, officialRow(withDigit(200003), "LONG_COMMON_NAME", secret+"\x00")), 3, "LONG_COMMON_NAME"},
		"a line end in a component":  {release(t, good, officialRow(withDigit(200003), "COMPONENT", secret+"\nfish")), 3, "COMPONENT"},
		"a control in a short name":  {release(t, officialRow(withDigit(200003), "SHORTNAME", secret+"\u0085")), 2, "SHORTNAME"},
		"a line end of Unicode":      {release(t, officialRow(withDigit(200003), "DisplayName", secret+"\u2028")), 2, "DisplayName"},
		"no status":                  {release(t, officialRow(withDigit(200003), "STATUS", "")), 2, "STATUS"},
		"a class type that is none":  {release(t, officialRow(withDigit(200003), "CLASSTYPE", secret)), 2, "CLASSTYPE"},
		"a rank that is none":        {release(t, officialRow(withDigit(200003), "COMMON_TEST_RANK", secret)), 2, "COMMON_TEST_RANK"},
		"a version that is none":     {release(t, officialRow(withDigit(200003), "VersionLastChanged", secret)), 2, "VersionLastChanged"},
		"bytes that are not UTF-8":   {release(t, officialRow(withDigit(200003), "COMPONENT", "Zebrafish\xff")), 2, "COMPONENT"},
		"a dropped row is read too":  {release(t, good, officialRow("200002-0", "STATUS", "DEPRECATED")), 3, "LOINC_NUM"},
		"a row with too few columns": {release(t, good) + "200002-1," + secret + "\n", 3, ""},
		"an open quote":              {release(t, good) + "\"" + secret, 3, ""},
		"a bare quote":               {release(t, good) + secret + "\"x,\n", 3, ""},
		"an empty file":              {"", 1, ""},
		"only a header":              {release(t), 1, ""},
		"nothing to keep":            {release(t, officialRow(withDigit(200003), "STATUS", "DEPRECATED")), 1, ""},
		"a header with doubles":      {"LOINC_NUM,LOINC_NUM\n", 1, ""},
		"another file":               {"code,name\n1,2\n", 1, "LOINC_NUM"},
	} {
		tab, _, err := ReadRelease(strings.NewReader(c.text))
		var re *ReleaseError
		if tab != nil || !errors.As(err, &re) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if re.Line != c.line || re.Column != c.column {
			t.Errorf("%s: line %d column %q, want line %d column %q", name, re.Line, re.Column, c.line, c.column)
		}
		if strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), "20000") {
			t.Errorf("%s: the error holds what stands in the file: %v", name, err)
		}
	}
}

func TestANoticeOfCopyrightMayHaveLines(t *testing.T) {
	_, rep, err := ReadRelease(strings.NewReader(release(t, officialRow(withDigit(200001)),
		officialRow(withDigit(200002), "EXTERNAL_COPYRIGHT_NOTICE", "Copyright of somebody.\nAll rights reserved."))))
	if err != nil || rep.Dropped[DropCopyright] != 1 {
		t.Errorf("%+v %v", rep, err)
	}
}

func TestAFileThatAnotherProgramHasSpoiltSaysWhatToDo(t *testing.T) {
	good := release(t, officialRow(withDigit(200001)))
	for name, text := range map[string]string{
		"an open quote":        good + "\"x",
		"a bare quote":         good + "x\"x,\n",
		"too few columns":      good + "200002-1,x\n",
		"the file is cut":      good[:len(good)-len(good)/8],
		"a line end in a name": release(t, officialRow(withDigit(200001), "LONG_COMMON_NAME", "a\nb")),
	} {
		if _, _, err := ReadRelease(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "take Loinc.csv as it is in the release") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestEveryMissingColumnIsNamed(t *testing.T) {
	for _, name := range fieldNames {
		header := slices.DeleteFunc(slices.Clone(officialHeader), func(h string) bool { return h == name })
		if len(header) == len(officialHeader) {
			t.Fatalf("the official header has no %s", name)
		}
		var b strings.Builder
		writeRelease(t, &b, header, officialRow(withDigit(200001)))
		_, _, err := ReadRelease(strings.NewReader(b.String()))
		if err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "missing") {
			t.Errorf("without %s: %v", name, err)
		}
	}
}

func TestReleaseColumnsMayStandInAnyOrder(t *testing.T) {
	header := slices.Clone(officialHeader)
	slices.Reverse(header)
	header = append(header, "ColumnOfTheFuture")
	var b strings.Builder
	writeRelease(t, &b, header, officialRow(withDigit(200001)))
	tab, _, err := ReadRelease(strings.NewReader(b.String()))
	if err != nil || tab.Rows()[0].Component != "Testium" {
		t.Errorf("%v", err)
	}
}

// endless gives a header and then one field that never ends.
type endless struct {
	head io.Reader
	read int
}

func (e *endless) Read(p []byte) (int, error) {
	if n, err := e.head.Read(p); err == nil {
		return n, nil
	}
	for i := range p {
		p[i] = 'a'
	}
	e.read += len(p)
	return len(p), nil
}

func TestARecordThatNeverEndsIsRefusedSoon(t *testing.T) {
	e := &endless{head: strings.NewReader(release(t) + "\"")}
	_, _, err := ReadRelease(e)
	if err == nil || !strings.Contains(err.Error(), "longer than 1 MiB") {
		t.Errorf("%v", err)
	}
	if e.read > 2<<20 {
		t.Errorf("%d bytes were read first", e.read)
	}
}

func TestAReaderThatFailsIsPassedOn(t *testing.T) {
	broken := errors.New("the disk is gone")
	_, _, err := ReadRelease(io.MultiReader(strings.NewReader(release(t, officialRow(withDigit(200001)))), iotest.ErrReader(broken)))
	if !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

// syntheticRelease is as large as a real one.
func syntheticRelease(tb testing.TB, rows int) []byte {
	tb.Helper()
	var b bytes.Buffer
	cw := csv.NewWriter(&b)
	_ = cw.Write(officialHeader)
	systems := []string{"Ser/Plas", "Bld", "Urine", "CSF", "Ser", "Plas", "XXX", "Stool"}
	rec := make([]string, len(officialHeader))
	for n := range rows {
		name := fmt.Sprintf("Testium %d", n/4)
		row := officialRow(
			withDigit(200000+n), "COMPONENT", name, "SYSTEM", systems[n%len(systems)], "LONG_COMMON_NAME",
			name+" [Mass/volume] in "+systems[n%len(systems)], "SHORTNAME", name+" short", "DisplayName", name+" (S/P)",
			"CONSUMER_NAME", name+", Blood", "RELATEDNAMES2", strings.Repeat("Blood; Chemistry; Level; Quan; Random; ", 6),
			"DefinitionDescription", strings.Repeat("What the test is for and how it is done. ", 8),
		)
		for i, h := range officialHeader {
			rec[i] = row[h]
		}
		_ = cw.Write(rec)
	}
	cw.Flush()
	return b.Bytes()
}

func BenchmarkReadReleaseOf100000Rows(b *testing.B) {
	text := syntheticRelease(b, 100_000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, rep, err := ReadRelease(bytes.NewReader(text)); err != nil || rep.Kept != 100_000 {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadTableOf100000Rows(b *testing.B) {
	tab, _, err := ReadRelease(bytes.NewReader(syntheticRelease(b, 100_000)))
	if err != nil {
		b.Fatal(err)
	}
	var text bytes.Buffer
	if err := WriteTable(&text, tab); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ReadTable(bytes.NewReader(text.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
}
