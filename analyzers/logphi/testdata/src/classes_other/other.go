package classes_other

import (
	"bytes"
	"log"
	"os"
)

type reader interface {
	Next() string
	Item() any
	Row() row
}

type row struct {
	Label string
	Any   any
	Raw   []byte
	Map   map[string]any
	Func  func()
	Chan  chan int
}

// The result of a call not known to return an allowed shape.
func opaque(r reader) {
	keep(r)
	log.Print(r.Next())            // want "r\\.Next\\(\\) is (opaque-call|free-text)"
	log.Print(r.Item())            // want "r\\.Item\\(\\) is (composite|opaque-call)"
	log.Print(r.Row())             // want "r\\.Row\\(\\) is (composite|opaque-call)"
	log.Print(os.Getenv("REGION")) // want "os\\.Getenv\\(\"REGION\"\\) is (opaque-call|free-text)"
	host, _ := os.Hostname()
	log.Print(host) // want "host is (opaque-call|free-text)"
}

// Any other text, and unknown content.
func texts(r row, label string, b *bytes.Buffer) {
	keep(r, label, b)
	log.Print(r.Label)    // want "r\\.Label is free-text"
	log.Print(label)      // want "label is free-text"
	log.Print(r.Any)      // want "r\\.Any is composite"
	log.Print(r.Raw)      // want "r\\.Raw is (payload|composite|free-text)"
	log.Print(r.Map)      // want "r\\.Map is composite"
	log.Print(r)          // want "r is composite"
	log.Print(&r)         // want "r is composite"
	log.Print(b.String()) // want "b\\.String\\(\\) is (opaque-call|free-text|payload)"
	log.Print(os.Args)    // want "os\\.Args is (composite|payload|free-text)"
}

// Several findings in one statement, each at its operand's line.
func several(r row, err error) {
	keep(err)
	log.Printf("%s %v %v", r.Label, r.Any, err) // want "r\\.Label is free-text" "r\\.Any is composite" "err is error-text"
	log.Printf("%s %v",
		r.Label, // want "r\\.Label is free-text"
		err,     // want "err is error-text"
	)
}
