package canarycheck

import (
	"maps"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/ingest/format"
)

// part is a piece of a file that is read by itself. In its text, ~ and a capital stand for the word of a channel.
type part struct {
	kinds string // of the format's kinds that it has, with bars between
	text  string
	want  counts
}

// counts is what comes of a part or a file.
type counts struct {
	measurements, conditions, symptoms, notes, orders, statements, taken int
	refused                                                              int // as not supported, as it should be
}

func (c *counts) stored() int {
	return c.measurements + c.conditions + c.symptoms + c.notes + c.orders + c.statements + c.taken
}

func (c *counts) add(o counts) {
	c.measurements += o.measurements
	c.conditions += o.conditions
	c.symptoms += o.symptoms
	c.notes += o.notes
	c.orders += o.orders
	c.statements += o.statements
	c.taken += o.taken
	c.refused += o.refused
}

// file is one that is imported, whole.
type file struct {
	name    string
	format  format.Format
	kinds   []string
	content []byte
	want    counts
}

// tellApart says what of a file is read, draft by draft.
func tellApart(drafts ingest.Drafts) (c counts, wrong []error) {
	for d, err := range drafts {
		p, isProblem := err.(*ingest.Problem)
		switch {
		case isProblem && p.Reason == ingest.NotSupported:
			c.refused++
		case err != nil:
			wrong = append(wrong, err)
		case d.Medication != nil && d.Medication.Kind == ingest.MedicationOrder:
			c.orders++
		case d.Medication != nil && d.Medication.Kind == ingest.MedicationUse:
			c.statements++
		case d.Medication != nil:
			c.taken++
		case d.Kind == "condition":
			c.conditions++
		case d.Kind == "symptom":
			c.symptoms++
		case d.Kind == "note":
			c.notes++
		default:
			c.measurements++
		}
	}
	return c, wrong
}

// letters are what stands for words in the text of parts.
var letters = map[string]string{
	"~F": inField, "~V": inValue, "~C": inComment, "~P": inPatient, "~M": inMedication, "~D": inDevice, "~X": inIdentifier, "~W": inPerformer, "~I": inInstruction, "~U": inImportedUnit,
}

// assembled are parts between what a file begins and ends with.
func (d *Driver) assembled(name string, f format.Format, before, between, after string, parts []part) file {
	out := file{name: name, format: f}
	var texts []string
	for _, p := range parts {
		out.kinds = append(out.kinds, strings.Split(p.kinds, "|")...)
		out.want.add(p.want)
		texts = append(texts, p.text)
	}
	var pairs []string
	for _, letter := range slices.Sorted(maps.Keys(letters)) {
		pairs = append(pairs, letter, d.word(letters[letter]))
	}
	out.content = []byte(strings.NewReplacer(pairs...).Replace(before + strings.Join(texts, between) + after))
	return out
}

// goodFiles are files of each format, with all kinds of things that are read of it, and words in what people write.
func (d *Driver) goodFiles() []file {
	return []file{
		d.assembled("fhir", format.FHIR, `{"resourceType":"Bundle","type":"collection","id":"~X","entry":[`+"\n", ",\n", "]}", fhirParts()),
		d.assembled("ccda", format.CCDA, ccdaBefore, "\n", ccdaAfter, ccdaParts()),
		d.assembled("apple", format.Apple, `<?xml version="1.0" encoding="UTF-8"?>`+"\n"+`<HealthData locale="de_DE">`, "\n", "</HealthData>", appleParts),
		d.assembled("device", format.Device, `{"device":{"maker":"~D","model":"~D","name":"~D","id":"~D"},"samples":[`, ",\n", "]}", deviceParts),
		d.assembled("csv", format.CSV, "Invented Laboratory ~W,,,,,,,,,,,,,,,\nTest,Result,Unit,Collection Date,Collection Time,Lower Limit,Upper Limit,Flag,Method,Specimen,Comment,Result ID,Panel,LOINC,Patient,~X\n", "", "", longRows),
		d.assembled("csv-ranges", format.CSV, "Test;Result;Unit;Reference range;Collected;Comment\n", "", "", rangeRows),
		d.assembled("csv-wide", format.CSV, "Date,Comment,~F wide [mg/dL],~F other\n", "", "", wideRows),
		d.assembled("csv-dated", format.CSV, "Test,Unit,Reference range,Comment,2026-03-04,2026-03-05\n", "", "", datedRows),
	}
}

