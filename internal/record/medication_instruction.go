package record

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Dose is an amount in a UCUM unit. Forms that are counted are annotations, see DoseForms.
type Dose struct {
	Value float64 `json:"value"`
	Unit  string  `json:"unit,omitempty"`
}

// String is the dose as it is shown.
func (d Dose) String() string {
	n := strconv.FormatFloat(d.Value, 'f', -1, 64)
	if d.Unit == "" {
		return n
	}
	return n + " " + d.Unit
}

var doseForms = []string{
	"{tablet}", "{capsule}", "{drop}", "{puff}", "{actuat}", "{spray}", "{patch}", "{sachet}",
	"{suppository}", "{ampule}", "{vial}", "{pill}", "{lozenge}", "{scoop}", "{dose}", "{application}",
}

// DoseForms are the forms that are counted, as UCUM annotations.
func DoseForms() []string { return slices.Clone(doseForms) }

// Instruction says how much is to be taken and when. It has one timing at most; two timings are two instructions.
type Instruction struct {
	Dose          *Dose    `json:"dose,omitempty"`
	Times         []string `json:"times,omitempty"`         // HH:MM, sorted, each once
	DosesPerDay   int      `json:"doses_per_day,omitempty"` // without clock times
	PeriodDays    int      `json:"period_days,omitempty"`   // every so many days, counted from the course's start
	Weekdays      []int    `json:"weekdays,omitempty"`      // ISO 8601: Monday is 1
	AsNeeded      bool     `json:"as_needed,omitempty"`
	MaxDosePerDay float64  `json:"max_dose_per_day,omitempty"` // in the dose's unit; as needed only
	Text          string   `json:"-"`                          // as written; never shown as structure, never logged
}

// InstructionKind is the timing of an instruction.
type InstructionKind string

// Kinds of instructions.
const (
	FixedTimes  InstructionKind = "fixed_times"
	Daily       InstructionKind = "daily"
	Interval    InstructionKind = "interval"
	Weekly      InstructionKind = "weekly"
	PRN         InstructionKind = "prn"
	Unscheduled InstructionKind = "unscheduled"
)

// Kind is the instruction's timing.
func (in *Instruction) Kind() InstructionKind {
	switch {
	case in.AsNeeded:
		return PRN
	case len(in.Times) > 0:
		return FixedTimes
	case len(in.Weekdays) > 0:
		return Weekly
	case in.PeriodDays > 1:
		return Interval
	case in.DosesPerDay > 0, in.PeriodDays == 1:
		return Daily
	default:
		return Unscheduled
	}
}

// Validate checks ranges, and that there is one timing. The error is a *MedicationError.
func (in *Instruction) Validate() error {
	shapes := 0
	for _, has := range []bool{len(in.Times) > 0, in.DosesPerDay != 0, in.PeriodDays != 0, len(in.Weekdays) > 0, in.AsNeeded} {
		if has {
			shapes++
		}
	}
	switch {
	case shapes > 1:
		return refuse(TwoShapes, "")
	case in.Dose != nil && !doseInRange(in.Dose.Value):
		return refuse(BadField, "dose")
	case in.Dose != nil && !sized(in.Dose.Unit, 0, maxForm):
		return refuse(BadField, "dose")
	case len(in.Times) > maxTimes || !slices.IsSorted(in.Times):
		return refuse(BadField, "times")
	case in.DosesPerDay < 0 || in.DosesPerDay > maxDosesPerDay:
		return refuse(BadField, "doses_per_day")
	case in.PeriodDays < 0 || in.PeriodDays > maxPeriodDays:
		return refuse(BadField, "period_days")
	case !slices.IsSorted(in.Weekdays) || len(in.Weekdays) > 0 && (in.Weekdays[0] < 1 || in.Weekdays[len(in.Weekdays)-1] > 7):
		return refuse(BadField, "weekdays")
	case in.MaxDosePerDay != 0 && (!in.AsNeeded || !doseInRange(in.MaxDosePerDay)):
		return refuse(BadField, "max_dose_per_day")
	case !sized(in.Text, 0, maxInstructionLen):
		return refuse(BadField, "text")
	}
	for i, t := range in.Times {
		if _, ok := ParseClock(t); !ok || i > 0 && t == in.Times[i-1] {
			return refuse(BadField, "times")
		}
	}
	for i, d := range in.Weekdays {
		if i > 0 && d == in.Weekdays[i-1] {
			return refuse(BadField, "weekdays")
		}
	}
	return nil
}

