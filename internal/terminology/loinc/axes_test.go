package loinc

import (
	"strings"
	"testing"
)

// axesOf is what a unit switches inside: rows that differ in it are never siblings.
func axesOf(r *Row) string { return r.Component + "|" + r.System + "|" + r.Time }

func TestNearlyEveryReadingHasAllAxes(t *testing.T) {
	all, whole := 0, 0
	var open []string
	for i := range Core().Rows() {
		r := &Core().Rows()[i]
		switch r.Kind {
		case KindLab, KindVital, KindDevice:
		case KindPanel, KindOther:
			continue
		default:
			t.Errorf("%s has the kind %q", r.Code, r.Kind)
		}
		all++
		if r.Component != "" && r.Property != "" && r.Time != "" && r.System != "" && r.Scale != "" {
			whole++
		} else {
			open = append(open, r.Code)
		}
	}
	if whole*1000 < all*995 {
		t.Errorf("%d of %d lab, vital and device rows have all axes; open: %v", whole, all, open)
	}
	t.Logf("%d of %d lab, vital and device rows have all axes", whole, all)
}

func TestMassAndMolarRowsOfOneAnalyteAreSiblings(t *testing.T) {
	pairs := [][2]string{ // mass, moles
		{"2345-7", "14749-6"},
		{"1558-6", "14771-0"},
		{"2339-0", "15074-8"},
		{"41653-7", "14743-9"},
		{"32016-8", "51596-5"},
		{"1518-0", "14995-5"},
		{"20436-2", "14759-5"},
		{"1521-4", "14761-1"},
		{"1507-3", "51597-3"},
		{"27353-2", "53553-4"},
		{"2342-4", "14744-7"},
		{"2350-7", "15076-3"},
		{"5792-7", "22705-8"},
		{"99504-3", "105272-9"},
		{"97507-8", "105273-7"},
		{"2160-0", "14682-9"},
		{"38483-4", "59826-8"},
		{"2161-8", "14683-7"},
		{"2162-6", "14684-5"},
		{"2093-3", "14647-2"},
		{"2085-9", "14646-4"},
		{"2089-1", "22748-8"},
		{"13457-7", "39469-2"},
		{"18262-6", "69419-0"},
		{"2091-7", "25371-6"},
		{"13458-5", "66126-4"},
		{"43396-1", "70204-3"},
		{"2571-8", "14927-8"},
		{"9830-1", "32309-7"},
		{"11054-4", "44915-7"},
		{"10835-7", "43583-4"},
		{"3084-1", "14933-6"},
		{"3086-6", "14934-4"},
		{"3087-4", "14935-1"},
		{"3091-6", "22664-7"},
		{"3094-0", "14937-7"},
		{"6299-2", "59570-2"},
		{"1975-2", "14631-6"},
		{"1968-7", "14629-0"},
		{"1971-1", "14630-8"},
		{"17861-6", "2000-8"},
		{"46099-8", "29265-6"},
		{"17863-2", "1995-0"},
		{"38230-9", "1994-3"},
		{"2777-1", "14879-1"},
		{"19123-9", "2601-3"},
		{"2498-4", "14798-3"},
		{"2500-7", "14800-7"},
		{"2502-3", "14801-5"},
		{"718-7", "59260-0"},
		{"786-4", "59467-1"},
		{"28539-5", "59468-9"},
		{"3024-7", "14920-3"},
		{"3026-2", "14921-1"},
		{"3051-0", "14928-6"},
		{"3053-6", "14930-2"},
		{"2132-9", "14685-2"},
		{"2284-8", "14732-2"},
		{"1989-3", "14635-7"},
		{"1649-3", "14566-4"},
		{"2143-6", "14675-3"},
		{"2986-8", "14913-8"},
		{"2991-8", "14914-6"},
		{"2243-4", "14715-7"},
		{"2839-9", "14890-8"},
		{"2191-5", "14688-6"},
		{"1763-2", "14586-2"},
		{"1668-3", "14569-8"},
		{"2731-8", "14866-8"},
		{"2141-0", "14674-6"},
		{"1986-9", "14633-2"},
		{"5671-3", "14807-2"},
		{"5763-8", "14955-9"},
		{"5631-7", "14665-4"},
		{"22763-7", "16362-6"},
		{"14118-4", "2524-7"},
		{"29512-1", "6873-4"},
		{"2428-1", "13965-9"},
		{"10535-3", "14698-5"},
		{"4086-5", "14946-8"},
		{"3432-2", "14639-9"},
		{"3968-5", "14877-5"},
		{"6948-4", "25458-1"},
		{"30471-7", "48347-9"},
		{"3719-2", "14334-7"},
		{"4092-3", "39797-6"},
		{"5643-2", "14719-9"},
		{"9318-7", "14585-4"},
	}
	// Reported in moles everywhere, also where mass units are usual.
	molesFirst := map[string]bool{
		"29265-6": true, "1995-0": true, "1994-3": true, "16362-6": true, "2524-7": true, "6873-4": true,
		"13965-9": true, "14334-7": true,
	}
	for _, p := range pairs {
		a, okA := Core().Row(p[0])
		b, okB := Core().Row(p[1])
		if !okA || !okB {
			t.Errorf("%v: not in the table", p)
			continue
		}
		if axesOf(a) != axesOf(b) {
			t.Errorf("%v are not siblings: %s and %s", p, axesOf(a), axesOf(b))
		}
		if a.Property == b.Property || a.Scale != b.Scale {
			t.Errorf("%v: %s %s and %s %s", p, a.Property, a.Scale, b.Property, b.Scale)
		}
		if molesFirst[p[1]] {
			a, b = b, a
		}
		if b.Rank > 0 && (a.Rank == 0 || a.Rank > b.Rank) {
			t.Errorf("%v: %s is before %s", p, b.Code, a.Code)
		}
	}
}

