package answers

import (
	"context"

	"github.com/seed-a76b335c/philint/internal/record"
)

// Presence says which classes of data there are of a person: a client is not offered what would answer nothing.
type Presence struct {
	Readings    bool // measured or reported
	Medications bool
	Genotypes   bool
}

// Presence looks what there is. Where the store fails everything is there: a tool that answers with an error says more
// than one that is gone. For nobody there is nothing.
func (s *Service) Presence(ctx context.Context, person record.PersonID) Presence {
	if person == "" {
		return Presence{}
	}
	data := s.store.Person(person)
	there := func(has bool, err error) bool {
		if err != nil {
			s.log.WarnContext(ctx, "presence not known, everything is offered", "error_type", typeOf(err))
			return true
		}
		return has
	}
	_, active, err := data.ActiveGenotypes(ctx)
	return Presence{Readings: there(data.HasReadings(ctx)), Medications: there(data.HasPlans(ctx)), Genotypes: there(active, err)}
}
