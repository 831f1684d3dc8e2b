package escapes

import (
	"log"
	"log/slog"
)

type user struct {
	ID       string
	Email    string
	Label    string
	Password string
}

// With a reason, on the line or on the line above.
func escaped(u user, err error) {
	keep(err)
	log.Print(u.Label) //philint:ok the label is chosen from a list by the operator
	//philint:ok the library's error quotes nothing
	log.Print(err)
	log.Printf("%s %v", u.Label, err) //philint:ok both are the operator's own
	slog.Info("x",
		"label", u.Label) /* judgement: the operand's line is the statement's line too */ //philint:ok the label is chosen from a list by the operator
	//philint:ok one escape for the whole statement
	slog.Info(
		"x",
		"label", u.Label,
		"err", err,
	)
	log.Print(u.Email) //philint:ok the operator's own shared mailbox
}

// The next statement is not covered.
func next(u user) {
	//philint:ok the label is chosen from a list by the operator
	log.Print(u.Label)
	log.Print(u.Label) // want "u\\.Label is free-text"
	log.Print(u.Label) //philint:ok the label is chosen from a list by the operator

	log.Print(u.Label) // want "u\\.Label is free-text"
}

// A reason is required: without one the finding stays, and the escape is one.
func noReason(u user) {
	log.Print(u.Label) /* judgement: both are reported // want "u\\.Label is free-text" "^//philint:ok" */ //philint:ok
	/* want "^//philint:ok" */ //philint:ok
	log.Print(u.Label)         // want "u\\.Label is free-text"
}

// An escape that suppresses nothing is a finding.
func unused(u user) {
	log.Print(u.ID) /* want "^//philint:ok" */ //philint:ok an identifier needs no escape
	/* want "^//philint:ok" */ //philint:ok a constant neither
	log.Print("fixed")
	/* want "^//philint:ok" */ //philint:ok here is no statement at all
	u.Label = u.ID
}

// There is no escape for a secret.
func secret(u user) {
	log.Print(u.Password) /* judgement: so this one suppresses nothing // want "u\\.Password is secret" "^//philint:ok" */ //philint:ok only in the test environment
}

// It covers the other operands of the statement all the same.
func beside(u user) {
	log.Print(u.Label, u.Password) /* want "u\\.Password is secret" */ //philint:ok the label is the operator's own
}

// A space makes it a plain comment.
func spaced(u user) {
	log.Print(u.Label) /* want "u\\.Label is free-text" */ // philint:ok not a directive
}

// It works for a wrapper's caller and inside a closure.
func say(text string) { log.Print(text) }

func wrapped(u user) {
	say(u.Label) //philint:ok the label is chosen from a list by the operator
	say(u.Label) // judgement: an escape behind a statement covers that statement only // want "u\\.Label is free-text: .*say"
	func() {
		//philint:ok the label is chosen from a list by the operator
		log.Print(u.Label)
	}()
	defer log.Print(u.Label) //philint:ok the label is chosen from a list by the operator
}

// For a bound operand it stands where the operand is bound.
func bound(u user) {
	l := slog.With("label", u.Label) //philint:ok the label is chosen from a list by the operator
	l.Info("x")
}
