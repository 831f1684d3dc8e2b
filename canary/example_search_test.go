package canary_test

import (
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"

	"github.com/seed-a76b335c/philint/canary"
)

func ExampleMint() {
	tokens, err := canary.Mint(rand.Reader, "journal note", "user agent")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range tokens {
		fmt.Println(t.Channel, len(t.Text))
	}
	// Output:
	// journal note 20
	// user agent 20
}

func ExampleSearcher_Search() {
	searcher, err := canary.NewSearcher([]canary.Token{{Channel: "journal note", Text: "Plimdorquay"}}, canary.DefaultShapes()...)
	if err != nil {
		fmt.Println(err)
		return
	}
	logs := "ready\n" +
		"stored note=plimdorquay\n" +
		"body=" + base64.StdEncoding.EncodeToString([]byte(`{"note":"\u0050limdorquay"}`)) + "\n" +
		"Body weight|2026-05-01|70.5|kg\n"
	findings, err := searcher.Search("stderr", strings.NewReader(logs))
	for _, f := range findings {
		fmt.Println(f)
	}
	fmt.Println(err)
	// Output:
	// stderr:2: token of "journal note" (case)
	// stderr:3: token of "journal note" (base64+json)
	// stderr:4: shape "table row"
	// <nil>
}

func ExamplePattern() {
	reading := canary.Pattern("blood pressure", regexp.MustCompile(`\b\d{2,3}/\d{2,3} mmHg\b`))
	searcher, err := canary.NewSearcher([]canary.Token{{Channel: "journal note", Text: "Plimdorquay"}}, append(canary.DefaultShapes(), reading)...)
	if err != nil {
		fmt.Println(err)
		return
	}
	findings, _ := searcher.Search("stdout", strings.NewReader("ready\nsaved 120/80 mmHg\n"))
	fmt.Println(findings)
	// Output: [stdout:2: shape "blood pressure"]
}
