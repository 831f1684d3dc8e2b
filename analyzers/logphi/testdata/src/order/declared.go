// Package order holds the decision order of one operand.
package order

import "log"

// Zone is declared to be patient data, although it is a closed set.
//
//philint:phi
type Zone string

const (
	ZoneA Zone = "a"
	ZoneB Zone = "b"
)

// Word is declared safe.
//
//philint:safe a fixed vocabulary of the operator
type Word string

type declared struct {
	// Refused although its name is an identifier's.
	//
	//philint:phi
	OrderID string
	TaskID  string `phi:"record"`
	JobID   string `datapolicy:"security-key"`
	RunID   string `json:"run_id"`
	// Allowed although its name is a person's.
	//
	//philint:safe the operator's own shared mailbox
	Email  string
	Remark string //philint:safe written by the operator
	Label  string
}

//philint:phi
func lookupID() string { return find() }

//philint:safe returns a word of the configuration
func setting() string { return find() }

var find = func() string { return "" }

func byType(z Zone, w Word) {
	keep(z, w)
	log.Print(z) // want "z is "
	log.Print(w)
}

func byField(d declared) {
	keep(d)
	log.Print(d.OrderID) // want "d\\.OrderID is "
	log.Print(d.TaskID)  // want "d\\.TaskID is "
	log.Print(d.JobID)   // want "d\\.JobID is "
	log.Print(d.RunID)
	log.Print(d.Email)
	log.Print(d.Remark)
	log.Print(d.Label) // want "d\\.Label is free-text"
	log.Print(d)       // want "d is "
}

func byFunction() {
	log.Print(lookupID()) // want "lookupID\\(\\) is "
	log.Print(setting())
	id := lookupID()
	log.Print(id) // want "id is "
	x := setting()
	log.Print(x)
}

func byParameter(
	//philint:phi
	orderID string,
	//philint:safe typed by the operator
	remark string,
	label string,
) {
	keep(orderID, remark, label)
	log.Print(orderID) // want "orderID is "
	log.Print(remark)
	log.Print(label) // want "label is free-text"
}
