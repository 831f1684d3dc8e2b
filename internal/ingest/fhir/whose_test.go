package fhir

import (
	"fmt"
	"strings"
	"testing"
)

func TestTwoFilesAreAboutDifferentPeople(t *testing.T) {
	patient := func(more string) string {
		return fmt.Sprintf(line, 1) + `{"resourceType":"Patient","id":"1"` + more + "}\n" + fmt.Sprintf(line, 2)
	}
	number := func(system, value string) string {
		return `{"system":"` + system + `","value":"` + value + `"}`
	}
	for _, tt := range []struct {
		name, a, b string
		differ     bool
	}{
		{"the same number", `,"identifier":[` + number("s", "7") + `]`, `,"identifier":[` + number("s", "7") + "," + number("t", "9") + `]`, false},
		{"another number", `,"identifier":[` + number("s", "7") + `]`, `,"identifier":[` + number("s", "8") + `]`, true},
		{"numbers of two systems", `,"identifier":[` + number("s", "7") + `]`, `,"identifier":[` + number("t", "8") + `]`, false},
		{"one number alike", `,"identifier":[` + number("s", "7") + "," + number("t", "1") + `]`, `,"identifier":[` + number("s", "7") + "," + number("t", "2") + `]`, false},
		{"another birth date", `,"birthDate":"1980-01-01"`, `,"birthDate":"1981-01-01"`, true},
		{"a birth year", `,"birthDate":"1980-01-01"`, `,"birthDate":"1980"`, false},
		{"the same number, another birth date", `,"birthDate":"1980-01-01","identifier":[` + number("s", "7") + `]`, `,"birthDate":"1950-01-01","identifier":[` + number("s", "7") + `]`, true},
		{"nothing in common", `,"birthDate":"1980-01-01"`, `,"identifier":[` + number("s", "7") + `]`, false},
	} {
		a, ok := WhoseIs(strings.NewReader(patient(tt.a)))
		b, also := WhoseIs(strings.NewReader(patient(tt.b)))
		if !ok || !also || a.Differs(b) != tt.differ || b.Differs(a) != tt.differ {
			t.Errorf("%s: %t %t %t", tt.name, ok, also, a.Differs(b))
		}
	}
	for _, nobody := range []string{"", "{}", patient(""), "x", `{"resourceType":"Bundle","entry":[`} {
		if _, ok := WhoseIs(strings.NewReader(nobody)); ok {
			t.Errorf("%q is somebody's", nobody)
		}
	}
}
