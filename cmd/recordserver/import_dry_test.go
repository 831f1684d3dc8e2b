package main

import (
	"maps"
	"os"
	"path/filepath"
	"testing"
)

// dryFiles are records that are stored, come twice, are corrected in the same file, taken back or rejected.
func dryFiles(t *testing.T) []string {
	t.Helper()
	glucose := func(id, status, value string) string {
		return `{"resourceType":"Observation","id":"` + id + `","status":"` + status + `","code":{"text":"Glucose"},"effectiveDateTime":"2026-03-04T08:15:00+01:00","valueQuantity":{"value":` + value + `,"unit":"mmol/L"}}` + "\n"
	}
	drug := `"medicationCodeableConcept":{"text":"Exempelol"}`
	order := `{"resourceType":"MedicationRequest","id":"m","status":"active","intent":"order","authoredOn":"2026-01-01",` + drug + "}\n"
	intake := func(status, value string) string {
		return `{"resourceType":"MedicationAdministration","id":"n","status":"` + status + `","effectiveDateTime":"2026-03-04T08:00:00Z",` + drug + `,"dosage":{"dose":{"value":` + value + `,"unit":"tablets"}}}` + "\n"
	}
	return []string{
		write(t, "a.csv", "date,name,value,unit\n2026-01-02,Glucose,5.1,mmol/L\n2026-01-02,Glucose,5.1,mmol/L\n2026-01-03,Frobnication,7,\n2090-01-01,Glucose,5,mmol/L\n"),
		write(t, "b.ndjson", glucose("a", "final", "5.2")+glucose("b", "final", "6")+order+intake("completed", "1")),
		write(t, "c.ndjson", glucose("a", "final", "5.3")+glucose("b", "entered-in-error", "6")+order+intake("completed", "2")+intake("in-progress", "2")),
		write(t, "d.json", `{"device": {"maker": "Tarn", "model": "Watch 2"}, "samples": [{"metric": "steps", "value": 10, "start": "2026-03-04T08:15:00Z", "end": "2026-03-04T08:20:00Z"}, {"metric": "heart_rate", "value": 61, "start": "2026-03-04T08:15:00Z"}]}`),
		write(t, "e.csv", "date,name,value,unit\n2026-01-02,Glucose,\"5.1,mmol/L\n"),
	}
}

func TestADryRunSaysWhatTheImportComesToAndChangesNothing(t *testing.T) {
	places(t, func(t *testing.T, env map[string]string) {
		id := newPerson(t, env)
		digest := func() string {
			file := filepath.Join(t.TempDir(), "backup")
			r := run(t, env, "backup", file)
			if r.status != done {
				t.Fatalf("%+v", r)
			}
			return r.out
		}
		import1 := func(file string, more ...string) (map[string]string, int) {
			r := run(t, env, append(append([]string{"import", "--person", id}, more...), file)...)
			list := counts(r.out)
			if len(list) != 1 {
				t.Fatalf("%+v", r)
			}
			return list[0], r.status
		}
		changed, rejected := false, false
		files := dryFiles(t)
		for _, file := range append(files, files...) {
			before := digest()
			dry, dryStatus := import1(file, "--dry-run")
			if digest() != before {
				t.Fatalf("%s: the store is another after a dry run", filepath.Base(file))
			}
			real, status := import1(file)
			if !maps.Equal(dry, real) || dryStatus != status {
				t.Errorf("%s: dry %v, %d; then %v, %d", filepath.Base(file), dry, dryStatus, real, status)
			}
			changed = changed || real["changed"] != "0"
			rejected = rejected || real["rejected"] != "0"
		}
		if !changed || !rejected {
			t.Error("the files show too little")
		}
		left, err := os.ReadDir(filepath.Join(env[envData], "documents", id))
		if err != nil || len(left) > len(files) {
			t.Errorf("%d copies, %v", len(left), err)
		}
	})
}

// TestADryRunOfBatches is of a file that is longer than one transaction.
func TestADryRunOfBatches(t *testing.T) {
	env := map[string]string{envData: t.TempDir()}
	id, file := newPerson(t, env), batchOf(t, oneTransaction+500)
	var said []map[string]string
	for _, more := range [][]string{{"--dry-run"}, nil, {"--dry-run"}, nil} {
		r := run(t, env, append(append([]string{"import", "--person", id}, more...), file)...)
		if r.status != done {
			t.Fatalf("%+v", r)
		}
		said = append(said, counts(r.out)[0])
	}
	if !maps.Equal(said[0], said[1]) || said[0]["stored"] != "20500" || !maps.Equal(said[2], said[3]) || said[2]["duplicate"] != "20500" {
		t.Errorf("%v", said)
	}
}