// Medications of the files, by what stands behind their word.
var (
	drugs      = []string{"clock", "weekdays", "events", "often", "at need", "indexed", "contained", "period", "bedtime", "given", "taken"}
	drugsTaken = []string{"given", "taken"}
)

const coded = `"coding":[{"system":"urn:oid:1.2.3","code":"~X","display":"~F"}]`

// fhirObservation is one with a value or what stands for it.
func fhirObservation(name, value string) string {
	return `{"resourceType":"Observation","status":"final","identifier":[{"system":"urn:~X","value":"~X-` + name + `"}],"category":[{"text":"~C","coding":[{"code":"laboratory","display":"~C"}]}],
"code":{"text":"~F ` + name + `",` + coded + `},"subject":{"reference":"Patient/p","display":"~P"},"encounter":{"display":"~W"},"effectiveDateTime":"2026-03-04T08:15:00+01:00",` + value + `,
"interpretation":[{"text":"~C"}],"note":[{"text":"~C","authorString":"~W"}],"performer":[{"display":"~W"}],"method":{"text":"~C method"},"specimen":{"display":"~C"},"device":{"display":"~D"},"bodySite":{"text":"~C"},
"referenceRange":[{"text":"~C"},{"low":{"value":1,"unit":"~U"},"high":{"value":9,"unit":"~U"},"type":{"text":"~C"},"appliesTo":[{"text":"~C"}]}]}`
}

// fhirUse is an order, a statement or an intake.
func fhirUse(kind, name, drug, more string) string {
	if drug == "" {
		drug = `"medicationCodeableConcept":{"text":"~M ` + name + `"}`
	}
	return `{"resource":{"resourceType":"` + kind + `","identifier":[{"system":"urn:~X","value":"~X ` + name + `"}],"subject":{"reference":"Patient/p","display":"~P"},"note":[{"text":"~C"}],"reasonCode":[{"text":"~C"}],"statusReason":[{"text":"~C"}],` +
		drug + `,` + more + `}}`
}