func doseInRange(v float64) bool { return v > 0 && v <= maxDoseValue && !math.IsNaN(v) }

// ParseClock reads HH:MM.
func ParseClock(s string) (time.Duration, bool) {
	if len(s) != 5 || s[2] != ':' || !digits(s[:2], 2, 2) || !digits(s[3:], 2, 2) {
		return 0, false
	}
	h, m := int(s[0]-'0')*10+int(s[1]-'0'), int(s[3]-'0')*10+int(s[4]-'0')
	if h > 23 || m > 59 {
		return 0, false
	}
	return time.Duration(h)*time.Hour + time.Duration(m)*time.Minute, true
}

// due says whether a course that began on start has doses on a day. As needed is never due.
func (in *Instruction) due(start, day Day) bool {
	if day < start {
		return false
	}
	switch in.Kind() {
	case FixedTimes, Daily:
		return true
	case Interval:
		return int(day-start)%in.PeriodDays == 0
	case Weekly:
		return slices.Contains(in.Weekdays, (int(day.Weekday())+6)%7+1)
	default:
		return false
	}
}

// slotNames are the names of a due day's slots: the clock times; or 1/n to n/n; or day.
func (in *Instruction) slotNames() []string {
	switch {
	case len(in.Times) > 0:
		return in.Times
	case in.DosesPerDay > 1:
		names := make([]string, in.DosesPerDay)
		for i := range names {
			names[i] = strconv.Itoa(i+1) + "/" + strconv.Itoa(in.DosesPerDay)
		}
		return names
	default:
		return []string{"day"}
	}
}

// When is the timing as text, from the structure only: never the person's words.
func (in *Instruction) When() string {
	switch in.Kind() {
	case FixedTimes:
		return strings.Join(in.Times, "/")
	case Daily:
		return strconv.Itoa(max(in.DosesPerDay, 1)) + "x/day"
	case Weekly:
		days := make([]string, len(in.Weekdays))
		for i, d := range in.Weekdays {
			days[i] = strconv.Itoa(d)
		}
		return "wd<" + strings.Join(days, ",") + ">"
	case Interval:
		return "every " + strconv.Itoa(in.PeriodDays) + "d"
	case PRN:
		return "as needed"
	default:
		return "unscheduled"
	}
}

// Schedule is what instructions say together, as text.
func Schedule(instructions []Instruction) string {
	parts := make([]string, len(instructions))
	for i := range instructions {
		in := &instructions[i]
		if parts[i] = in.When(); in.Dose != nil {
			parts[i] = in.Dose.String() + " " + parts[i]
		}
	}
	return strings.Join(parts, "; ")
}

// sameStructure says that two lists mean the same doses; words may differ.
func sameStructure(a, b []Instruction) bool {
	return slices.EqualFunc(a, b, func(x, y Instruction) bool {
		dose := x.Dose == nil && y.Dose == nil || x.Dose != nil && y.Dose != nil && *x.Dose == *y.Dose
		return dose && slices.Equal(x.Times, y.Times) && x.DosesPerDay == y.DosesPerDay && x.PeriodDays == y.PeriodDays &&
			slices.Equal(x.Weekdays, y.Weekdays) && x.AsNeeded == y.AsNeeded && x.MaxDosePerDay == y.MaxDosePerDay
	})
}
