package main

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// typed are a person's rows by what was typed.
func typed(t *testing.T, env map[string]string, id string) map[string]store.Reading {
	t.Helper()
	ctx := context.Background()
	s, err := openStore(ctx, &options{data: env[envData], store: env[envStore], keyFile: env[envKeyFile]})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := s.Person(record.PersonID(id)).Page(ctx, record.ObsID{}, -1)
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	out := map[string]store.Reading{}
	for _, r := range rows {
		out[r.Name+r.Value+r.Unit] = r
	}
	return out
}

func TestWhatIsTypedIsStoredAndCodedOnce(t *testing.T) {
	places(t, func(t *testing.T, env map[string]string) {
		id := newPerson(t, env)
		for _, tt := range []struct {
			args []string
			want string // of the first line behind the id, without spaces that align
		}{
			{[]string{"reading", "--value", "5,4", "--unit", "mmol/l", "--at", "2026-03-04T08:15", "--note", "x", "Glucose"}, "measurement stored http://loinc.org 14749-6"},
			{[]string{"reading", "--value", "5,4", "--at", "2026-03-04T08:15", "Glucose"}, "measurement stored no code: unit:missing"},
			{[]string{"symptom", "--at", "2026-03-04", "头痛"}, "symptom stored http://terminology.hl7.org/CodeSystem/ICPC-3 NS01"},
			{[]string{"condition", "--at", "2026-03-04", "Hypertension"}, "condition stored http://terminology.hl7.org/CodeSystem/ICPC-3 "},
			{[]string{"symptom", "--at", "2026-03-04", "no fever"}, "note stored no code: note:not-coded"},
			{[]string{"note", "--at", "2026-03-04T08:15:00+01:00", "slept badly"}, "note stored no code: note:not-coded"},
		} {
			args := append([]string{"add", tt.args[0], "--person", id}, tt.args[1:]...)
			first, again := run(t, env, args...), run(t, env, args...)
			one, two := strings.Fields(first.out), strings.Fields(again.out)
			if first.status != done || first.err != "" || len(one) < 3 || !strings.HasPrefix(strings.Join(one[1:], " "), tt.want) || !strings.HasSuffix(first.out, "\n1 stored, 0 already there\n") {
				t.Errorf("%q: %+v", tt.args, first)
			}
			if again.status != done || two[0] != one[0] || two[2] != "already" || !strings.HasSuffix(again.out, "\n0 stored, 1 already there\n") {
				t.Errorf("%q again: %+v", tt.args, again)
			}
		}
		if rows := typed(t, env, id); len(rows) != 6 || rows["Glucose5,4mmol/l"].Modality != record.Manual || rows["头痛"].Modality != record.SelfReported {
			t.Errorf("%d rows", len(rows))
		}
	})
}

func TestATypedTimeIsReadWhereItWasShown(t *testing.T) {
	env := map[string]string{envData: t.TempDir()}
	id := newPerson(t, env)
	for _, tt := range []struct {
		text, at, zone, want, in string
		day                      string
	}{
		{"a", "2026-07-04T00:30", "", "2026-07-03T22:30:00Z", "Europe/Berlin", "2026-07-04"},
		{"b", "2026-07-04T00:30", "Asia/Shanghai", "2026-07-03T16:30:00Z", "Asia/Shanghai", "2026-07-04"},
		{"c", "2026-07-04T00:30:00+05:45", "", "2026-07-03T18:45:00Z", "UTC+05:45", "2026-07-04"},
		{"d", "2026-07-04", "", "2026-07-03T22:00:00Z", "Europe/Berlin", "2026-07-04"},
		{"e", "", "", "2026-11-30T12:00:00Z", "Europe/Berlin", "2026-11-30"},
		{"f", "", "Pacific/Auckland", "2026-11-30T12:00:00Z", "Pacific/Auckland", "2026-12-01"},
	} {
		args := []string{"add", "note", "--person", id}
		if tt.at != "" {
			args = append(args, "--at", tt.at)
		}
		if tt.zone != "" {
			args = append(args, "--zone", tt.zone)
		}
		if r := run(t, env, append(args, tt.text)...); r.status != done {
			t.Fatalf("%+v", r)
		}
		row := typed(t, env, id)[tt.text]
		if got := row.Start.Time().UTC().Format(time.RFC3339); got != tt.want || row.Zone != tt.in || row.LocalDay.String() != tt.day || !row.DayKnown {
			t.Errorf("%s: %s in %s on %s, %v", tt.text, got, row.Zone, row.LocalDay, row.DayKnown)
		}
	}
}

func TestStandardInputKeepsTextsOutOfTheHistory(t *testing.T) {
	env := map[string]string{envData: t.TempDir()}
	id := newPerson(t, env)
	for _, tt := range []struct {
		in, key, comment string
		args             []string
	}{
		{"Glucose\r\n5.4\nafter lunch\n", "Glucose5.4mmol/L", "after lunch", []string{"reading", "--unit", "mmol/L", "--value", "-", "--note", "-"}},
		{"6.1", "Glucose6.1mmol/L", "", []string{"reading", "--unit", "mmol/L", "--value", "-", "Glucose"}},
		{"odd feeling\nsince noon", "odd feeling", "since noon", []string{"symptom", "--note", "-"}},
		{"two\n\nlines\n", "two\n\nlines", "", []string{"note"}},
	} {
		args := append([]string{"add", tt.args[0], "--person", id}, tt.args[1:]...)
		if args[len(args)-1] != "Glucose" {
			args = append(args, "-")
		}
		if r := runWith(t, env, tt.in, args...); r.status != done {
			t.Errorf("%q: %+v", tt.args, r)
		}
		if row, ok := typed(t, env, id)[tt.key]; !ok || row.Comment != tt.comment {
			t.Errorf("%q: %v, %q", tt.args, ok, row.Comment)
		}
	}
}