func TestTheSameAnalyteAsACountAShareOrAWordIsASibling(t *testing.T) {
	for _, p := range [][2]string{
		{"2349-9", "2350-7"},   // urine glucose: word, mass
		{"25428-4", "5792-7"},  // by test strip
		{"2887-8", "2888-6"},   // urine protein
		{"1977-8", "1978-6"},   // urine bilirubin
		{"13658-0", "3107-0"},  // urine urobilinogen
		{"33052-2", "30405-5"}, // urine leukocytes
		{"33051-4", "30391-7"}, // urine erythrocytes
		{"22322-2", "16935-9"}, // hepatitis B surface antibody
		{"13953-5", "5189-6"},  // hepatitis B e antibody
		{"13954-3", "5191-2"},  // hepatitis B e antigen
		{"13955-0", "5198-7"},  // hepatitis C antibody
		{"22244-8", "5124-3"},  // cytomegalovirus IgG
		{"8302-2", "8303-0"},   // height: length, percentile
		{"29463-7", "8336-0"},  // weight
		{"39156-5", "59574-4"}, // body mass index
		{"2276-4", "20567-4"},  // ferritin, two methods
		{"3016-3", "11580-8"},  // thyrotropin, two methods
		{"6690-2", "26464-8"},  // leukocytes, two methods
		{"4548-4", "59261-8"},  // haemoglobin A1c, two standards
	} {
		a, okA := Core().Row(p[0])
		b, okB := Core().Row(p[1])
		if !okA || !okB || axesOf(a) != axesOf(b) {
			t.Errorf("%v are not siblings", p)
		}
	}
}

func TestWhatIsEasilyConfusedHasAxesOfItsOwn(t *testing.T) {
	for _, p := range [][2]string{
		{"718-7", "4548-4"},    // haemoglobin and its A1c share
		{"2085-9", "43396-1"},  // HDL and non-HDL
		{"2085-9", "11054-4"},  // HDL and LDL/HDL
		{"2093-3", "9830-1"},   // cholesterol and its ratio to HDL
		{"2157-6", "13969-1"},  // creatine kinase and MB
		{"2157-6", "32673-6"},  //
		{"2532-0", "2536-1"},   // lactate dehydrogenase and its first isoenzyme
		{"6768-6", "1777-2"},   // alkaline phosphatase and the bone fraction
		{"3051-0", "3050-2"},   // free T3 and T3 uptake
		{"3051-0", "3053-6"},   // free and total T3
		{"2345-7", "1558-6"},   // glucose and fasting glucose
		{"1558-6", "1521-4"},   // fasting and after a meal
		{"26511-6", "26499-4"}, // neutrophils, share and count
		{"3091-6", "3094-0"},   // urea and its nitrogen
		{"1975-2", "1968-7"},   // bilirubin, total and direct
		{"17861-6", "17863-2"}, // calcium and ionized calcium
		{"2160-0", "2161-8"},   // creatinine in serum and urine
		{"2857-1", "10886-0"},  // PSA and free PSA
		{"48065-7", "48066-5"}, // D-dimer in its two equivalents
		{"8480-6", "8462-4"},   // systolic and diastolic
		{"8867-4", "40443-4"},  // heart rate and resting heart rate
		{"93832-4", "103213-5"},
	} {
		a, okA := Core().Row(p[0])
		b, okB := Core().Row(p[1])
		if !okA || !okB {
			t.Errorf("%v: not in the table", p)
			continue
		}
		if axesOf(a) == axesOf(b) {
			t.Errorf("%v have the same axes: %s", p, axesOf(a))
		}
	}
}

