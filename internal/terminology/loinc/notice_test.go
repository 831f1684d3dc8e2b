package loinc

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheNoticeIsTheLicencesOwnWording(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", "data", "loinc", "LOINC_short_license.txt"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("LOINC_short_license.txt: not here")
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := Core().Notice(); got != strings.TrimSpace(string(b)) {
		t.Errorf("the notice is %q", got)
	}
}
