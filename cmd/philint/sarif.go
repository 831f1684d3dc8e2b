package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool                `json:"tool"`
		Invocations []sarifInvocation        `json:"invocations"`
		Bases       map[string]sarifLocation `json:"originalUriBaseIds"`
		ColumnKind  string                   `json:"columnKind"`
		Results     []sarifResult            `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string    `json:"id"`
		Short   sarifText `json:"shortDescription"`
		Full    sarifText `json:"fullDescription"`
		HelpURI string    `json:"helpUri"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifPlace      `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints,omitempty"`
	}
	sarifPlace struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifLocation `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifLocation struct {
		URI  string `json:"uri"`
		Base string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
)

const srcRoot = "%SRCROOT%"

// printSARIF writes SARIF 2.1.0.
func printSARIF(w io.Writer, r *run, v *verdict) error {
	root, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	out := sarifRun{
		Tool: sarifTool{sarifDriver{
			Name: "philint", Version: versionText(), InformationURI: "https://github.com/seed-a76b335c/philint",
		}},
		Bases:       map[string]sarifLocation{srcRoot: {URI: fileURI(root) + "/"}},
		ColumnKind:  "utf16CodeUnits",
		Results:     []sarifResult{},
		Invocations: []sarifInvocation{{Successful: len(r.problems) == 0 && len(r.packages) > 0}},
	}
	for _, p := range r.problems {
		n := &out.Invocations[0].Notifications
		*n = append(*n, sarifNotification{"error", sarifText{p}})
	}
	index := map[string]int{}
	for i, c := range classes() {
		index[c.name] = i
		out.Tool.Driver.Rules = append(out.Tool.Driver.Rules, sarifRule{c.name, sarifText{c.summary()}, sarifText{c.text}, c.url()})
	}
	src := sources{}
	for _, f := range v.shown {
		region := &sarifRegion{StartLine: f.line, StartColumn: src.utf16Column(f.place)}
		if f.end.line > 0 && f.end.compare(f.place) > 0 {
			region.EndLine, region.EndColumn = f.end.line, src.utf16Column(f.end)
		}
		out.Results = append(out.Results, sarifResult{
			RuleID: f.Category, RuleIndex: index[f.Category], Level: "error", Message: sarifText{f.Message},
			Locations:    []sarifPlace{{sarifPhysical{artifact(root, f.file), region}}},
			Fingerprints: map[string]string{"philint/v1": f.fingerprint()},
		})
	}
	for _, s := range v.staleLines() {
		out.Results = append(out.Results, sarifResult{
			RuleID: "stale", RuleIndex: index["stale"], Level: "error", Message: sarifText{s.text},
			Locations: []sarifPlace{{sarifPhysical{artifact(root, s.file), &sarifRegion{StartLine: s.line}}}},
		})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(sarifLog{sarifSchema, "2.1.0", []sarifRun{out}})
}

// artifact names a file by an URI, below the working directory if it is.
func artifact(root, file string) sarifLocation {
	if !filepath.IsAbs(file) {
		file = filepath.Join(root, file)
	}
	rel, err := filepath.Rel(root, file)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return sarifLocation{URI: fileURI(file)}
	}
	u := url.URL{Path: filepath.ToSlash(rel)}
	return sarifLocation{u.String(), srcRoot}
}

func fileURI(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/x
	}
	u := url.URL{Scheme: "file", Path: strings.TrimSuffix(path, "/")}
	return u.String()
}

// fingerprint is the same for the same finding on another line.
func (f *finding) fingerprint() string {
	id := f.known.Identity()
	sum := sha256.Sum256([]byte(strings.Join([]string{id.Package, id.Decl, id.Sink, id.Class, id.Operand, id.Type}, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// sources are the lines of files, read when asked for.
type sources map[string][]string

func (s sources) line(p place) string {
	lines, ok := s[p.file]
	if !ok {
		lines = readLines(p.file)
		s[p.file] = lines
	}
	if p.line < 1 || p.line > len(lines) {
		return ""
	}
	return lines[p.line-1]
}

// utf16Column turns a column in bytes into one in UTF-16 code units, which is what SARIF's viewers count.
func (s sources) utf16Column(p place) int {
	line := s.line(p)
	if p.column < 1 || p.column-1 > len(line) {
		return max(p.column, 1)
	}
	n := 1
	for _, r := range line[:p.column-1] {
		if r == utf8.RuneError {
			n++
			continue
		}
		n += utf16.RuneLen(r)
	}
	return n
}
