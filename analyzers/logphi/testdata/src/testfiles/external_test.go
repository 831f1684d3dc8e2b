package testfiles_test

import (
	"log"
	"testing"
)

func TestOutside(t *testing.T) {
	email := "ada@example.org"
	log.Print(email)
	t.Log(email)
}
