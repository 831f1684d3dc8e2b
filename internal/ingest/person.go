package ingest

import (
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
)

// Person is whose record drafts go into.
type Person struct {
	ID   record.PersonID
	Zone record.Zone
	// Load finds zones that sources name; nil is time.LoadLocation.
	Load record.ZoneLoader
}

// zones finds zones by name, each once.
type zones struct {
	load  record.ZoneLoader
	known map[string]foundZone
}

type foundZone struct {
	zone record.Zone
	ok   bool
}

func newZones(load record.ZoneLoader) *zones {
	if load == nil {
		load = time.LoadLocation
	}
	return &zones{load: load, known: map[string]foundZone{}}
}

// maxZones is more than there are.
const maxZones = 2000

func (z *zones) find(name string) (record.Zone, bool) {
	if f, ok := z.known[name]; ok {
		return f.zone, f.ok
	}
	zone, err := record.ParseZone(name, z.load)
	if len(z.known) < maxZones {
		z.known[name] = foundZone{zone: zone, ok: err == nil}
	}
	return zone, err == nil
}

// fixed is the zone at an offset in seconds.
func (z *zones) fixed(offset int) record.Zone { return record.FixedZone(offset) }
