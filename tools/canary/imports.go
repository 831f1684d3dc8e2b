package canarycheck

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/seed-a76b335c/philint/internal/demo"
	"github.com/seed-a76b335c/philint/internal/ingest/format"
)

//go:embed files
var files embed.FS

// goodFile is a file that the importers read, with everything in it that they read and words wherever somebody writes.
type goodFile struct {
	name   string
	format format.Format
	// What the first import of it comes to. What is refused is on purpose, and is no failure.
	stored, rejected int
	content          []byte
}

// goodNames are the files, the chief one of a format before its others.
var goodNames = []goodFile{
	{name: "fhir.json", format: format.FHIR, stored: 22, rejected: 1},
	{name: "ccda.xml", format: format.CCDA, stored: 26},
	{name: "apple.xml", format: format.Apple, stored: 22},
	{name: "device.json", format: format.Device, stored: 5},
	{name: "long.csv", format: format.CSV, stored: 2},
	{name: "wide.csv", format: format.CSV, stored: 5},
	{name: "dated.csv", format: format.CSV, stored: 5},
}

// written are the good files with words, each for the kind of place that it stands in.
func written(word func(channel string) string) ([]goodFile, error) {
	words := map[string]string{
		"Field": word(inField), "Value": word(inValue), "Comment": word(inComment), "Patient": word(inPatient), "Medication": word(inMedication), "Device": word(inDevice), "FileName": word(inFileName),
	}
	out := slices.Clone(goodNames)
	for i := range out {
		t, err := template.New(out[i].name).Option("missingkey=error").ParseFS(files, "files/"+out[i].name)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		if err := t.Execute(&b, words); err != nil {
			return nil, err
		}
		out[i].content = b.Bytes()
	}
	return out, nil
}

// brokenFiles are files that nothing good can come of, by a name.
func (d *Driver) brokenFiles(good []goodFile) map[string][]byte {
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
	for i, g := range good {
		if slices.ContainsFunc(good[:i], func(other goodFile) bool { return other.format == g.format }) {
			continue
		}
		f, content := g.format, g.content
		// A table may end anywhere, but not in a quoted cell.
		half := append(content[:len(content)*2/3:len(content)*2/3], "\n\"cut"...)
		dates := bytes.ReplaceAll(content, []byte("2026-03-04"), []byte("2026-13-45"))
		bad := bytes.ReplaceAll(content, []byte(d.word(inComment)), []byte(w+"\xff\xfe\x00"))
		out[string(f)+"-half"] = half
		out[string(f)+"-dates"] = bytes.ReplaceAll(dates, []byte("20260304"), []byte("20261345"))
		out[string(f)+"-gz"] = squeezed(content)
		out[string(f)+"-zip"] = archive(w+".xml", half)
		out[string(f)+"-bytes"] = bytes.ReplaceAll(bad, []byte(d.word(inDevice)), []byte(w+"\xff\xfe\x00"))
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

// counted is what an import says that there is of something, -1 where it does not.
func counted(stdout []byte, what string) int {
	for line := range strings.Lines(string(stdout)) {
		if f := strings.Fields(line); len(f) >= 2 && f[0] == what {
			if n, err := strconv.Atoi(f[1]); err == nil {
				return n
			}
		}
	}
	return -1
}

// imports brings files into the record: each format, whole, then everything that is broken, under each format.
func (d *Driver) imports(ctx context.Context) {
	good, err := written(d.word)
	if err != nil { // of this program's own files
		d.fault("the files to import cannot be written: %T", err)
		return
	}
	table := ""
	who := []string{"import", "--log-level", "debug", "--person", d.first}
	args := func(more ...string) []string { return append(append([]string{}, who...), more...) }
	for _, g := range good {
		path, err := d.target.Put(ctx, d.word(inFileName)+"-"+g.name, g.content)
		if err != nil {
			d.fault("a file cannot be put beside the server: %v", err)
			return
		}
		if g.format == format.CSV && table == "" {
			table = path
		}
		for i, flags := range [][]string{{}, {"--format", string(g.format), "--dry-run"}, {"--dry-run"}} {
			if i > 1 && !d.Thorough {
				break
			}
			out := d.command(ctx, "", []string{inDevice, inPatient}, args(append(flags, path)...)...)
			if out.Code != 0 || !strings.Contains(string(out.Stdout), string(g.format)) {
				d.fault("%s, a file of the format %s, is not imported: status %d", g.name, g.format, out.Code)
				continue
			}
			stored, again, rejected := counted(out.Stdout, "stored"), counted(out.Stdout, "duplicate"), counted(out.Stdout, "rejected")
			if i == 0 && stored != g.stored || i > 0 && again != g.stored || rejected != g.rejected {
				d.fault("of %s %d are stored, %d there already and %d rejected; %d are to be stored once and %d rejected", g.name, stored, again, rejected, g.stored, g.rejected)
			}
			d.Covered.Good(Format, string(g.format))
			d.Covered.Good(Command, "import")
		}
	}
	var paths []string
	broken := d.brokenFiles(good)
	for _, name := range slices.Sorted(maps.Keys(broken)) {
		content := broken[name]
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
		for i, name := range slices.Sorted(maps.Keys(broken)) {
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

// typedWords reads the words that commands and imports have stored back, as their owner.
func (d *Driver) typedWords(ctx context.Context) {
	all := ""
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
