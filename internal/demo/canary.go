package demo

// Canary is a word that stands in one place of the demo record and nowhere else. Where it shows up in a log, a page of
// another person or an error, something has leaked, and the word says from where.
type Canary struct {
	Channel string // where people write freely
	Word    string
}

// Channels.
const (
	ChannelReadingComment        = "reading comment"
	ChannelJournalWords          = "journal words"
	ChannelJournalNote           = "journal note"
	ChannelMedicationName        = "medication name"
	ChannelMedicationInstruction = "medication instruction"
	ChannelFileName              = "file name"
	ChannelPersonName            = "person name"
	ChannelEmail                 = "e-mail local part"
)

// The words are letters only, so that no rule about numbers takes them out by accident, and mean nothing in any language
// that the record is in.
const (
	canaryComment     = "Vexolmarch"
	canaryWords       = "Brasquentil"
	canaryNote        = "Plimdorquay"
	canaryMedication  = "Zyndrapholix"
	canaryInstruction = "Tolvequarn"
	canaryFileName    = "okkelwynth"
	canaryPersonName  = "Quorvimbel"
	canaryEmail       = "trazzelquin"
)

// Canaries are all of them, in a fixed order.
func Canaries() []Canary {
	return []Canary{
		{ChannelReadingComment, canaryComment},
		{ChannelJournalWords, canaryWords},
		{ChannelJournalNote, canaryNote},
		{ChannelMedicationName, canaryMedication},
		{ChannelMedicationInstruction, canaryInstruction},
		{ChannelFileName, canaryFileName},
		{ChannelPersonName, canaryPersonName},
		{ChannelEmail, canaryEmail},
	}
}
