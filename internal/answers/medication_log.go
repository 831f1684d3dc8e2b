package answers

import (
	"context"
	"fmt"

	"github.com/seed-a76b335c/philint/internal/record"
)

// readLog are the doses that were recorded in the window, by the local day they were taken on, the newest first. A dose
// of a plan that was entered in error stays without a name, and no keyword finds it.
func readLog(ctx context.Context, s *Service, u *subject, q *Question, most int) (medicationRows, error) {
	doses, err := u.data.Doses(ctx, q.Window, readAtMost(q, most))
	if err != nil {
		return medicationRows{}, err
	}
	names := map[string]string{}
	if len(doses) > 0 {
		plans, err := u.data.Plans(ctx, record.Window{}, u.today(), -1)
		if err != nil {
			return medicationRows{}, err
		}
		names = namesOf(chosen(plans, q))
	}
	if len(q.Keywords) > 0 {
		doses = dosesOf(doses, names)
	}
	all := doses
	doses, more := atMost(doses, most)
	out := medicationRows{provenance: map[string]Provenance{}}
	rows := make([]DoseRow, len(doses))
	for i := range doses {
		e := &doses[i]
		rows[i] = DoseRow{
			Date: e.LocalDay.String(), Time: s.doseTime(e, u.zone), Medication: names[e.Plan], Status: string(e.Status),
			Slot: slotText(e), RecordedBy: string(e.RecordedBy), PlanID: e.Plan, Provenance: Measured,
		}
		if e.Dose != nil {
			rows[i].Dose = e.Dose.String()
		}
		out.provenance[e.Plan] = Measured
	}
	if out.rows = doseRows(rows); more {
		var c cutSeries
		oldest := doses[len(doses)-1].LocalDay
		if before := c.resume(doses[0].LocalDay, oldest, all[most].LocalDay, q.Window.From); before != nil {
			earlier, err := u.newestDose(ctx, q, record.Window{From: q.Window.From, To: before})
			if err != nil {
				return medicationRows{}, err
			}
			if earlier != nil {
				c.end = before
			}
		}
		several, err := u.severalIn(ctx, q, names)
		if err != nil {
			return medicationRows{}, err
		}
		out.cutAt(fmt.Sprintf("Only the newest %d doses are shown, back to %s.", most, oldest), &c, several)
	}
	return out, nil
}

func dosesOf(doses []record.DoseEvent, plans map[string]string) []record.DoseEvent {
	var out []record.DoseEvent
	for i := range doses {
		if _, ok := plans[doses[i].Plan]; ok {
			out = append(out, doses[i])
		}
	}
	return out
}

// doseTime is the clock at which a dose was taken, "" where only its day is known. What a source gave a date alone stands at
// the first instant of the day, where the store does not tell it from what was taken at midnight: of a dose that was
// imported with that instant no clock is claimed.
func (s *Service) doseTime(e *record.DoseEvent, person record.Zone) string {
	z, known := s.clock.zone(e.Zone)
	if !known {
		z = person
	}
	if e.RecordedBy == record.ByImport && e.TakenAt == z.Start(e.LocalDay) {
		return ""
	}
	_, clock := z.Local(e.TakenAt)
	return wall(e.LocalDay, clock)[len("2006-01-02 "):len("2006-01-02 15:04")]
}

// slotText is the slot that a dose answers, with its day where the dose was taken on another.
func slotText(e *record.DoseEvent) string {
	if e.SlotName != "" && e.SlotDay != e.LocalDay {
		return e.SlotName + " of " + e.SlotDay.String()
	}
	return e.SlotName
}
