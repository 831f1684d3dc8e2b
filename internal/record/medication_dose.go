package record

// DoseStatus is what a person says about a dose. Nothing else is stored: what was missed is worked out from the
// schedule and the clock.
type DoseStatus string

// Statuses of a dose.
const (
	DoseTaken   DoseStatus = "taken"
	DoseSkipped DoseStatus = "skipped"
)

// Recorder is who recorded a dose.
type Recorder string

// Recorders.
const (
	ByUser      Recorder = "user"
	ByCaregiver Recorder = "caregiver"
	ByDevice    Recorder = "device"
	ByImport    Recorder = "import"
)

// DoseEvent is one dose that was taken or left out.
type DoseEvent struct {
	ID       string
	Plan     string
	Status   DoseStatus
	TakenAt  Instant
	Zone     string // IANA name or UTC±HH:MM
	LocalDay Day    // of TakenAt in Zone
	// The slot it answers: a day and a name. SlotName is empty for an intake without one.
	SlotDay    Day
	SlotName   string
	Dose       *Dose
	RecordedBy Recorder
	Reason     string // the person's words
}

// Take says when a dose was taken, and in which zone: the day is that of the zone, decided once.
func (e *DoseEvent) Take(at Instant, z Zone) {
	e.TakenAt, e.Zone = at, z.String()
	e.LocalDay, _ = z.Local(at)
}

// Slot is the slot that the event answers.
func (e *DoseEvent) Slot() (SlotKey, bool) {
	return SlotKey{Plan: e.Plan, Day: e.SlotDay, Name: e.SlotName}, e.SlotName != ""
}

// day is the day that the event counts for: its slot's, which may be the day before where the evening's dose was taken
// after midnight.
func (e *DoseEvent) day() Day {
	if e.SlotName != "" {
		return e.SlotDay
	}
	return e.LocalDay
}

// Validate checks an event. The error is a *MedicationError.
func (e *DoseEvent) Validate() error {
	switch {
	case e.ID == "":
		return refuse(BadField, "event_id")
	case e.Plan == "":
		return refuse(BadField, "plan_id")
	case e.Status != DoseTaken && e.Status != DoseSkipped:
		return refuse(BadField, "status")
	case e.Status == DoseSkipped && e.SlotName == "":
		// What was not due cannot be skipped.
		return refuse(BadField, "slot")
	case e.Zone == "":
		return refuse(BadField, "zone")
	case e.Dose != nil && (!doseInRange(e.Dose.Value) || !sized(e.Dose.Unit, 0, maxForm)):
		return refuse(BadField, "dose")
	case e.RecordedBy != ByUser && e.RecordedBy != ByCaregiver && e.RecordedBy != ByDevice && e.RecordedBy != ByImport:
		return refuse(BadField, "recorded_by")
	case !sized(e.Reason, 0, maxInstructionLen):
		return refuse(BadField, "reason")
	case !sized(e.SlotName, 0, 16):
		return refuse(BadField, "slot")
	case e.LocalDay < MinDay || e.LocalDay > MaxDay || e.SlotName == "" && e.SlotDay != 0:
		return refuse(BadField, "local_day")
	}
	return nil
}
