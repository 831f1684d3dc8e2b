// Package demo is a record of two people who do not exist, for trying things out and for tests.
//
// It is the same on every machine: names, numbers and times come from a fixed seed and end on a fixed day. It is loaded
// through the pipeline that real data goes through, so its codes, refusals and day values are what the program makes of
// it. One word that occurs nowhere else stands in each place where people write freely: see Canaries.
package demo

import (
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
)

// The year of the record, both days included. It holds both changes of clocks in Europe.
var (
	FirstDay = record.DayOf(2025, time.October, 1)
	LastDay  = record.DayOf(2026, time.September, 30)
)

// Now is the moment at which the record is taken to be loaded: the evening of its last day.
var Now = time.Date(2026, time.September, 30, 20, 0, 0, 0, time.UTC)

// Person is one of the two.
type Person struct {
	ID    record.PersonID
	Name  string
	Email string
	Zone  string
	key   string
	loc   *time.Location
}

// Persons are the two, in the order in which they are loaded.
func Persons() ([]Person, error) {
	list := []Person{
		{Name: "Ilse " + canaryPersonName, Email: canaryEmail + "@example.org", Zone: "Europe/Berlin", key: "ilse"},
		{Name: "宋岚", Email: "song.lan@example.org", Zone: "Asia/Shanghai", key: "lan"},
	}
	for i := range list {
		p := &list[i]
		sum := sha256.Sum256([]byte("demo person " + p.key))
		p.ID = record.NewPersonID([10]byte(sum[:10]))
		loc, err := time.LoadLocation(p.Zone)
		if err != nil {
			return nil, fmt.Errorf("time zone %s: %w", p.Zone, err)
		}
		p.loc = loc
	}
	return list, nil
}

// AccountID is the id of a person's account.
func (p *Person) AccountID() string { return "a-" + string(p.ID)[2:] }

// at is a clock time on a day where the person lives.
func (p *Person) at(d record.Day, hour, minute int) time.Time {
	y, m, day := d.Date()
	return time.Date(y, m, day, hour, minute, 0, 0, p.loc)
}
