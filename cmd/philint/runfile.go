package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

// writeRun writes a run for "philint baseline check".
func writeRun(path string, r *run) error {
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o666)
}

// readRun reads one back. What it does not know is refused: it was written by another version, or is no run.
func readRun(path string) (*run, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r := new(run)
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(r); err != nil {
		return nil, fmt.Errorf("%s is no run of philint -o: %w", path, err)
	}
	if r.Build.GOOS == "" || r.Judged.Packages == nil {
		return nil, fmt.Errorf("%s is no run of philint -o", path)
	}
	return r, nil
}
