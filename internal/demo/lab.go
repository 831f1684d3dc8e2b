package demo

import (
	"strconv"
	"strings"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
)

// result is one line of a laboratory's report.
type result struct{ name, value, unit, ref, flag, comment string }

// report is one sheet of a laboratory: a file.
type report struct {
	person, file string
	day          record.Day
	hour, minute int
	results      []result
}

// reports are six sheets of two laboratories, each with its own names and units for the same things. Numbers of one person go on from sheet to sheet, whatever the unit.
func reports() []report {
	return []report{
		{
			person: "ilse", file: "befund-" + canaryFileName + "-2025-11.csv", day: record.DayOf(2025, time.November, 18), hour: 8, minute: 20,
			results: []result{
				{name: "Cholesterol, total", value: "5.6", unit: "mmol/L", ref: "< 5.2", flag: "H"},
				{name: "HDL cholesterol", value: "1.5", unit: "mmol/L", ref: "> 1.2"},
				{name: "LDL cholesterol", value: "3.5", unit: "mmol/L", ref: "< 3.4", flag: "H"},
				{name: "Triglycerides", value: "1.2", unit: "mmol/L", ref: "< 1.7"},
				{name: "HbA1c (IFCC)", value: "36", unit: "mmol/mol", ref: "20 - 42"},
				{name: "Fasting glucose", value: "5.1", unit: "mmol/L", ref: "3.9 - 5.6"},
				{name: "Creatinine", value: "71", unit: "µmol/L", ref: "45 - 84"},
				{name: "Ferritin", value: "19", unit: "µg/L", ref: "15 - 150", comment: "Sample taken fasting. " + canaryComment},
				{name: "Hemoglobin", value: "128", unit: "g/L", ref: "120 - 160"},
				{name: "CRP", value: "<5", unit: "mg/L", ref: "< 5"},
				{name: "TSH", value: "1.84", unit: "mIU/L", ref: "0.4 - 4.0"},
				{name: "Protein, urine", value: "negative", ref: "negative"},
				{name: "Glucose, urine", value: "negative", ref: "negative"},
			},
		},
		{
			person: "ilse", file: "befund-2026-05.csv", day: record.DayOf(2026, time.May, 19), hour: 8, minute: 5,
			results: []result{
				{name: "Cholesterol, total", value: "5.3", unit: "mmol/L", ref: "< 5.2", flag: "H"},
				{name: "HDL cholesterol", value: "1.6", unit: "mmol/L", ref: "> 1.2"},
				{name: "LDL cholesterol", value: "3.1", unit: "mmol/L", ref: "< 3.4"},
				{name: "Triglycerides", value: "1.1", unit: "mmol/L", ref: "< 1.7"},
				{name: "HbA1c (IFCC)", value: "35", unit: "mmol/mol", ref: "20 - 42"},
				{name: "Fasting glucose", value: "5.0", unit: "mmol/L", ref: "3.9 - 5.6"},
				{name: "Creatinine", value: "69", unit: "µmol/L", ref: "45 - 84"},
				{name: "Ferritin", value: "34", unit: "µg/L", ref: "15 - 150", comment: "After six months of tablets."},
				{name: "Hemoglobin", value: "133", unit: "g/L", ref: "120 - 160"},
				{name: "CRP", value: "<5", unit: "mg/L", ref: "< 5"},
				{name: "TSH", value: "2.02", unit: "mIU/L", ref: "0.4 - 4.0"},
				{name: "Protein, urine", value: "trace", ref: "negative", flag: "A"},
				{name: "Glucose, urine", value: "negative", ref: "negative"},
			},
		},
		{
			person: "ilse", file: "sudmere-2026-08.csv", day: record.DayOf(2026, time.August, 25), hour: 9, minute: 40,
			results: []result{
				{name: "CHOL", value: "199", unit: "mg/dL", ref: "<200"},
				{name: "HDL-C", value: "61", unit: "mg/dL", ref: ">46"},
				{name: "LDL-C", value: "117", unit: "mg/dL", ref: "<130"},
				{name: "TRIG", value: "104", unit: "mg/dL", ref: "<150"},
				{name: "Hemoglobin A1c", value: "5.3", unit: "%", ref: "4.0-5.6"},
				{name: "Glucose, fasting", value: "91", unit: "mg/dL", ref: "70-99"},
				{name: "Creatinine (serum)", value: "0.80", unit: "mg/dL", ref: "0.51-0.95"},
				{name: "FERRITIN", value: "41", unit: "ng/mL", ref: "15-150"},
				{name: "HGB", value: "13.4", unit: "g/dL", ref: "12.0-16.0"},
				{name: "C-reactive protein", value: "<0.3", unit: "mg/dL", ref: "<0.5"},
				{name: "TSH", value: "1.9", unit: "uIU/mL", ref: "0.45-4.5"},
				{name: "Urine protein", value: "NEG", ref: "NEG"},
				{name: "Urine glucose", value: "NEG", ref: "NEG"},
			},
		},
		{
			person: "lan", file: "体检-2025-12.csv", day: record.DayOf(2025, time.December, 9), hour: 9, minute: 10,
			results: []result{
				{name: "总胆固醇", value: "5.9", unit: "mmol/L", ref: "<5.2", flag: "↑"},
				{name: "高密度脂蛋白胆固醇", value: "1.1", unit: "mmol/L", ref: ">1.0"},
				{name: "低密度脂蛋白胆固醇", value: "3.9", unit: "mmol/L", ref: "<3.4", flag: "↑"},
				{name: "甘油三酯", value: "2.1", unit: "mmol/L", ref: "<1.7", flag: "↑"},
				{name: "糖化血红蛋白", value: "6.8", unit: "%", ref: "4.0-6.0", flag: "↑"},
				{name: "空腹血糖", value: "7.2", unit: "mmol/L", ref: "3.9-6.1", flag: "↑", comment: "建议复查"},
				{name: "肌酐", value: "78", unit: "μmol/L", ref: "57-97"},
				{name: "铁蛋白", value: "212", unit: "μg/L", ref: "30-400"},
				{name: "血红蛋白", value: "146", unit: "g/L", ref: "130-175"},
				{name: "C反应蛋白", value: "<5", unit: "mg/L", ref: "<5"},
				{name: "尿蛋白", value: "阴性", ref: "阴性"},
				{name: "尿糖", value: "1+", ref: "阴性", flag: "↑"},
				{name: "尿白细胞", value: "阴性", ref: "阴性"},
			},
		},
		{
			person: "lan", file: "体检-2026-06.csv", day: record.DayOf(2026, time.June, 16), hour: 8, minute: 50,
			results: []result{
				{name: "总胆固醇", value: "5.2", unit: "mmol/L", ref: "<5.2"},
				{name: "高密度脂蛋白胆固醇", value: "1.2", unit: "mmol/L", ref: ">1.0"},
				{name: "低密度脂蛋白胆固醇", value: "3.3", unit: "mmol/L", ref: "<3.4"},
				{name: "甘油三酯", value: "1.6", unit: "mmol/L", ref: "<1.7"},
				{name: "糖化血红蛋白", value: "6.4", unit: "%", ref: "4.0-6.0", flag: "↑"},
				{name: "空腹血糖", value: "6.6", unit: "mmol/L", ref: "3.9-6.1", flag: "↑"},
				{name: "肌酐", value: "80", unit: "μmol/L", ref: "57-97"},
				{name: "铁蛋白", value: "198", unit: "μg/L", ref: "30-400"},
				{name: "血红蛋白", value: "149", unit: "g/L", ref: "130-175"},
				{name: "C反应蛋白", value: "<5", unit: "mg/L", ref: "<5"},
				{name: "尿蛋白", value: "阴性", ref: "阴性"},
				{name: "尿糖", value: "阴性", ref: "阴性"},
				{name: "尿白细胞", value: "阴性", ref: "阴性"},
			},
		},
		{
			person: "lan", file: "sudmere-2026-09.csv", day: record.DayOf(2026, time.September, 8), hour: 10, minute: 15,
			results: []result{
				{name: "CHOL", value: "193", unit: "mg/dL", ref: "<200"},
				{name: "HDL-C", value: "48", unit: "mg/dL", ref: ">40"},
				{name: "LDL-C", value: "119", unit: "mg/dL", ref: "<130"},
				{name: "TRIG", value: "131", unit: "mg/dL", ref: "<150"},
				{name: "Hemoglobin A1c", value: "6.2", unit: "%", ref: "4.0-5.6", flag: "H"},
				{name: "Glucose, fasting", value: "112", unit: "mg/dL", ref: "70-99", flag: "H"},
				{name: "Creatinine (serum)", value: "0.91", unit: "mg/dL", ref: "0.70-1.20"},
				{name: "FERRITIN", value: "187", unit: "ng/mL", ref: "30-400"},
				{name: "HGB", value: "14.8", unit: "g/dL", ref: "13.0-17.5"},
				{name: "C-reactive protein", value: "<0.3", unit: "mg/dL", ref: "<0.5"},
				{name: "Urine protein", value: "NEG", ref: "NEG"},
				{name: "Urine glucose", value: "NEG", ref: "NEG"},
			},
		},
	}
}

// sheet is the file, as the laboratory sends it.
func (r *report) sheet() []byte {
	var b strings.Builder
	b.WriteString("time,name,value,unit,reference,flag,comment\n")
	at := r.day.String() + " " + clock(r.hour) + ":" + clock(r.minute)
	for _, l := range r.results {
		cells := []string{at, l.name, l.value, l.unit, l.ref, l.flag, l.comment}
		for i, c := range cells {
			if strings.ContainsAny(c, ",\"\n") {
				cells[i] = `"` + strings.ReplaceAll(c, `"`, `""`) + `"`
			}
		}
		b.WriteString(strings.Join(cells, ",") + "\n")
	}
	return []byte(b.String())
}

func clock(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}
