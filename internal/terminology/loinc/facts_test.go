package loinc

import (
	"encoding/csv"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// facts reads a table of the data folder beside the repository, or skips the test where the folder is not here.
func facts(t *testing.T, name string) []map[string]string {
	t.Helper()
	path := filepath.Join("..", "..", "..", "..", "shared", "data", "loinc", name)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip(name + ": not here")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = '\t', true
	recs, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]map[string]string, 0, len(recs))
	for _, rec := range recs[1:] {
		row := make(map[string]string, len(rec))
		for i, v := range rec {
			row[recs[0][i]] = v
		}
		rows = append(rows, row)
	}
	return rows
}

func TestEveryKnownCodeIsThereWithItsNameUnchanged(t *testing.T) {
	n := 0
	for _, f := range facts(t, "facts.tsv") {
		r, ok := Core().Row(f["code"])
		if !ok {
			t.Errorf("%s is missing", f["code"])
			continue
		}
		if r.LongName != f["display"] {
			t.Errorf("%s has another long name", f["code"])
		}
		if len(r.Sources) == 0 || r.Sources[0] == "own" {
			t.Errorf("%s does not say where it was seen", f["code"])
		}
		n++
	}
	for i := range Core().Rows() {
		if r := &Core().Rows()[i]; len(r.Sources) == 1 && r.Sources[0] == "own" {
			n++
		}
	}
	if n != Core().Len() {
		t.Errorf("%d rows are accounted for, the table has %d", n, Core().Len())
	}
}

// propertyName maps the spelling of the collected axes to LOINC's.
var propertyName = map[string]string{"VRatArea": "ArVRat", "TmRto": "TRto"}

// propertyElse are the rows whose property differs from the collected one, with the reason.
var propertyElse = map[string]string{
	"59468-9":  "the moles row of MCH, whose collected name lost that detail",
	"101688-0": "a duration is a time", "101689-8": "a duration is a time", "101690-6": "a duration is a time",
	"103213-5": "a duration is a time", "103214-3": "a duration is a time", "103215-0": "a duration is a time",
	"71829-6": "pure fraction", "71830-4": "pure fraction", "71832-0": "pure fraction", "71833-8": "pure fraction",
	"104826-3": "pure fraction", "71835-3": "pure fraction", "71850-2": "pure fraction",
	"80991-3": "energy by mass is a content",
}

func TestCollectedAxesAgree(t *testing.T) {
	systems := map[string]string{
		"Serum or Plasma": "Ser/Plas", "Serum": "Ser", "Blood": "Bld", "Urine": "Urine", "24 hour Urine": "Urine",
		"Cerebral spinal fluid": "CSF", "Platelet poor plasma": "PPP", "Arterial blood": "BldA", "Venous blood": "BldV",
		"Capillary blood": "BldC", "Body fluid": "Body fld", "Pleural fluid": "Plr fld", "Stool": "Stool",
		"Peritoneal fluid": "Periton fld", "Synovial fluid": "Synv fld", "Urine sediment": "Urine sed",
		"Bone marrow": "Bone mar", "Specimen": "XXX", "Unspecified specimen": "XXX", "Plasma": "Plas", "Tissue": "Tiss",
		"Serum, Plasma or Blood": "Ser/Plas/Bld", "Red Blood Cells": "RBC", "Semen": "Semen", "Amniotic fluid": "Amnio fld",
		"Mixed venous blood": "BldMV", "12 hour Urine": "Urine",
	}
	// One family of names says Serum in older versions and Serum or Plasma in newer ones; ratios and clearances that
	// name two specimens read as the second.
	systemElse := map[string]bool{
		"16935-9": true, "22322-2": true, "10900-9": true, "13953-5": true, "5189-6": true, "5191-2": true, "5195-3": true,
		"13951-9": true, "22314-9": true, "31204-1": true, "16128-1": true, "57006-9": true, "1756-6": true,
		"46206-9": true, "47361-1": true, "47513-7": true, // of a donor
	}
	compared := 0
	for _, f := range facts(t, "facts.tsv") {
		r, ok := Core().Row(f["code"])
		if !ok || r.Panel {
			continue
		}
		if want := f["property"]; want != "" {
			if p, ok := propertyName[want]; ok {
				want = p
			}
			if _, explained := propertyElse[r.Code]; !explained && r.Property != want {
				t.Errorf("%s has the property %s, collected was %s", r.Code, r.Property, want)
			}
			compared++
		}
		if want, ok := systems[f["system"]]; ok {
			if !systemElse[r.Code] && r.System != want {
				t.Errorf("%s has the system %s, collected was %s", r.Code, r.System, want)
			}
			compared++
		}
		if want := f["scale"]; want != "" && r.Scale != want && !scaleElse(r, want) {
			t.Errorf("%s has the scale %s, collected was %s", r.Code, r.Scale, want)
		}
	}
	if compared < 4000 {
		t.Errorf("only %d axes were compared", compared)
	}
}

// scaleElse explains scales: susceptibility is OrdQn, a word behind the name (Narrative) beats the bracket.
func scaleElse(r *Row, _ string) bool {
	return r.Property == "Susc" || r.Scale == "Nar" || r.Scale == "Nom" && strings.HasSuffix(r.LongName, "Nominal")
}

func TestUnitsOfTheTableAreUCUMAndFitTheProperty(t *testing.T) {
	forbidden := []string{"mmHg", "sec", "IU/", "#", "K/uL", "mcg", "|", "mEq", "24hr", "pH"}
	for i := range Core().Rows() {
		r := &Core().Rows()[i]
		for _, u := range r.ExampleUnits {
			bare := strings.NewReplacer("[IU]", "", "[pH]", "", "{#}", "").Replace(u)
			for _, bad := range forbidden {
				if strings.Contains(bare, bad) {
					t.Errorf("%s has the unit %q", r.Code, u)
				}
			}
			switch {
			case r.Property == "SCnc" && strings.HasSuffix(u, "g/dL"),
				r.Property == "MCnc" && strings.Contains(u, "mol/L"),
				r.Property == "Pres" && u == "g",
				strings.HasPrefix(r.Property, "NFr") && strings.Contains(u, "10*"):
				t.Errorf("%s: the unit %q is none of %s", r.Code, u, r.Property)
			}
		}
	}
	if r, _ := Core().Row("4548-4"); len(r.ExampleUnits) != 1 || r.ExampleUnits[0] != "%" {
		t.Errorf("4548-4 has the units %q", r.ExampleUnits)
	}
}
