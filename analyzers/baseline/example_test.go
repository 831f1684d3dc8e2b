package baseline_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/seed-a76b335c/philint/analyzers/baseline"
)

// email is a finding as an analyzer makes it.
func email(decl string, offset int) baseline.Finding {
	return baseline.Finding{
		Package: "example.com/shop", Decl: decl, Sink: "slog.Info", Class: "personal", Operand: "u.Email", Type: "string",
		File: "user.go", Offset: offset,
	}
}

// user is a logged struct.
func user(fields ...string) baseline.Finding {
	return baseline.Finding{
		Package: "example.com/shop", Decl: "Load", Sink: "slog.Debug", Class: "composite", Operand: "u", Type: "shop.User",
		Fields: fields, File: "load.go", Offset: 10,
	}
}

// run is a look at the whole module.
func run(findings ...baseline.Finding) baseline.Run {
	return baseline.Run{Whole: true, Packages: []string{"example.com/shop"}, Findings: findings}
}

func ExampleInit() {
	b := baseline.Init(run(email("Save", 120), email("Save", 80), user("Name string", "ID int")))
	os.Stdout.Write(b.Format())
	// Output:
	// # philint baseline v1: package, declaration, sink, class, operand, type, fields, count
	// example.com/shop	Load	slog.Debug	composite	u	shop.User	0761bc37945d:ID int,Name string	1
	// example.com/shop	Save	slog.Info	personal	u.Email	string	-	2
}

// Of three equal findings the baseline knows one: the last two in the file are the surplus.
func ExampleCompare() {
	b := baseline.Init(run(email("Save", 80)))
	res := baseline.Compare(b, run(email("Save", 200), email("Save", 120), email("Save", 80)))
	for _, s := range res.Surplus {
		fmt.Println(s.File, s.Offset, s.Explain())
	}
	// Output:
	// user.go 120 the baseline counts 1 of these here, this is one more
	// user.go 200 the baseline counts 1 of these here, this is one more
}

// A logged struct gains a field: the log line is the same, the finding is not.
func ExampleCompare_gainedField() {
	b := baseline.Init(run(user("ID int", "Name string")))
	res := baseline.Compare(b, run(user("ID int", "Name string", "Email string")))
	for _, s := range res.Surplus {
		fmt.Println(s.Reason, s.Explain())
	}
	fmt.Println(len(res.Changes), "changes: the entry stays until the log line is fixed or the field is taken back")
	// Output:
	// reshaped its type gained Email string since the baseline
	// 0 changes: the entry stays until the log line is fixed or the field is taken back
}

// Save became (*Store).Save. That is no new finding, but the baseline is behind until it is pruned.
func ExamplePrune() {
	b := baseline.Init(run(email("Save", 80), user("ID int", "Name string")))
	now := run(email("(*Store).Save", 95))
	for _, change := range baseline.Compare(b, now).Changes {
		fmt.Println(change)
	}
	os.Stdout.Write(baseline.Prune(b, now).Format())
	// Output:
	// example.com/shop Load: slog.Debug u (composite, shop.User): gone
	// example.com/shop Save: slog.Info u.Email (personal, string): 1 moved to example.com/shop (*Store).Save
	// # philint baseline v1: package, declaration, sink, class, operand, type, fields, count
	// example.com/shop	(*Store).Save	slog.Info	personal	u.Email	string	-	1
}

// A tool that sees one package at a time only hides what is known.
func ExampleJudge() {
	b := baseline.Init(run(email("Save", 80)))
	findings := []baseline.Finding{email("Save", 80), email("Load", 300)}
	for i, v := range baseline.Judge(b, findings) {
		fmt.Println(findings[i].Decl, v.Reason)
		if v.Reason != baseline.Known {
			fmt.Println(v.Explain())
		}
	}
	// Output:
	// Save known
	// Load elsewhere
	// the baseline has it in example.com/shop Save: if it moved, run philint baseline prune
}

// The findings of several build configurations are joined before they are compared.
func ExampleJoin() {
	linux, windows := run(email("Save", 80)), run(email("saveLocked", 40))
	b := baseline.Init(baseline.Join(linux, windows))
	fmt.Println(baseline.Compare(b, baseline.Join(linux, windows)).Clean())
	fmt.Println(baseline.Compare(b, linux).Clean())
	// Output:
	// true
	// false
}

func ExampleSince() {
	old := baseline.Init(run(email("Save", 80), user("ID int")))
	grown := baseline.Init(run(email("Save", 80), email("Load", 40), user("ID int", "Name string")))
	for _, g := range baseline.Since(old, grown) {
		fmt.Println(g)
	}
	// Output:
	// slog.Debug u (composite, shop.User): 1 more than before (1, was 1), with new fields Name string
	// slog.Info u.Email (personal, string): 1 more than before (2, was 1)
}

// One branch fixed Load, the other renamed Save to Store.
func ExampleMerge3() {
	base := baseline.Init(run(email("Save", 80), email("Load", 40)))
	ours := baseline.Init(run(email("Save", 80)))
	theirs := baseline.Init(run(email("Store", 80), email("Load", 40)))
	for _, e := range baseline.Merge3(base, ours, theirs).Entries() {
		fmt.Println(e.Identity, e.Count)
	}
	// Output:
	// example.com/shop Store: slog.Info u.Email (personal, string) 1
}

func ExampleUpdate() {
	dir, err := os.MkdirTemp("", "baseline")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	path, ctx := filepath.Join(dir, baseline.FileName), context.Background()

	before := baseline.Init(run(email("Save", 80), email("Save", 120)))
	fmt.Println(baseline.Create(ctx, path, before))
	fmt.Println(errors.Is(baseline.Create(ctx, path, before), fs.ErrExist))

	now := run(email("Save", 80))
	after, err := baseline.Update(ctx, path, func(b baseline.Baseline) (baseline.Baseline, error) {
		return baseline.Prune(b, now), nil
	})
	fmt.Println(after.Total(), err)
	// Output:
	// <nil>
	// true
	// 1 <nil>
}

func ExampleParse() {
	_, err := baseline.Parse([]byte("# philint baseline v1: package, declaration, sink, class, operand, type, fields, count\n" +
		"example.com/shop\tSave\tslog.Info\tpersonal\tu.Email\tstring\t-\ttwo\n"))
	fmt.Println(err)
	// Output:
	// baseline: line 2: count: not a whole number from 1 to 1000000
}

func ExampleSummarize() {
	s := baseline.Summarize(baseline.Init(run(email("Save", 80), email("Save", 120), user("ID int"))))
	for _, t := range s.Classes {
		fmt.Println(t.Name, t.Entries, t.Findings)
	}
	// Output:
	// personal 1 2
	// composite 1 1
}
