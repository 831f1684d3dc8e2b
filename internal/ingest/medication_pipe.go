package ingest

// drug deals with a draft of a medication. One that never came to pass takes back what an earlier version of it said.
func (p *pipe) drug(d *Draft) {
	reason := p.Medications.Admit(d)
	if reason == "" {
		p.drugs = append(p.drugs, *d)
		return
	}
	p.tally.reject(reason, d.Position)
	if d.Medication.Standing == StandingNotTaken {
		p.takeBackDrug(d)
	}
}

// takeBackDrug remembers a medication that its source took back, if it can be identified.
func (p *pipe) takeBackDrug(d *Draft) {
	if p.Medications == nil || d.SourceRecordID == "" || medicationTexts(d) != "" {
		return
	}
	m := *d.Medication
	m.Removed = true
	back := *d
	back.Medication = &m
	p.drugs = append(p.drugs, back)
}
