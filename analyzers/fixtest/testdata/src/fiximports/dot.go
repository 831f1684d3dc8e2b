package fiximports

import (
	"log"

	. "github.com/seed-a76b335c/philint/redact"
	. "go.uber.org/zap"
)

func dot(err error, token string) {
	keep(err, token)
	log.Print(err, ErrType(nil))        // want "error-text"
	L().Info("x", NamedError("e", err)) // want "error-text"
	L().Info("x", Error(err))           // want "error-text"
	func(Fingerprint int) {
		log.Print(token) // want "secret"
	}(1)
}