func TestASentenceIsTakenApartWhereThatIsAsked(t *testing.T) {
	env := map[string]string{envData: t.TempDir()}
	id := newPerson(t, env)
	r := run(t, env, "add", "symptom", "--person", id, "--split", "--at", "2026-03-04", "头痛、cough, 头痛")
	if r.status != done || !strings.Contains(r.out, "NS01") || !strings.Contains(r.out, "RS07") || !strings.HasSuffix(r.out, "2 stored, 1 already there\n") {
		t.Errorf("%+v", r)
	}
	if r := run(t, env, "add", "symptom", "--person", id, "--at", "2026-03-04", "headache, cough"); !strings.HasSuffix(r.out, "1 stored, 0 already there\n") {
		t.Errorf("%+v", r)
	}
}

func TestWhatWasRemovedIsNotSaidToBeThere(t *testing.T) {
	env := map[string]string{envData: t.TempDir()}
	id := newPerson(t, env)
	args := []string{"add", "note", "--person", id, "--at", "2026-03-04", "x"}
	run(t, env, args...)
	ctx := context.Background()
	s := open(t, env[envData])
	v, err := openVocabularies(&options{})
	if err != nil {
		t.Fatal(err)
	}
	set, err := v.Set()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := s.Person(record.PersonID(id)).Page(ctx, record.ObsID{}, -1)
	if err != nil || len(rows) != 1 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	err = ingest.Remove(ctx, ingest.Options{Store: s, Set: set, Person: ingest.Person{ID: record.PersonID(id), Zone: record.UTC}}, rows[0].ID)
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	if r := run(t, env, args...); r.status != done || !strings.Contains(r.out, "corrected or removed since") || !strings.HasSuffix(r.out, "0 stored, 1 already there\n") {
		t.Errorf("%+v", r)
	}
}

func TestWhatIsWrongWithWhatWasTypedIsSaidWithoutIt(t *testing.T) {
	env := map[string]string{envData: t.TempDir()}
	id := newPerson(t, env)
	for _, tt := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"reading", secret}, misuse, "--person"},
		{[]string{"reading", "--person", secret, secret}, misuse, "--person"},
		{[]string{"reading", "--person", id}, misuse, "give one text"},
		{[]string{"reading", "--person", id, "--value", secret, secret, "5"}, misuse, "give one text"},
		{[]string{"reading", "--person", id, secret}, misuse, "--value is missing"},
		{[]string{"reading", "--person", id, "--value", secret, " "}, misuse, "NAME is missing"},
		{[]string{"reading", "--person", id, "--value", "5", "--unit", strings.Repeat(secret, 9), "x"}, misuse, "--unit: a text in it is too long"},
		{[]string{"reading", "--person", id, "--value", "-", "-"}, misuse, "standard input"},
		{[]string{"reading", "--person", id, "--value", "54000", "--unit", "mmol/L", "Glucose"}, failed, "outside what the quantity can have"},
		{[]string{"symptom", "--person", id, "--at", secret, secret}, misuse, "--at must be"},
		{[]string{"symptom", "--person", id, "--at", "2026-03-04T25:00", secret}, misuse, "--at must be"},
		{[]string{"symptom", "--person", id, "--zone", secret, secret}, misuse, "--zone"},
		{[]string{"symptom", "--person", id, "--at", "2027-03-04", secret}, failed, "in the future"},
		{[]string{"symptom", "--person", id, strings.Repeat(secret, 20)}, misuse, "TEXT: a text in it is too long"},
		{[]string{"condition", "--person", id, "--note", strings.Repeat(secret, 200), "x"}, misuse, "--note: a text in it is too long"},
		{[]string{"note", "--person", id, "-"}, misuse, "TEXT is missing"},
		{[]string{"note", "--person", id, "x\xff" + secret}, misuse, "TEXT: a text in it is not UTF-8"},
		{[]string{"note", "--person", id, "--value", "5", "x"}, misuse, "-value"},
		{[]string{"note", "--person", "p-aaaaaaaaaaaaaaaa", secret}, failed, "no such person"},
		{[]string{"frobnicate"}, misuse, "add reading, add symptom, add condition, add note"},
	} {
		r := run(t, env, append([]string{"add"}, tt.args...)...)
		if r.status != tt.status || r.out != "" || !strings.Contains(r.err, tt.want) || strings.Contains(r.err, "Hannelore") || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%q: %+v", tt.args, r)
		}
	}
	if rows := typed(t, env, id); len(rows) != 0 {
		t.Errorf("%d rows were stored", len(rows))
	}
	if r := run(t, map[string]string{envData: t.TempDir()}, "add", "note", "--person", id, "x"); r.status != failed || !strings.Contains(r.err, "open the store") {
		t.Errorf("%+v", r)
	}
}
