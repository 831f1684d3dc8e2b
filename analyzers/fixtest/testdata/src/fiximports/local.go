package fiximports

import (
	"log"

	"fiximports/own"
)

func local(err error) {
	keep(err, own.N)
	log.Print(err) // want "error-text"
}
