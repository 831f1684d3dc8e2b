package fhir

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/seed-a76b335c/philint/internal/plaintext"
)

// absent is the extension that stands where an element is required and there is nothing to put in it.
// https://hl7.org/fhir/R4/extension-data-absent-reason.html
var absent = Extension{URL: "http://hl7.org/fhir/StructureDefinition/data-absent-reason", ValueCode: "unknown"}

// MarshalJSON writes the resource with what FHIR forbids left out, wherever its parts come from: control characters
// in strings, strings without a visible character, and elements that are empty then.
func (o Observation) MarshalJSON() ([]byte, error) {
	type plain Observation // without this method
	o.Code = o.Code.clean()
	o.Extension = cleanExtensions(o.Extension)
	o.ValueString = plaintext.Clean(o.ValueString)
	o.ValueQuantity = o.ValueQuantity.clean()
	parts := o.Component
	o.Component = nil
	for _, c := range parts {
		o.Component = append(o.Component, Component{Code: c.Code.clean(), ValueQuantity: c.ValueQuantity.clean()})
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // left to the encoder around this one
	if err := e.Encode(plain(o)); err != nil {
		return nil, fmt.Errorf("write an observation: %w", err)
	}
	return b.Bytes(), nil
}

func (q *Quantity) clean() *Quantity {
	if q == nil {
		return nil
	}
	out := *q
	out.Unit, out.Code = plaintext.Clean(q.Unit), plaintext.Clean(q.Code)
	return &out
}

func (c CodeableConcept) clean() CodeableConcept {
	out := CodeableConcept{Text: plaintext.Clean(c.Text), Extension: cleanExtensions(c.Extension)}
	for _, x := range c.Coding {
		x.Code, x.Display = plaintext.Clean(x.Code), plaintext.Clean(x.Display)
		if x.Code != "" {
			out.Coding = append(out.Coding, x)
		}
	}
	if out.Text == "" && len(out.Coding) == 0 && len(out.Extension) == 0 {
		out.Extension = []Extension{absent}
	}
	return out
}

// cleanExtensions leaves out those that have neither a value nor extensions of their own.
func cleanExtensions(list []Extension) []Extension {
	var out []Extension
	for _, x := range list {
		x.ValueString, x.ValueCode = plaintext.Clean(x.ValueString), plaintext.Clean(x.ValueCode)
		x.Extension = cleanExtensions(x.Extension)
		if x.ValueString != "" || x.ValueCode != "" || x.ValueBoolean != nil || len(x.Extension) > 0 {
			out = append(out, x)
		}
	}
	return out
}