func fhirParts() []part {
	one := counts{measurements: 1}
	resource := func(s string) string { return `{"resource":` + s + `}` }
	ordered := func(name, dosage string) part {
		return part{"MedicationRequest", fhirUse("MedicationRequest", name, "", `"status":"active","intent":"order","authoredOn":"2026-03-04","requester":{"display":"~W"},"priorPrescription":{"reference":"MedicationRequest/~X"},
"dispenseRequest":{"numberOfRepeatsAllowed":2,"validityPeriod":{"start":"2026-03-04","end":"2026-06-04"}},"dosageInstruction":[`+dosage+`]`), counts{orders: 1}}
	}
	out := []part{
		{"Patient|Bundle", `{"fullUrl":"urn:~X","resource":{"resourceType":"Patient","id":"p","identifier":[{"system":"urn:~X","value":"~X"}],"name":[{"family":"~P","given":["~P"],"text":"~P"}],"birthDate":"1971-02-03","address":[{"text":"~P","city":"~P"}],
"telecom":[{"value":"~P"}],"contact":[{"name":{"text":"~P"}}],"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/timezone","valueCode":"Europe/Berlin"},{"url":"urn:~X","valueString":"~P"}]}}`, counts{}},
		{"Observation", resource(fhirObservation("with components", `"component":[{"code":{"text":"~F upper"},"valueQuantity":{"value":121,"unit":"~U"},"interpretation":[{"text":"~C"}]},{"code":{"text":"~F lower"},"valueString":"~V lower"}]`)), counts{measurements: 2}},
		{"Observation", resource(fhirObservation("without", `"dataAbsentReason":{"text":"~C"}`)), one},
		{"Observation", `{"resource":{"resourceType":"Observation","status":"final","code":{"text":"Glucose"},"effectiveDateTime":"2026-03-04T08:16:00+01:00","valueQuantity":{"value":5.4,"unit":"mmol/L"},"note":[{"text":"~C"}]}}`, one},
		{"Observation", resource(fhirObservation("of two", `"valueQuantity":{"value":6,"unit":"~U"},"valueString":"~V remark"`)), one},
		{"DiagnosticReport", `{"resource":{"resourceType":"DiagnosticReport","id":"~X","status":"final","code":{"text":"~F panel"},"conclusion":"~C","effectiveDateTime":"2026-03-04T08:15:00+01:00","performer":[{"display":"~W"}],"specimen":[{"display":"~C"}],
"contained":[{"resourceType":"Observation","id":"a","status":"final","code":{"text":"~F contained"},"valueString":"~V contained"},{"resourceType":"Specimen","id":"b","type":{"text":"~C"}}],"presentedForm":[{"title":"~C","url":"urn:~X"}]}}`, counts{measurements: 1, refused: 1}},
		{"Bundle", `{"resource":{"resourceType":"Bundle","type":"collection","entry":[` + resource(fhirObservation("nested", `"valueString":"~V nested"`)) + `]}}`, one},
		{"Condition", `{"resource":{"resourceType":"Condition","clinicalStatus":{"text":"~C","coding":[{"code":"active","display":"~C"}]},"verificationStatus":{"text":"~C"},"code":{"text":"~F disease",` + coded + `},"onsetString":"~C","abatementString":"~C",
"recordedDate":"2026-03-04","severity":{"text":"~C"},"bodySite":[{"text":"~C"}],"asserter":{"display":"~W"},"note":[{"text":"~C"}]}}`, counts{conditions: 1}},
		ordered("clock", `{"sequence":1,"text":"~I clock","additionalInstruction":[{"text":"~I"}],"patientInstruction":"~I","route":{"text":"~I"},"timing":{"repeat":{"timeOfDay":["08:00:00","20:00:00"],"boundsPeriod":{"start":"2026-03-04","end":"2026-03-09"}}},"doseAndRate":[{"doseQuantity":{"value":1,"unit":"~U"}}]}`),
		ordered("weekdays", `{"text":"~I weekdays","timing":{"repeat":{"dayOfWeek":["mon","thu"]}},"doseAndRate":[{"doseQuantity":{"value":2,"unit":"tablet"}}]}`),
		ordered("events", `{"text":"~I events","timing":{"repeat":{"when":["HS"]}}}`),
		ordered("often", `{"timing":{"code":{"text":"~I","coding":[{"code":"BID","display":"~I"}]}},"doseAndRate":[{"doseRange":{"low":{"value":1,"unit":"~U"},"high":{"value":2,"unit":"~U"}}}]}`),
		ordered("at need", `{"asNeededCodeableConcept":{"text":"~I"},"timing":{"repeat":{"frequency":1,"period":6,"periodUnit":"h","countMax":9}},"doseAndRate":[{"doseQuantity":{"value":1,"unit":"mg"}}],"maxDosePerPeriod":{"numerator":{"value":4,"unit":"mg"},"denominator":{"value":1,"unit":"d"}}}`),
		{"MedicationRequest", fhirUse("MedicationRequest", "waiting", `"medicationReference":{"reference":"Medication/m","display":"~M display"}`, `"status":"stopped","intent":"order","authoredOn":"2026-03-04","dispenseRequest":{"validityPeriod":{"end":"2026-04-04"}}`), counts{orders: 1}},
		{"Medication", `{"resource":{"resourceType":"Medication","id":"m","code":{"text":"~M indexed",` + coded + `},"form":{"text":"~M form"},"ingredient":[{"itemCodeableConcept":{"text":"~M substance"},"strength":{"numerator":{"value":5,"unit":"~U"},"denominator":{"value":1,"unit":"~U"}}}],"batch":{"lotNumber":"~X"}}}`, counts{}},
		{"MedicationStatement", fhirUse("MedicationStatement", "found", `"medicationReference":{"reference":"Medication/m"}`, `"status":"active","effectivePeriod":{"start":"2026-03-05"},"informationSource":{"display":"~W"},"dosage":[{"text":"~I at night"}]`), counts{statements: 1}},
		{"MedicationStatement", fhirUse("MedicationStatement", "contained", `"contained":[{"resourceType":"Medication","id":"c","code":{"text":"~M contained"},"ingredient":[{"itemReference":{"display":"~M"}}]}],"medicationReference":{"reference":"#c"}`, `"status":"active","dateAsserted":"2026-03-04","dosage":[{"text":"~I at noon"}]`), counts{statements: 1}},
		{"MedicationAdministration", fhirUse("MedicationAdministration", "given", "", `"status":"completed","effectiveDateTime":"2026-03-04T09:00:00+01:00","request":{"reference":"MedicationRequest/~X"},"performer":[{"actor":{"display":"~W"}}],"dosage":{"text":"~I","route":{"text":"~I"},"dose":{"value":1,"unit":"mg"}}`), counts{taken: 1}},
		{"", `{"resource":{"resourceType":"AllergyIntolerance","id":"~X","code":{"text":"~F"},"note":[{"text":"~C"}]}}`, counts{refused: 1}},
	}
	for name, value := range map[string]string{
		"valueQuantity": `{"value":5.5,"comparator":"<","unit":"~U","system":"urn:~X","code":"~X"}`, "valueCodeableConcept": `{"text":"~V concept",` + coded + `}`, "valueString": `"~V seen"`, "valueBoolean": `true`, "valueInteger": `7`, "valueTime": `"08:15:00"`,
		"valueDateTime": `"2026-03-04"`, "valueRange": `{"low":{"value":3,"unit":"~U"},"high":{"value":4,"unit":"~U"}}`, "valueRatio": `{"numerator":{"value":1,"unit":"~U"},"denominator":{"value":128}}`,
		"valuePeriod": `{"start":"2026-03-04","end":"2026-03-05"}`,
	} {
		out = append(out, part{"Observation." + name, resource(fhirObservation(name, `"`+name+`":`+value)), one})
	}
	for name, value := range map[string]string{"valueSampledData": `{"origin":{"value":0},"period":1,"dimensions":1,"data":"~V"}`, "valueAttachment": `{"title":"~V","url":"urn:~X"}`, "valueReference": `{"display":"~V"}`} {
		out = append(out, part{"Observation." + name, resource(fhirObservation(name, `"`+name+`":`+value)), counts{refused: 1}})
	}
	slices.SortFunc(out[len(out)-13:], func(a, b part) int { return strings.Compare(a.kinds, b.kinds) })
	return out
}

