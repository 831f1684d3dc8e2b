package fiximports

import "log"

func localName(err error, redact bool) {
	keep(err, redact)
	log.Print(err) // want "error-text"
}

func otherFunction(err error) {
	keep(err)
	log.Print(err) // want "error-text"
}
