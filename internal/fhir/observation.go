// Package fhir holds the parts of HL7 FHIR R4 (4.0.1) that this module writes and reads, as plain structs in the
// standard's own names. Elements that are not named here are not written, and are skipped when read.
package fhir

import "encoding/json"

// Code system addresses, as HL7 terminology registers them.
const (
	SystemLOINC = "http://loinc.org"
	SystemUCUM  = "http://unitsofmeasure.org"
	SystemICPC3 = "http://terminology.hl7.org/CodeSystem/ICPC-3"
)

// Observation is the R4 resource, with the elements of a reading, a symptom or a condition as somebody states it.
// https://hl7.org/fhir/R4/observation.html
type Observation struct {
	ResourceType  string          `json:"resourceType"` // Observation
	Extension     []Extension     `json:"extension,omitempty"`
	Status        string          `json:"status"` // final
	Code          CodeableConcept `json:"code"`
	Effective     string          `json:"effectiveDateTime,omitempty"` // YYYY-MM-DD or a full instant
	ValueQuantity *Quantity       `json:"valueQuantity,omitempty"`
	ValueString   string          `json:"valueString,omitempty"`
	Component     []Component     `json:"component,omitempty"`
}

// Component is one of the values of an observation that has several, such as the two of a blood pressure.
type Component struct {
	Code          CodeableConcept `json:"code"`
	ValueQuantity *Quantity       `json:"valueQuantity,omitempty"`
}

// CodeableConcept is words and, where they are known, codes for them.
type CodeableConcept struct {
	Extension []Extension `json:"extension,omitempty"`
	Coding    []Coding    `json:"coding,omitempty"`
	Text      string      `json:"text,omitempty"`
}

// Coding is one code of a code system.
type Coding struct {
	System  string `json:"system"`
	Code    string `json:"code"`
	Display string `json:"display,omitempty"`
}

// Quantity is a measured amount. Value is a JSON number: FHIR decimals keep the digits that were printed.
type Quantity struct {
	Value      json.Number `json:"value"`
	Comparator string      `json:"comparator,omitempty"` // < <= >= >
	Unit       string      `json:"unit,omitempty"`       // as printed
	System     string      `json:"system,omitempty"`     // http://unitsofmeasure.org, with Code
	Code       string      `json:"code,omitempty"`       // UCUM
}

// Extension carries what the resource has no element for: either nested extensions or one value.
type Extension struct {
	URL          string      `json:"url"`
	Extension    []Extension `json:"extension,omitempty"`
	ValueString  string      `json:"valueString,omitempty"`
	ValueCode    string      `json:"valueCode,omitempty"`
	ValueBoolean *bool       `json:"valueBoolean,omitempty"`
}