const (
	ccdaBefore = `<?xml version="1.0" encoding="UTF-8"?><ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><id root="1.2.3" extension="~X"/><title>~P</title>
<recordTarget><patientRole><id root="1.2.3" extension="~P"/><addr><city>~P</city></addr><telecom value="tel:~P"/><patient><name><given>~P</given><family>~P</family></name></patient></patientRole></recordTarget>
<author><assignedAuthor><id extension="~W"/><assignedPerson><name>~W</name></assignedPerson></assignedAuthor></author><component><structuredBody>`
	ccdaAfter = `</structuredBody></component></ClinicalDocument>`
)

const (
	ccdaAuthor  = `<author><time value="20260304"/><assignedAuthor><assignedAuthoringDevice><manufacturerModelName>~D</manufacturerModelName><softwareName>~D</softwareName></assignedAuthoringDevice><representedOrganization><name>~W</name></representedOrganization></assignedAuthor></author>`
	ccdaComment = `<entryRelationship typeCode="SUBJ"><act classCode="ACT" moodCode="EVN"><code code="48767-8"/><text>~C</text></act></entryRelationship>`
)

func ccdaSection(code, entries string) string {
	return `<component><section><code code="` + code + `" codeSystem="2.16.840.1.113883.6.1" displayName="~F"/><title>~C</title><text><paragraph ID="a">~C</paragraph><list><item ID="b">~F printed</item></list></text>` + entries + `</section></component>`
}

