// Package encoders writes to the standard streams through an encoder.
package encoders

import (
	"bytes"
	"encoding/json"
	"os"
)

type user struct{ ID, Email string }

func encode(u user, buf *bytes.Buffer) {
	json.NewEncoder(os.Stdout).Encode(u) // want "u is composite"
	enc := json.NewEncoder(os.Stderr)
	enc.Encode(u)       // want "u is composite"
	enc.Encode(u.Email) // want "u\\.Email is personal"
	enc.Encode(u.ID)
	json.NewEncoder(buf).Encode(u)
	keep(u)
}

func keep(...any) {}
