package demo

import (
	"strconv"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

// The two devices.
const (
	watch = "Tarn Watch 2"
	phone = "Oriel Phone 5"
)

// sample is what a device sensed between two times.
func (p *Person) sample(device, metric, name, value, unit string, from, to time.Time) ingest.Draft {
	return ingest.Draft{
		Kind: record.Measurement, Modality: record.DeviceSensed, SourceKind: record.FromDevice, SourceClass: record.Measurer,
		Vendor: device, Metric: metric, Name: name, Value: value, Unit: unit, When: ingest.When{Start: from, End: to, Zone: p.Zone},
	}
}

// walk is a day's steps as each device counts them. The phone counts some of the steps that the watch counts; what it
// counts while the watch is being charged is counted by nobody else.
type walk struct {
	day            record.Day
	watch, phone   [][3]int // from and to in minutes of the day, and steps
	counted, wrong int      // what the day adds up to, and what it would be if both were added
}

func (p *Person) walks() []walk {
	d := roll(p.key, "steps")
	var out []walk
	for day := FirstDay; day <= LastDay; day++ {
		total := d.around(drift(day, 8600, 8100), 2900)
		if w := day.Weekday(); w == time.Saturday || w == time.Sunday {
			total = total * 3 / 4
		}
		w := walk{day: day}
		carried := d.around(400, 150)
		switch {
		case d.oneIn(25): // the watch stayed at home
			w.phone = [][3]int{{8 * 60, 20 * 60, total}}
		case d.oneIn(6): // the watch was charged at noon
			w.watch = [][3]int{{7 * 60, 12*60 + 30, total * 45 / 100}, {14 * 60, 21*60 + 30, total * 47 / 100}}
			w.phone = [][3]int{{12*60 + 30, 14 * 60, total * 8 / 100}, {17 * 60, 18 * 60, carried}}
		case d.oneIn(3): // the phone came along for an hour
			w.watch = [][3]int{{7 * 60, 21*60 + 30, total}}
			w.phone = [][3]int{{17 * 60, 18 * 60, carried}}
		default:
			w.watch = [][3]int{{7 * 60, 21*60 + 30, total}}
		}
		w.count()
		out = append(out, w)
	}
	return out
}

func (w *walk) count() {
	for _, s := range w.watch {
		w.counted += s[2]
	}
	w.wrong = w.counted
	for _, s := range w.phone {
		w.wrong += s[2]
		free := true
		for _, t := range w.watch {
			free = free && (s[1] <= t[0] || t[1] <= s[0])
		}
		if free {
			w.counted += s[2]
		}
	}
}

func (p *Person) steps(w walk, device string, spans [][3]int) []ingest.Draft {
	var out []ingest.Draft
	for _, s := range spans {
		out = append(out, p.sample(device, "steps", "Steps", strconv.Itoa(s[2]), "steps", p.at(w.day, 0, s[0]), p.at(w.day, 0, s[1])))
	}
	return out
}

// watchSamples are a year of the watch: steps, the resting heart rate of nearly every morning, the nights from Saturday
// to Sunday.
func (p *Person) watchSamples() []ingest.Draft {
	var out []ingest.Draft
	d := roll(p.key, "resting heart rate")
	for _, w := range p.walks() {
		out = append(out, p.steps(w, watch, w.watch)...)
		rate := d.around(drift(w.day, 61, 57), 4)
		if !d.oneIn(30) {
			at := p.at(w.day, 6, 30)
			out = append(out, p.sample(watch, "resting_heart_rate", "Resting heart rate", strconv.Itoa(rate), "bpm", at, time.Time{}))
		}
		if w.day.Weekday() == time.Saturday && w.day < LastDay {
			out = append(out, p.night(w.day)...)
		}
	}
	return out
}

func (p *Person) phoneSamples() []ingest.Draft {
	var out []ingest.Draft
	for _, w := range p.walks() {
		out = append(out, p.steps(w, phone, w.phone)...)
	}
	return out
}

// night are the stages of the night after a day. Minutes are minutes: the nights in which clocks are changed are an hour
// longer or shorter on the clock only.
func (p *Person) night(day record.Day) []ingest.Draft {
	d := roll(p.key, "night "+day.String())
	at := p.at(day, 22, 20).Add(time.Duration(d.IntN(140)) * time.Minute)
	var out []ingest.Draft
	for _, s := range []struct {
		metric, name    string
		middle, spread_ int
	}{
		{"sleep_light", "Light sleep", 45, 15},
		{"sleep_deep", "Deep sleep", 70, 20},
		{"sleep_rem", "REM sleep", 50, 15},
		{"sleep_light", "Light sleep", 110, 25},
		{"sleep_awake", "Awake in bed", 12, 8},
		{"sleep_light", "Light sleep", 60, 20},
		{"sleep_rem", "REM sleep", 55, 15},
	} {
		end := at.Add(time.Duration(d.around(s.middle, s.spread_)) * time.Minute)
		out = append(out, p.sample(watch, s.metric, s.name, "", "", at, end))
		at = end
	}
	return out
}

// dailySteps are the phone's count of a person who has no watch, one figure a day.
func (p *Person) dailySteps() []ingest.Draft {
	d := roll(p.key, "steps")
	var out []ingest.Draft
	for day := FirstDay; day <= LastDay; day++ {
		n := max(500, d.around(drift(day, 4700, 5600), 1900))
		if w := day.Weekday(); w == time.Saturday || w == time.Sunday {
			n = n * 3 / 4
		}
		out = append(out, p.sample(phone, "steps", "步数", strconv.Itoa(n), "步", p.at(day, 6, 0), p.at(day, 22, 0)))
	}
	return out
}