func ccdaObservation(name, value string) string {
	return `<observation classCode="OBS" moodCode="EVN"><id root="1.2.3" extension="~X ` + name + `"/><code code="~X" displayName="~F ` + name + `" codeSystem="1.2.3"><originalText>~F ` + name + `</originalText><translation code="~X" displayName="~F" codeSystem="1.2.4"/></code>
<text><reference value="#a"/></text><statusCode code="completed"/><effectiveTime value="202603040815+0100"/>` + value + `<interpretationCode code="N" displayName="~C"/><methodCode code="~X" displayName="~C"/><targetSiteCode code="~X" displayName="~C"/>
<specimen><specimenRole><specimenPlayingEntity><code displayName="~C"/></specimenPlayingEntity></specimenRole></specimen>` + ccdaAuthor + ccdaComment + `<referenceRange><observationRange><text>~C</text></observationRange></referenceRange></observation>`
}

// ccdaDrug is a medication that is prescribed, taken or was taken.
func ccdaDrug(name, mood, more string) string {
	return `<entry><substanceAdministration classCode="SBADM" moodCode="` + mood + `"><id root="1.2.3" extension="~X ` + name + `"/><text>~I ` + name + `</text><statusCode code="active"/>` + more +
		`<consumable><manufacturedProduct><manufacturedMaterial><code code="~X" displayName="~M ` + name + `" codeSystem="1.2.3"><originalText>~M ` + name + `</originalText></code><name>~M</name></manufacturedMaterial></manufacturedProduct></consumable>` + ccdaAuthor + ccdaComment + `
<entryRelationship typeCode="RSON"><observation classCode="OBS" moodCode="EVN"><value xsi:type="CD" code="~X" displayName="~C"/></observation></entryRelationship>
<entryRelationship typeCode="REFR"><supply classCode="SPLY" moodCode="INT"><repeatNumber value="2"/></supply></entryRelationship></substanceAdministration></entry>`
}