func TestAxesUseLOINCsAbbreviations(t *testing.T) {
	for code, want := range map[string]string{
		"8480-6":   "Intravascular systolic|Pres|Pt|Arterial system|Qn|",
		"8867-4":   "Heart rate|NRat|Pt|XXX|Qn|",
		"29463-7":  "Body weight|Mass|Pt|^Patient|Qn|",
		"59408-5":  "Oxygen saturation|MFr|Pt|BldA|Qn|Pulse oximetry",
		"41950-7":  "Number of steps|NRat|24H|^Patient|Qn|Measured",
		"8490-5":   "Intravascular systolic|Pres|24H^mean|Arterial system|Qn|",
		"1558-6":   "Glucose^post CFst|MCnc|Pt|Ser/Plas|Qn|",
		"1518-0":   "Glucose^2H post 75 g glucose PO|MCnc|Pt|Ser/Plas|Qn|",
		"13457-7":  "Cholesterol.in LDL|MCnc|Pt|Ser/Plas|Qn|Calculated",
		"26511-6":  "Neutrophils/100 leukocytes|NFr|Pt|Bld|Qn|",
		"2889-4":   "Protein|MRat|24H|Urine|Qn|",
		"9318-7":   "Albumin/Creatinine|MRto|Pt|Urine|Qn|",
		"6301-6":   "Coagulation tissue factor induced.INR|RelTime|Pt|PPP|Qn|Coag",
		"62238-1":  "Glomerular filtration rate/1.73 sq M.predicted|ArVRat|Pt|Ser/Plas/Bld|Qn|Creatinine-based formula (CKD-EPI)",
		"787-2":    "Erythrocyte mean corpuscular volume|EntVol|Pt|RBC|Qn|Automated count",
		"5196-1":   "Hepatitis B virus surface Ag|PrThr|Pt|Ser/Plas|Ord|IA",
		"630-4":    "Bacteria identified|Prid|Pt|Urine|Nom|Culture",
		"5821-4":   "Leukocytes|Naric|Pt|Urine sed|Qn|Microscopy.light.HPF",
		"29265-6":  "Calcium^^corrected for albumin|SCnc|Pt|Ser/Plas|Qn|",
		"85354-9":  "Blood pressure panel with all children optional|-|Pt||-|",
		"112429-6": "Heart rate variability SDNN|Time|Pt|Heart|Qn|",
	} {
		r, ok := Core().Row(code)
		if !ok {
			t.Errorf("%s is not in the table", code)
			continue
		}
		got := strings.Join([]string{r.Component, r.Property, r.Time, r.System, r.Scale, r.Method}, "|")
		if got != want {
			t.Errorf("%s is %s, want %s", code, got, want)
		}
	}
}

func TestCommonnessIsAnOrderWithoutGapsOrTies(t *testing.T) {
	at := map[int]string{}
	for i := range Core().Rows() {
		r := &Core().Rows()[i]
		if r.Rank == 0 {
			continue
		}
		if other, taken := at[r.Rank]; taken {
			t.Errorf("%s and %s have the rank %d", other, r.Code, r.Rank)
		}
		at[r.Rank] = r.Code
	}
	for n := 1; n <= len(at); n++ {
		if at[n] == "" {
			t.Errorf("no code has the rank %d of %d", n, len(at))
		}
	}
	if len(at) < 450 {
		t.Errorf("%d codes have a rank", len(at))
	}
}

func TestTheUsualCodeIsBeforeTheUnusualOne(t *testing.T) {
	for _, p := range [][2]string{
		{"718-7", "4548-4"},
		{"26511-6", "770-8"},
		{"26499-4", "751-8"},
		{"26478-8", "736-9"},
		{"26474-7", "731-0"},
		{"26485-3", "5905-5"},
		{"26484-6", "742-7"},
		{"26450-7", "713-8"},
		{"26449-9", "711-2"},
		{"30180-4", "706-2"},
		{"26444-0", "704-7"},
		{"20567-4", "2276-4"},
		{"30341-2", "4537-7"},
		{"13457-7", "2089-1"},
		{"2345-7", "1558-6"},
		{"4548-4", "17856-6"},
		{"4548-4", "59261-8"},
		{"3016-3", "11580-8"},
		{"6690-2", "26464-8"},
		{"29463-7", "3141-9"},
		{"8310-5", "8331-1"},
		{"93832-4", "103213-5"},
		{"2160-0", "2161-8"},
		{"1751-7", "1754-1"},
		{"2345-7", "2339-0"},
	} {
		a, _ := Core().Row(p[0])
		b, _ := Core().Row(p[1])
		if a == nil || b == nil || a.Rank == 0 || b.Rank != 0 && a.Rank > b.Rank {
			t.Errorf("%v: wrong order", p)
		}
	}
}
