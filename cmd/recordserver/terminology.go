package main

import (
	"strconv"
	"strings"

	"github.com/seed-a76b335c/philint/internal/fhir"
	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/standardize"
	"github.com/seed-a76b335c/philint/internal/terminology"
	"github.com/seed-a76b335c/philint/internal/terminology/icpc3"
	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
	"github.com/seed-a76b335c/philint/internal/vocab"
)

// authority answers the vocabularies' tools.
type authority struct {
	set  *terminology.Set
	code *standardize.Standardizer
}

// Resolve implements [mcpserver.Resolver].
func (a authority) Resolve(name string) mcpserver.ResolvedName {
	r := a.set.Resolve(name)
	out := mcpserver.ResolvedName{
		Name: name, Resolved: r.Resolved(), LOINC: r.Code, Canonical: r.Display, Candidates: r.Candidates, Reason: r.Reason,
	}
	if r.Reason == terminology.ReasonAmbiguous {
		out.Codes = r.Codes
	}
	return out
}

// NormalizeUnit implements [mcpserver.UnitNormalizer].
func (a authority) NormalizeUnit(printed string) mcpserver.NormalizedUnit {
	u := a.set.NormalizeUnit(printed)
	return mcpserver.NormalizedUnit{Unit: printed, UCUM: u.UCUM, Family: u.Family}
}

// Convert implements [mcpserver.Converter].
func (a authority) Convert(value float64, from, to, loincCode string) mcpserver.Conversion {
	c := a.set.Convert(value, from, to, loincCode)
	out := mcpserver.Conversion{Converted: c.Value, From: c.FromUCUM, To: c.ToUCUM, Reason: c.Reason.Text()}
	if c.Invalid() {
		out.Refused = c.Reason.Text()
	}
	return out
}

// Reading implements [mcpserver.Standardizer].
func (a authority) Reading(r mcpserver.Reading) (fhir.Observation, bool) {
	return a.code.Reading(standardize.Reading{Name: r.Name, Value: r.Value, Unit: r.Unit})
}

// Complaint implements [mcpserver.Standardizer].
func (a authority) Complaint(text, kind string) fhir.Observation {
	k, _ := icpc3.ParseKind(kind) // the schema has let nothing else through
	o, _ := a.code.Complaint(text, k)
	return o
}

// inUse are the vocabularies as clients see them.
func inUse(v *vocab.Vocabularies) []mcpserver.Vocabulary {
	var out []mcpserver.Vocabulary
	for _, e := range v.List {
		out = append(out, mcpserver.Vocabulary{
			Name: e.Name, Version: e.Version, Rows: e.Rows, Source: string(e.Source), Digest: e.Digest, Notice: e.Notice,
		})
	}
	return out
}

// catalogue lists vital signs and what devices measure, one a line.
func catalogue(codes *loinc.Table) string {
	var b strings.Builder
	b.WriteString("code\tname\tcomponent\tproperty\tspecimen\tscale\tunits\tkind\trank\n")
	for _, r := range codes.Rows() {
		if r.Kind != loinc.KindVital && r.Kind != loinc.KindDevice {
			continue
		}
		rank := ""
		if r.Rank > 0 {
			rank = strconv.Itoa(r.Rank)
		}
		cells := []string{r.Code, r.LongName, r.Component, r.Property, r.System, r.Scale, strings.Join(r.ExampleUnits, " "), r.Kind, rank}
		for i, c := range cells {
			cells[i] = strings.Join(strings.Fields(c), " ") // a tab or a line's end would break the table
		}
		b.WriteString(strings.Join(cells, "\t") + "\n")
	}
	return b.String()
}
