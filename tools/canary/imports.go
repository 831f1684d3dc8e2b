package canarycheck

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/demo"
	"github.com/seed-a76b335c/philint/internal/ingest/format"
)

// brokenFiles are files that nothing good can come of, by a name.
func (d *Driver) brokenFiles(good []file) map[string][]byte {
	w := d.word(inBroken)
	out := map[string][]byte{
		"empty": {}, "text": []byte(w + "\n"), "binary": []byte("\x00\x01\x02" + w + "\xff\xfe\xfd"), "pdf": []byte("%PDF-1.7\n1 0 obj\n(" + w + ")\n%%EOF\n"), "image": []byte("\x89PNG\r\n\x1a\n" + w),
		"json": []byte(`{"` + w + `":"` + w + `"}`), "array": []byte(`[{"` + w + `":1}]`), "deep": []byte(strings.Repeat(`{"resourceType":`, 3000) + w), "xml": []byte(`<` + w + `>` + w + `</` + w + `>`),
		"entity": []byte(`<?xml version="1.0"?><!DOCTYPE ClinicalDocument [<!ENTITY x SYSTEM "file:///` + w + `">]><ClinicalDocument xmlns="urn:hl7-org:v3">&x;</ClinicalDocument>`),
		"types":  []byte(`{"resourceType":"Bundle","type":"collection","entry":[{"resource":{"resourceType":"Observation","status":"` + w + `","code":{"text":["` + w + `"]},"effectiveDateTime":"` + w + `","valueQuantity":{"value":"` + w + `","unit":5}}}]}`),
		"lines":  []byte(`{"resourceType":"Observation","status":"final","code":{"text":"` + w + `"},"valueQuantity":{"value":1}}` + "\n" + `{"resourceType":"` + w + "\n" + w),
		"batch":  []byte(`{"device":{"model":"` + w + `"},"samples":[{"metric":"` + w + `","value":"` + w + `","unit":"` + w + `","start":"` + w + `","` + w + `":1}]}`),
		"export": []byte(`<HealthData><ExportDate value="` + w + `"/><Record type="` + w + `" unit="` + w + `" value="` + w + `" startDate="` + w + `" endDate="` + w + `" sourceName="` + w + `"/></HealthData>`),
		"table":  []byte("Test,Result,Unit,Collected\n" + w + ",5," + w + "," + w + "\n\"" + w + ",5\n"), "header": []byte(w + ";" + w + "2;" + w + "3\n1;2;3\n"),
		"wide": []byte("\xff\xfe" + utf16("Test,Result\n"+w+",5\n") + "\xd8"), "latin": []byte("Test;Ergebnis;Datum\nZuckerwert \xe4" + w + ";5;45.13.2026\n"),
	}
	for _, f := range good {
		content := f.content
		// A table may end anywhere, but not in a quoted cell.
		half := append(content[:len(content)*2/3:len(content)*2/3], "\n\"cut"...)
		dates := bytes.ReplaceAll(content, []byte("2026-03-04"), []byte("2026-13-45"))
		bad := bytes.ReplaceAll(content, []byte(d.word(inComment)), []byte(w+"\xff\xfe\x00"))
		out[f.name+"-half"] = half
		dates = bytes.ReplaceAll(dates, []byte("2026-03-05"), []byte("2026-14-45"))
		out[f.name+"-dates"] = bytes.ReplaceAll(dates, []byte("20260304"), []byte("20261345"))
		out[f.name+"-gz"] = squeezed(content)
		out[f.name+"-zip"] = archive(w+".xml", half)
		out[f.name+"-bytes"] = bytes.ReplaceAll(bad, []byte(d.word(inDevice)), []byte(w+"\xff\xfe\x00"))
	}
	return out
}

func squeezed(content []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(content)
	_ = w.Close()
	return b.Bytes()
}

func archive(name string, content []byte) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	if f, err := w.Create(name); err == nil {
		_, _ = f.Write(content)
	}
	_ = w.Close()
	return b.Bytes()
}

// imports brings files into the record: each format, whole, then everything that is broken, under each format.
func (d *Driver) imports(ctx context.Context) {
	good, table := d.goodFiles(), ""
	who := []string{"import", "--log-level", "debug", "--person", d.first}
	args := func(more ...string) []string { return append(append([]string{}, who...), more...) }
	for _, f := range good {
		path, err := d.target.Put(ctx, d.word(inFileName)+"-"+f.name, f.content)
		if err != nil {
			d.fault("a file cannot be put beside the server: %v", err)
			return
		}
		if f.name == string(format.CSV) {
			table = path
		}
		for i, flags := range [][]string{{}, {"--format", string(f.format), "--dry-run"}, {"--dry-run"}} {
			if i > 1 && !d.Thorough {
				break
			}
			out := d.command(ctx, "", []string{inDevice, inPatient, inIdentifier, inPerformer, inInstruction}, args(append(flags, path)...)...)
			if out.Code != 0 || !strings.Contains(string(out.Stdout), string(f.format)) {
				d.fault("the file %s is not imported: status %d", f.name, out.Code)
				continue
			}
			d.comesTo(f, i == 0, string(out.Stdout))
			d.Covered.Good(Format, string(f.format))
			for _, k := range f.kinds {
				if k != "" {
					d.Covered.Good(Imported, string(f.format)+" "+k)
				}
			}
			d.Covered.Good(Command, "import")
		}
	}
	var paths []string
	files := d.brokenFiles(good)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		content := files[name]
		path, err := d.target.Put(ctx, name+"-"+d.word(inBrokenName), content)
		if err != nil {
			d.fault("a file cannot be put beside the server: %v", err)
			return
		}
		paths = append(paths, path)
	}
	paths = append(paths, "/", "/dev/null", d.target.Path("absent-"+d.word(inBrokenName)))
	refused := func(name string, more ...string) {
		out := d.command(ctx, "", []string{inBroken, inBrokenName}, args(more...)...)
		if out.Code == 0 {
			d.fault("broken files are imported: %s", name)
			return
		}
		// What an import counts is regular output: it names nothing either.
		d.collect("counts of imports", out.Stdout)
		d.Covered.Bad(Command, "import")
		if slices.Contains(format.All(), format.Format(name)) {
			d.Covered.Bad(Format, name)
		}
	}
	var tasks []func()
	tasks = append(tasks, func() { refused("", paths...) })
	if d.Thorough { // else one of them shows for all
		for i, name := range slices.Sorted(maps.Keys(files)) {
			tasks = append(tasks, func() { refused(name, "--dry-run", paths[i]) })
		}
	}
	for _, f := range format.All() {
		tasks = append(tasks, func() { refused(string(f), append([]string{"--dry-run", "--format", string(f)}, paths...)...) })
	}
	for _, wrong := range [][]string{
		{"--format", d.word(inFlag)}, {"--column", d.word(inFlag) + "=1"}, {"--column", "name=" + d.word(inFlag)}, {"--date-order", d.word(inFlag)}, {"--decimal", d.word(inFlag)}, {"--person", d.word(inPersonID)},
	} {
		tasks = append(tasks, func() { refused("", append(wrong, table)...) })
	}
	each(ctx, tasks)
}

