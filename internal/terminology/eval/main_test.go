package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

func TestAMissingDirectoryIsSaidAndIsNoFailure(t *testing.T) {
	var out, messages bytes.Buffer
	dir := filepath.Join(t.TempDir(), "shared")
	if status := tool([]string{"-shared", dir}, &out, &messages); status != 0 || messages.Len() > 0 {
		t.Errorf("status %d, %s", status, messages.String())
	}
	if !strings.Contains(out.String(), "not here: skipped") {
		t.Errorf("it says %q", out.String())
	}
}

func TestADirectoryWithoutTheListsIsAFailure(t *testing.T) {
	var out, messages bytes.Buffer
	if status := tool([]string{"-shared", t.TempDir()}, &out, &messages); status != 1 || messages.Len() == 0 {
		t.Errorf("status %d, %s", status, messages.String())
	}
	if status := tool([]string{"-none"}, &out, &messages); status != 2 {
		t.Errorf("an unknown flag: status %d", status)
	}
}