func ccdaParts() []part {
	from := `<effectiveTime xsi:type="IVL_TS"><low value="20260304"/></effectiveTime>`
	problem := `<observation classCode="OBS" moodCode="EVN"><templateId root="2.16.840.1.113883.10.20.22.4.4"/><id root="1.2.3" extension="~X problem"/><code code="55607006"/><text>~C</text><statusCode code="completed"/><effectiveTime><low value="20260304"/><high value="20260401"/></effectiveTime>
<value xsi:type="CD" code="~X" displayName="~F problem" codeSystem="1.2.3"/>` + ccdaAuthor + ccdaComment + `<entryRelationship typeCode="REFR"><observation classCode="OBS" moodCode="EVN"><templateId root="2.16.840.1.113883.10.20.22.4.6"/><value xsi:type="CD" code="55561003" displayName="~V"/></observation></entryRelationship>
<entryRelationship typeCode="SUBJ"><observation classCode="OBS" moodCode="EVN"><templateId root="2.16.840.1.113883.10.20.22.4.8"/><value xsi:type="CD" displayName="~C"/></observation></entryRelationship></observation>`
	alone := strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(problem, "~X problem", "~X alone"), "~F problem", ""), `<effectiveTime><low value="20260304"/><high value="20260401"/></effectiveTime>`, `<effectiveTime><low value="2026"/></effectiveTime>`)
	alone = strings.Replace(alone, `<value xsi:type="CD" code="~X" displayName="" codeSystem="1.2.3"/>`, `<value xsi:type="ST">~F alone</value>`, 1)
	values := []part{
		{"value PQ", `<value xsi:type="PQ" value="5.4" unit="~U"/>`, counts{}},
		{"value IVL_PQ", `<value xsi:type="IVL_PQ"><low value="3" unit="~U"/><high value="4" unit="~U"/></value>`, counts{}},
		{"value IVL_INT", `<value xsi:type="IVL_INT"><high value="9" inclusive="false"/></value>`, counts{}},
		{"value IVL_REAL", `<value xsi:type="IVL_REAL"><low value="2.5"/></value>`, counts{}},
		{"value CD", `<value xsi:type="CD" code="~X" displayName="~V coded" codeSystem="1.2.3"/>`, counts{}},
		{"value CO", `<value xsi:type="CO" code="~X"><originalText>~V</originalText></value>`, counts{}},
		{"value CE", `<value xsi:type="CE" code="~X"><translation code="~X" displayName="~V"/></value>`, counts{}},
		{"value CV", `<value xsi:type="CV" code="~V"/>`, counts{}},
		{"value CS", `<value xsi:type="CS" code="~V"/>`, counts{}},
		{"value ST", `<value xsi:type="ST">~V</value>`, counts{}},
		{"value ED", `<value xsi:type="ED"><reference value="#a"/></value>`, counts{}},
		{"value INT", `<value xsi:type="INT" value="7"/>`, counts{}},
		{"value REAL", `<value xsi:type="REAL" value="7.5"/>`, counts{}},
		{"value BL", `<value xsi:type="BL" value="true"/>`, counts{}},
		{"value TS", `<value xsi:type="TS" value="20260304"/>`, counts{}},
		{"value RTO", `<value xsi:type="RTO"><numerator xsi:type="INT" value="1"/><denominator xsi:type="INT" value="128"/></value>`, counts{}},
		{"value RTO_PQ_PQ", `<value xsi:type="RTO_PQ_PQ"><numerator value="5" unit="~U"/><denominator value="2" unit="~U"/></value>`, counts{}},
		{"value IVL_TS", `<value xsi:type="IVL_TS"><low value="20260304"/><high value="20260305"/></value>`, counts{}},
	}
	var out []part
	for _, v := range values {
		text := ccdaSection("30954-2", `<entry>`+ccdaObservation(v.kinds, v.text)+`</entry>`)
		out = append(out, part{v.kinds, text, counts{measurements: 1}})
	}
	return append(out,
		part{"results section", ccdaSection("30954-2", `<entry><organizer classCode="BATTERY" moodCode="EVN"><id root="1.2.3" extension="~X panel"/><code code="~X" displayName="~F panel"/>`+ccdaAuthor+`<component>`+ccdaObservation("of a panel", `<value xsi:type="PQ"><translation value="6" code="~U" displayName="~U"/></value>`)+`</component></organizer></entry>`), counts{measurements: 1}},
		part{"vital signs section", ccdaSection("8716-3", `<entry>`+ccdaObservation("vital", `<value xsi:type="PQ" value="72" unit="~U"/>`)+`</entry>`), counts{measurements: 1}},
		part{"medications section", ccdaSection("10160-0", ccdaDrug("period", "INT", from+`<effectiveTime xsi:type="PIVL_TS" operator="A"><period value="12" unit="h"/></effectiveTime><routeCode code="~X" displayName="~I"/><doseQuantity value="1" unit="~U"/><administrationUnitCode code="~X" displayName="~U"/>`)), counts{orders: 1}},
		part{"medications section", ccdaSection("10160-0", strings.Replace(ccdaDrug("bedtime", "EVN", from+`<effectiveTime xsi:type="EIVL_TS" operator="A"><event code="HS"/></effectiveTime><doseQuantity><low value="1" unit="~U"/><high value="2" unit="~U"/></doseQuantity>`), "<text>~I bedtime</text>", "", 1)), counts{statements: 1}},
		part{"medications section", ccdaSection("10160-0", ccdaDrug("at need", "INT", from+`<doseQuantity value="1" unit="mg"/><maxDoseQuantity><numerator value="4" unit="mg"/><denominator value="1" unit="d"/></maxDoseQuantity><precondition><criterion><value xsi:type="CD" code="~X" displayName="~I"/></criterion></precondition>`)), counts{orders: 1}},
		part{"medications section", ccdaSection("10160-0", strings.Replace(ccdaDrug("taken", "EVN", `<effectiveTime value="202603040915+0100"/><doseQuantity value="1" unit="mg"/>`), `"active"`, `"completed"`, 1)), counts{taken: 1}},
		part{"problems section", ccdaSection("11450-4", `<entry><act classCode="ACT" moodCode="EVN"><entryRelationship typeCode="SUBJ">`+problem+`</entryRelationship></act></entry>`), counts{conditions: 1}},
		part{"problems section", ccdaSection("11450-4", `<entry>`+alone+`</entry>`), counts{conditions: 1}},
		part{"", ccdaSection("48765-2", `<entry>`+ccdaObservation("allergy", `<value xsi:type="ST">~V</value>`)+`</entry>`), counts{refused: 1}},
		part{"", ccdaSection("", ""), counts{refused: 1}},
	)
}