// tallied is a line of what an import came to.
var tallied = regexp.MustCompile(`(?m)^ +([a-z-]+) +([0-9]+)`)

// comesTo compares what an import says with what is in the file. The second time everything is there already.
func (d *Driver) comesTo(f file, first bool, printed string) {
	got := map[string]string{}
	for _, m := range tallied.FindAllStringSubmatch(printed, -1) {
		got[m[1]] = m[2]
	}
	kept := "stored"
	if !first {
		kept = "duplicate"
	}
	for name, n := range map[string]int{"read": f.want.stored() + f.want.refused, kept: f.want.stored(), "rejected": f.want.refused} {
		if got[name] != itoa(n) {
			d.fault("the file %s comes to %s %q, and should to %d", f.name, name, got[name], n)
		}
	}
}

// kept compares what the record shows of each file with what is in it, by kind, and looks for each medication by its name.
func (d *Driver) kept(ctx context.Context) string {
	const days = "start=2026-03-03&end=2026-03-06"
	type row struct{ Kind, File, Name string }
	rows, all := map[row]int{}, ""
	for target, pages := "/api/v1/records?kind=all&limit=200&"+days, 0; target != "" && pages < 20; pages++ {
		r := d.send(ctx, request{who: own, target: target})
		var page struct {
			Rows []row
			Next string
		}
		if r.status != 200 || json.Unmarshal(r.body, &page) != nil {
			d.fault("the record is not shown: %d", r.status)
			return all
		}
		for _, got := range page.Rows {
			rows[row{Kind: got.Kind, File: got.File}]++
		}
		all, target = all+r.text(), ""
		if page.Next != "" {
			target = "/api/v1/records?kind=all&limit=200&" + days + "&cursor=" + escaped(page.Next)
		}
	}
	for _, f := range d.goodFiles() {
		for kind, want := range map[string]int{"measurement": f.want.measurements, "condition": f.want.conditions, "symptom": f.want.symptoms, "note": f.want.notes} {
			if got := rows[row{Kind: kind, File: d.word(inFileName) + "-" + f.name}]; got != want {
				d.fault("the record shows %d of the kind %s of the file %s, and should show %d", got, kind, f.name, want)
			}
		}
	}
	taken := d.send(ctx, request{who: own, target: "/api/v1/medications?view=log&" + days})
	plans := d.send(ctx, request{who: own, target: "/api/v1/medications?view=history"})
	for where, list := range map[*reply][]string{&taken: drugsTaken, &plans: drugs} {
		for _, name := range list {
			if where.status != 200 || !strings.Contains(where.text(), d.word(inMedication)+" "+name) {
				d.fault("the medication %s is not in the record", name)
			}
		}
	}
	return all + taken.text() + plans.text()
}

// typedWords reads the words that commands and imports have stored back, as their owner.
func (d *Driver) typedWords(ctx context.Context) {
	all := d.kept(ctx)
	for _, target := range []string{
		"/api/v1/journal?from=2026-03-01&to=2026-03-31", "/api/v1/records?kind=all&limit=200&start=2026-03-04&end=2026-03-04", "/api/v1/medications?view=plan", "/api/v1/medications?view=history",
		"/api/v1/indicators?view=raw&start=2026-03-04&end=2026-03-04&keyword=" + d.word(inTyped) + "&keyword=" + d.word(inField), "/api/v1/records?kind=all&limit=200&start=2026-03-04&end=2026-03-04&keyword=" + d.word(inField),
		"/api/v1/records?kind=all&limit=200&start=2026-03-04&end=2026-03-04&keyword=Glucose", "/api/v1/indicators?view=raw&start=2026-03-04&end=2026-03-04&keyword=glucose&keyword=ferritin",
		"/api/v1/records?kind=all&limit=200&keyword=" + d.word(inTyped),
	} {
		r := d.send(ctx, request{who: own, target: target})
		if r.status != 200 {
			d.fault("GET %s: %d", strings.SplitN(target, "?", 2)[0], r.status)
		}
		all += r.text()
	}
	all += string(d.command(ctx, "", nil, "user", "list", "--names").Stdout) + string(d.command(ctx, "", nil, "token", "list").Stdout)
	for _, c := range Stored {
		d.readBack(c, []byte(all))
	}
	d.readBack(demo.ChannelPersonName, []byte(all))
}
