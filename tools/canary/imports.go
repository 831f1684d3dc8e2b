package canarycheck

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/demo"
	"github.com/seed-a76b335c/philint/internal/ingest/format"
)

// goodFiles are files of each format, whole, with words in what people write in them.
func (d *Driver) goodFiles() map[format.Format][]byte {
	field, value, comment, patient, medication, device := d.word(inField), d.word(inValue), d.word(inComment), d.word(inPatient), d.word(inMedication), d.word(inDevice)
	fhir := `{"resourceType":"Bundle","type":"collection","entry":[
{"resource":{"resourceType":"Patient","id":"p","name":[{"family":"` + patient + `"}],"birthDate":"1971-02-03","address":[{"text":"` + patient + `"}]}},
{"resource":{"resourceType":"Observation","status":"final","code":{"text":"` + field + ` level"},"effectiveDateTime":"2026-03-04T08:15:00+01:00","valueString":"` + value + ` seen","note":[{"text":"` + comment + `"}],"performer":[{"display":"` + patient + `"}]}},
{"resource":{"resourceType":"Observation","status":"final","code":{"text":"Glucose"},"effectiveDateTime":"2026-03-04T08:16:00+01:00","valueQuantity":{"value":5.4,"unit":"mmol/L"},"note":[{"text":"` + comment + `"}]}},
{"resource":{"resourceType":"Condition","clinicalStatus":{"coding":[{"code":"active","system":"http://terminology.hl7.org/CodeSystem/condition-clinical"}]},"code":{"text":"` + field + ` disease"},"recordedDate":"2026-03-04","note":[{"text":"` + comment + `"}]}},
{"resource":{"resourceType":"MedicationStatement","status":"active","medicationCodeableConcept":{"text":"` + medication + ` 5 mg"},"effectivePeriod":{"start":"2026-03-04"},"dosage":[{"text":"` + comment + ` at night"}]}}]}`
	ccda := `<?xml version="1.0" encoding="UTF-8"?><ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><title>` + patient + `</title>
<recordTarget><patientRole><id root="1.2.3" extension="` + patient + `"/><patient><name><family>` + patient + `</family></name></patient></patientRole></recordTarget><component><structuredBody><component><section>
<code code="30954-2" codeSystem="2.16.840.1.113883.6.1"/><title>x</title><text>` + comment + `</text><entry><observation classCode="OBS" moodCode="EVN"><id root="1.2.3" extension="9"/>
<code code="2345-7" displayName="Glucose" codeSystem="2.16.840.1.113883.6.1"/><statusCode code="completed"/><effectiveTime value="202603040815+0100"/><value xsi:type="ST">` + value + `</value></observation></entry>
</section></component></structuredBody></component></ClinicalDocument>`
	apple := `<?xml version="1.0" encoding="UTF-8"?>
<HealthData locale="de_DE"><ExportDate value="2026-03-05 09:00:00 +0100"/><Me HKCharacteristicTypeIdentifierDateOfBirth="1971-02-03"/>
<Record type="HKQuantityTypeIdentifierStepCount" sourceName="` + device + `" device="&lt;&lt;HKDevice: ` + device + `&gt;, name:` + device + `&gt;" unit="count" creationDate="2026-03-04 08:20:00 +0100" startDate="2026-03-04 08:15:00 +0100" endDate="2026-03-04 08:18:30 +0100" value="217"/></HealthData>`
	batch := `{"device":{"maker":"Invented","model":"` + device + `","id":"` + device + `"},"samples":[
{"metric":"weight","value":72.5,"unit":"kg","start":"2026-03-04T07:30:00+01:00","tz":"Europe/Berlin","id":"` + device + `"}]}`
	table := "Test,Result,Unit,Reference range,Collected,Comment\n" + field + " marker," + value + ",,,2026-03-04 08:10," + comment + "\nFerritin,80,ng/mL,30-300,2026-03-04 08:10," + comment + "\n"
	return map[format.Format][]byte{format.FHIR: []byte(fhir), format.CCDA: []byte(ccda), format.Apple: []byte(apple), format.Device: []byte(batch), format.CSV: []byte(table)}
}

// brokenFiles are files that nothing good can come of, by a name.
func (d *Driver) brokenFiles(good map[format.Format][]byte) map[string][]byte {
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
	for f, content := range good {
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

// imports brings files into the record: each format, whole, then everything that is broken, under each format.
func (d *Driver) imports(ctx context.Context) {
	good, table := d.goodFiles(), ""
	who := []string{"import", "--log-level", "debug", "--person", d.first}
	args := func(more ...string) []string { return append(append([]string{}, who...), more...) }
	for f, content := range good {
		path, err := d.target.Put(ctx, d.word(inFileName)+"-"+string(f), content)
		if err != nil {
			d.fault("a file cannot be put beside the server: %v", err)
			return
		}
		if f == format.CSV {
			table = path
		}
		for i, flags := range [][]string{{}, {"--format", string(f), "--dry-run"}, {"--dry-run"}} {
			if i > 1 && !d.Thorough {
				break
			}
			out := d.command(ctx, "", []string{inDevice, inPatient}, args(append(flags, path)...)...)
			if out.Code != 0 || !strings.Contains(string(out.Stdout), string(f)) {
				d.fault("a file of the format %s is not imported: status %d", f, out.Code)
				continue
			}
			d.Covered.Good(Format, string(f))
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
