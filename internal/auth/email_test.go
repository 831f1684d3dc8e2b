package auth

import "testing"

func TestOneAddressHasOneKey(t *testing.T) {
	for address, want := range map[string]string{
		"a@example.org": "a@example.org", "Anna.Lu@Example.ORG": "anna.lu@example.org", "anna+x@example.org": "anna+x@example.org", "李@example.org": "李@example.org",
		"": "", "anna": "", "anna@": "", "@example.org": "", "Anna <a@example.org>": "", "a@example.org, b@example.org": "", " a@example.org": "", "a@example.org\n": "",
	} {
		if got, ok := EmailKey(address); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v", address, got, ok)
		}
	}
}
