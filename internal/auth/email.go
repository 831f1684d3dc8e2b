package auth

import (
	"net/mail"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// maxEmail is the longest address that can be written to, in bytes.
const maxEmail = 254

// EmailKey is the form of an address in which it is compared: one address is one account, however it is written. ok is
// false for what is no plain address.
func EmailKey(address string) (key string, ok bool) {
	a, err := mail.ParseAddress(address)
	if err != nil || a.Address != address || a.Name != "" || len(address) > maxEmail {
		return "", false
	}
	return strings.ToLower(norm.NFKC.String(address)), true
}