const (
	appleTimes  = ` creationDate="2026-03-04 08:20:00 +0100" startDate="2026-03-04 08:15:00 +0100" endDate="2026-03-04 08:18:30 +0100"`
	appleSource = ` sourceName="~D" sourceVersion="~D" device="&lt;&lt;HKDevice: ~D&gt;, name:~D&gt;"`
	appleMeta   = `<MetadataEntry key="HKTimeZone" value="Europe/Berlin"/><MetadataEntry key="~X" value="~C"/><MetadataEntry key="HKExternalUUID" value="~X"/>`
	pressure    = "HKQuantityTypeIdentifierBloodPressure"
)

var appleParts = []part{
	{"ExportDate", `<ExportDate value="2026-03-05 09:00:00 +0100"/>`, counts{}},
	{"Me", `<Me HKCharacteristicTypeIdentifierDateOfBirth="1971-02-03" HKCharacteristicTypeIdentifierBloodType="~P"/>`, counts{}},
	{"Record", `<Record type="HKQuantityTypeIdentifierStepCount"` + appleSource + ` unit="count"` + appleTimes + ` value="217">` + appleMeta + `</Record>`, counts{measurements: 1}},
	{"Record", `<Record type="HKQuantityTypeIdentifier~F"` + appleSource + ` unit="~U"` + appleTimes + ` value="5"><MetadataEntry key="HKWasUserEntered" value="1"/><MetadataEntry key="HKMetadataKeySyncIdentifier" value="~X"/></Record>`, counts{measurements: 1}},
	{"Record", `<Record type="HKCategoryTypeIdentifierSleepAnalysis"` + appleSource + appleTimes + ` value="HKCategoryValueSleepAnalysisAsleepDeep"/>`, counts{measurements: 1}},
	{"Record", `<Record type="HKCategoryTypeIdentifierAppleStandHour"` + appleSource + appleTimes + ` value="HKCategoryValueAppleStandHourStood"/>`, counts{measurements: 1}},
	{"Record", `<Record type="HKCategoryTypeIdentifierHeadache"` + appleSource + appleTimes + ` value="HKCategoryValueSeverityMild"/>`, counts{symptoms: 1}},
	{"Record", `<Record type="HKCategoryTypeIdentifierNausea"` + appleSource + appleTimes + ` value="HKCategoryValueSeverityNotPresent"/>`, counts{notes: 1}},
	{"Correlation", `<Correlation type="HKCorrelationTypeIdentifierBloodPressure"` + appleSource + appleTimes + `>` + appleMeta + `<Record type="` + pressure + `Systolic"` + appleSource + ` unit="mmHg"` + appleTimes + ` value="121">` + appleMeta + `</Record><Record type="` + pressure + `Diastolic"` + appleSource + ` unit="mmHg"` + appleTimes + ` value="79"/></Correlation>`, counts{measurements: 2}},
	{"Workout", `<Workout workoutActivityType="~F" duration="40.25" durationUnit="min"` + appleSource + appleTimes + `>` + appleMeta + `<WorkoutEvent type="~X"/><WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="141.5" minimum="90" maximum="171" unit="count/min"/>
<WorkoutStatistics type="~F" sum="9" unit="~U"/><WorkoutRoute sourceName="~D"><FileReference path="/~X.gpx"/></WorkoutRoute></Workout>`, counts{measurements: 5}},
	{"Workout", `<Workout workoutActivityType="HKWorkoutActivityTypeSwimming" duration="20" durationUnit="min" totalDistance="1" totalDistanceUnit="km" totalEnergyBurned="200" totalEnergyBurnedUnit="kcal"` + appleSource + ` startDate="2026-03-04 10:15:00 +0100" endDate="2026-03-04 10:35:00 +0100"/>`, counts{measurements: 3}},
	{"ActivitySummary", `<ActivitySummary dateComponents="2026-03-04" activeEnergyBurned="301.5" activeEnergyBurnedGoal="400" activeEnergyBurnedUnit="kcal" appleMoveTime="12" appleMoveTimeGoal="30" appleExerciseTime="15" appleExerciseTimeGoal="30" appleStandHours="9" appleStandHoursGoal="12"/>`, counts{measurements: 4}},
	{"ClinicalRecord", `<ClinicalRecord type="~X" identifier="~X" sourceName="~W" resourceFilePath="/~X.json"/>`, counts{refused: 1}},
	{"Audiogram", `<Audiogram type="~X"` + appleSource + `/>`, counts{refused: 1}},
	{"VisionPrescription", `<VisionPrescription type="~X" dateIssued="~X"/>`, counts{refused: 1}},
}

