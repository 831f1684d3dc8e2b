package terminology

import (
	"encoding/csv"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
)

// importedTable is a release of five rows of a substance that the built-in table does not know.
func importedTable(t *testing.T) *loinc.Table {
	t.Helper()
	header := strings.Split("LOINC_NUM,COMPONENT,PROPERTY,TIME_ASPCT,SYSTEM,SCALE_TYP,METHOD_TYP,CLASS,"+
		"VersionLastChanged,CHNG_TYPE,DefinitionDescription,STATUS,CONSUMER_NAME,CLASSTYPE,FORMULA,EXMPL_ANSWERS,"+
		"SURVEY_QUEST_TEXT,SURVEY_QUEST_SRC,UNITSREQUIRED,RELATEDNAMES2,SHORTNAME,ORDER_OBS,HL7_FIELD_SUBFIELD_ID,"+
		"EXTERNAL_COPYRIGHT_NOTICE,EXAMPLE_UNITS,LONG_COMMON_NAME,EXAMPLE_UCUM_UNITS,STATUS_REASON,STATUS_TEXT,"+
		"CHANGE_REASON_PUBLIC,COMMON_TEST_RANK,COMMON_ORDER_RANK,HL7_ATTACHMENT_STRUCTURE,EXTERNAL_COPYRIGHT_LINK,"+
		"PanelType,AskAtOrderEntry,AssociatedObservations,VersionFirstReleased,ValidHL7AttachmentRequest,DisplayName", ",")
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write(header)
	for _, r := range []map[string]string{
		{"LOINC_NUM": withDigit(t, 200001), "PROPERTY": "MCnc", "SYSTEM": "Ser/Plas", "LONG_COMMON_NAME": "Testium [Mass/volume] in Serum or Plasma", "SHORTNAME": "Testium SerPl-mCnc", "COMMON_TEST_RANK": "10"},
		{"LOINC_NUM": withDigit(t, 200002), "PROPERTY": "SCnc", "SYSTEM": "Ser/Plas", "LONG_COMMON_NAME": "Testium [Moles/volume] in Serum or Plasma", "SHORTNAME": "Testium SerPl-sCnc", "COMMON_TEST_RANK": "20"},
		{"LOINC_NUM": withDigit(t, 200003), "PROPERTY": "MCnc", "SYSTEM": "Urine", "LONG_COMMON_NAME": "Testium [Mass/volume] in Urine", "SHORTNAME": "Testium Ur-mCnc", "COMMON_TEST_RANK": "30"},
		{"LOINC_NUM": withDigit(t, 200004), "PROPERTY": "MCnc", "SYSTEM": "Ser/Plas", "COMPONENT": "Testium^post CFst", "LONG_COMMON_NAME": "Fasting testium [Mass/volume] in Serum or Plasma", "SHORTNAME": "Testium p fast SerPl-mCnc", "COMMON_TEST_RANK": "40"},
		{"LOINC_NUM": withDigit(t, 200005), "PROPERTY": "MCnc", "SYSTEM": "Ser/Plas", "COMPONENT": "Testium.free", "LONG_COMMON_NAME": "Testium Free [Mass/volume] in Serum or Plasma", "SHORTNAME": "Testium Free SerPl-mCnc", "COMMON_TEST_RANK": "0"},
	} {
		row := map[string]string{
			"COMPONENT": "Testium", "TIME_ASPCT": "Pt", "SCALE_TYP": "Qn", "CLASS": "CHEM", "VersionLastChanged": "2.83",
			"STATUS": "ACTIVE", "CLASSTYPE": "1", "CONSUMER_NAME": "Testium, Blood", "COMMON_ORDER_RANK": "0", "EXAMPLE_UCUM_UNITS": "mg/dL",
		}
		for k, v := range r {
			row[k] = v
		}
		if row["SYSTEM"] == "Urine" || row["COMPONENT"] != "Testium" {
			row["CONSUMER_NAME"] = ""
		}
		rec := make([]string, len(header))
		for i, name := range header {
			rec[i] = row[name]
		}
		_ = w.Write(rec)
	}
	w.Flush()
	table, _, err := loinc.ReadRelease(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func withDigit(t *testing.T, n int) string {
	t.Helper()
	for d := range 10 {
		if code := fmt.Sprintf("%d-%d", n, d); loinc.CheckDigit(code) {
			return code
		}
	}
	t.Fatal("every number has a check digit")
	return ""
}

func TestAnImportedReleaseAnswersLikeTheBuiltInTable(t *testing.T) {
	s, err := New(importedTable(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, n := range map[string]int{
		"Testium": 200001, "testium, serum": 200001, "Testium SerPl-mCnc": 200001, "Testium [Moles/volume] in Serum or Plasma": 200002,
		"Urine testium": 200003, "尿testium": 200003, "Testium, fasting": 200004, "Fasting testium": 200004,
		"Free testium": 200005, "Testium free": 200005, "Testium, Blood": 200001,
	} {
		if r := s.Resolve(name); r.Code != withDigit(t, n) {
			t.Errorf("%q: %q %q %v, want %d", name, r.Code, r.Reason, r.Codes, n)
		}
	}
	for _, name := range []string{"Testium CSF", "Testium antibodies", "24h urine testium", "Testium trough"} {
		if r := s.Resolve(name); r.Code != "" {
			t.Errorf("%q: %s %s", name, r.Code, r.Display)
		}
	}
	if r := s.ResolveReading("Testium", "5", "mmol/L"); r.Code != withDigit(t, 200002) || r.Verdict != VerdictSwitched {
		t.Errorf("mmol/L: %q %q", r.Code, r.Verdict)
	}
	// Own names whose codes the release does not have stand for nothing.
	if r := s.Resolve("Glucose"); r.Code != "" {
		t.Errorf("glucose is %s in a table without it", r.Code)
	}
	if s.Release() == coreSet(t).Release() {
		t.Error("two tables have one release")
	}
}
