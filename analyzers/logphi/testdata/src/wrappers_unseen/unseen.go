// Package wrappers_unseen has functions that only forward to a log and that nobody in sight calls.
package wrappers_unseen

import (
	"log"

	"wrappers_unseen/lib"
)

// Hooks implements a library's interface: the library is the only caller.
type Hooks struct{}

func (Hooks) OnFailure(err error) { log.Print(err) } // want "err is error-text"

func (Hooks) OnRecord(text string) { log.Print(text) } // want "text is free-text"

// Other is no method of it; another package may call it, and is judged then.
func (Hooks) Other(text string) { log.Print(text) }

func use() { lib.Run(Hooks{}) }

// hidden cannot be called from outside and is not called here.
func hidden(text string) { log.Print(text) } // want "text is free-text"

type local struct{}

// Say is exported, but its type is not.
func (local) Say(text string) { log.Print(text) } // want "text is free-text"

// speaker is an interface of our own: a call through it is a call.
type speaker interface{ Tell(text string) }

func (local) Tell(text string) { log.Print(text) }

func tell(s speaker) { s.Tell("fixed") }

var held = kept

func kept(text string) { log.Print(text) }

func call() { held("fixed") }
