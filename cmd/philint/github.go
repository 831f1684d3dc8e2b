package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// printGitHub writes the workflow commands by which GitHub Actions shows findings beside the code.
func printGitHub(w io.Writer, v *verdict) error {
	// Files are named as seen from the checkout, which is not always the working directory.
	root := cmp.Or(os.Getenv("GITHUB_WORKSPACE"), ".")
	line := func(p, end place, title, text string) error {
		props := []string{"file=" + property(below(root, p.file)), fmt.Sprintf("line=%d", p.line)}
		if end.line >= p.line && end.line > 0 {
			props = append(props, fmt.Sprintf("endLine=%d", end.line))
		}
		if end.line == p.line && p.column > 0 { // a column of another line means nothing to it
			props = append(props, fmt.Sprintf("col=%d", p.column), fmt.Sprintf("endColumn=%d", max(end.column, p.column)))
		}
		props = append(props, "title="+property(title))
		_, err := fmt.Fprintf(w, "::error %s::%s\n", strings.Join(props, ","), data(text))
		return err
	}
	for _, f := range v.shown {
		if err := line(f.place, f.end, "philint: "+f.Category, f.Message); err != nil {
			return err
		}
	}
	for _, s := range v.staleLines() {
		if err := line(s.place, s.place, "philint: stale", s.text); err != nil {
			return err
		}
	}
	return nil
}

func below(root, file string) string {
	absRoot, err1 := filepath.Abs(root)
	absFile, err2 := filepath.Abs(file)
	if err1 != nil || err2 != nil {
		return file
	}
	rel, err := filepath.Rel(absRoot, absFile)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return filepath.ToSlash(absFile)
	}
	return filepath.ToSlash(rel)
}

var (
	dataEscape     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscape = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func data(s string) string     { return dataEscape.Replace(s) }
func property(s string) string { return propertyEscape.Replace(s) }
