// Package fhir holds types shaped like FHIR's data types.
package fhir

type Coding struct {
	System  *string
	Code    *string
	Display *string
}

type CodeableConcept struct {
	Coding []Coding
	Text   *string
}

type Quantity struct {
	Value *float64
	Unit  *string
}

type HumanName struct {
	Family *string
	Given  []string
}

type ContactPoint struct{ Value *string }

type Address struct{ Line []string }

type Attachment struct{ Title *string }

// Task is a resource with an id.
type Task struct {
	Id     *string
	Focus  *string
	Status TaskStatus
}

// TaskStatus is a closed set.
type TaskStatus int

const (
	TaskStatusDraft TaskStatus = iota
	TaskStatusDone
)

func (s TaskStatus) Code() string   { return "draft" }
func (s TaskStatus) String() string { return "draft" }
