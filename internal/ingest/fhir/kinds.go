package fhir

import (
	"maps"
	"slices"
)

// stored are the types of resources that are read, by themselves or for what is in them.
var stored = []string{"Bundle", "Condition", "DiagnosticReport", "Medication", "MedicationAdministration", "MedicationRequest", "MedicationStatement", "Observation", "Patient"}

// Kinds are what this package reads, as it is written: types of resources, then elements that are an observation's value.
func Kinds() []string {
	return slices.Concat(stored, slices.Sorted(maps.Keys(valueReaders)))
}
