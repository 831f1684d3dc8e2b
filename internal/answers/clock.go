package answers

import (
	"strconv"
	"sync"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
)

// clocks reads instants as wall clocks. Zones are looked up once.
type clocks struct {
	load record.ZoneLoader

	mu    sync.RWMutex
	zones map[string]record.Zone
}

// maxZones bounds what is kept: there are some six hundred names, and offsets.
const maxZones = 2048

// zone is a zone by its name; false where there is none.
func (c *clocks) zone(name string) (record.Zone, bool) {
	c.mu.RLock()
	z, ok := c.zones[name]
	c.mu.RUnlock()
	if ok {
		return z, true
	}
	z, err := record.ParseZone(name, c.load)
	if err != nil {
		return record.UTC, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.zones == nil || len(c.zones) >= maxZones {
		c.zones = map[string]record.Zone{}
	}
	c.zones[name] = z
	return z, true
}

// local is the day and clock of an instant in a row's own zone, or in the person's where the row's is not known here.
func (c *clocks) local(at record.Instant, name string, person record.Zone) (record.Day, time.Duration) {
	z, ok := c.zone(name)
	if !ok {
		z = person
	}
	return z.Local(at)
}

// wall writes a wall clock as YYYY-MM-DD HH:MM:SS.
func wall(day record.Day, clock time.Duration) string {
	b := append(make([]byte, 0, len("2006-01-02 15:04:05")), day.String()...)
	b = append(b, ' ')
	for i, unit := range [...]time.Duration{time.Hour, time.Minute, time.Second} {
		if i > 0 {
			b = append(b, ':')
		}
		if clock/unit < 10 {
			b = append(b, '0')
		}
		b = strconv.AppendInt(b, int64(clock/unit), 10)
		clock %= unit
	}
	return string(b)
}

// toMinute cuts the seconds off what wall writes.
func toMinute(wall string) string { return wall[:min(len(wall), len("2006-01-02 15:04"))] }