var deviceParts = []part{
	{"metric|value|unit|start|tz|id", `{"metric":"weight","value":72.5,"unit":"kg","start":"2026-03-04T07:30:00+01:00","tz":"Europe/Berlin","id":"~D"}`, counts{measurements: 1}},
	{"end", `{"metric":"steps","value":217,"start":"2026-03-04T08:15:00+01:00","end":"2026-03-04T08:20:00+01:00","id":"~D steps"}`, counts{measurements: 1}},
	{"metric", `{"metric":"resting_heart_rate","value":54,"start":"2026-03-04","id":"~D day"}`, counts{measurements: 1}},
	{"stage|stage awake", `{"metric":"sleep","stage":"awake","start":"2026-03-04T01:10:00+01:00","end":"2026-03-04T01:20:00+01:00"}`, counts{measurements: 1}},
	{"stage light", `{"metric":"sleep","stage":"light","start":"2026-03-04T01:20:00+01:00","end":"2026-03-04T01:30:00+01:00"}`, counts{measurements: 1}},
	{"stage deep", `{"metric":"sleep","stage":"deep","start":"2026-03-04T01:30:00+01:00","end":"2026-03-04T01:40:00+01:00"}`, counts{measurements: 1}},
	{"stage rem", `{"metric":"sleep","stage":"rem","start":"2026-03-04T01:40:00+01:00","end":"2026-03-04T01:50:00+01:00"}`, counts{measurements: 1}},
	{"stage asleep", `{"metric":"sleep","stage":"asleep","start":"2026-03-04T01:50:00+01:00","end":"2026-03-04T02:00:00+01:00"}`, counts{measurements: 1}},
}

// Rows of tables, one form each.
var (
	longRows = []part{
		{
			"one result a row|column name|column value|column unit|column date|column time|column reflow|column refhigh|column flag|column method|column specimen|column comment|column id|column panel|column loinc|column person|column ignored",
			"~F marker,~V,~U,2026-03-04,08:10,1,9,H,~C,~C,~C,~X,~F,2345-7,~P,~X\n",
			counts{measurements: 1},
		},
		{"column comment", "Ferritin,80,ng/mL,2026-03-04,08:10,30,300,,,,~C,~X 2,~F,,~P,~X\n", counts{measurements: 1}},
	}
	rangeRows = []part{{"column ref", "~F ranged;5,5;~U;~C;2026-03-04 08:10;~C\n", counts{measurements: 1}}}
	wideRows  = []part{
		{"one date a row, one test a column", "2026-03-04,~C,5.5,~V wide\n", counts{measurements: 2}},
		{"one date a row, one test a column", "2026-03-05,~C,,~V later\n", counts{measurements: 1}},
	}
	datedRows = []part{{"one test a row, one date a column", "~F dated,~U,~C,~C,~V dated,~V later\n", counts{measurements: 2}}}
)
