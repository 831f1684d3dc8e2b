package fiximports

import "log"

func templated(err error) {
	keep(err)
	log.Print(err) // want "error-text"
}

//line page.tmpl:1
func fromTemplate() {}
