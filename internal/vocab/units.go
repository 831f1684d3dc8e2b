package vocab

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"sync"

	"github.com/seed-a76b335c/philint/internal/terminology/ucum"
)

// unitsDigest is over the rows of the two tables of units, as JSON, one a line. It is empty where they have no such form,
// which the tests rule out.
var unitsDigest = sync.OnceValue(func() string {
	h := sha256.New()
	e := json.NewEncoder(h)
	for _, a := range ucum.Atoms() {
		if e.Encode(a) != nil {
			return ""
		}
	}
	for _, p := range ucum.Prefixes() {
		if e.Encode(p) != nil {
			return ""
		}
	}
	return hex.EncodeToString(h.Sum(nil))
})
