package fhir

import (
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

// noCondition are SNOMED CT codes that say that there is none.
var noCondition = []string{"160245001", "1149222004", "716186003"}

// condition yields a draft at the onset, or where no day can be made of it, at the recording, or else when the server had
// it last: then it was known, and the onset as printed is a line of the comment. A condition that ended
// is not a span of time that was measured, so its end is a line of the comment. The value is the clinical status.
func (r *reader) condition(res *resource) {
	if !r.aboutPerson(res) {
		r.problem(ingest.OtherPerson, "Condition")
		return
	}
	code := res.get("code")
	verification := codeOf(res.get("verificationStatus"))
	if verification == "refuted" {
		r.problem(ingest.NotSupported, "Condition.verificationStatus refuted")
		return
	}
	for _, c := range noCondition {
		if hasCode(code, c) {
			r.problem(ingest.NotSupported, "Condition.code for none")
			return
		}
	}
	removed := verification == "entered-in-error"
	d := r.base(res)
	d.Kind, d.Origin = record.Condition, res.unique()
	d.Modality = record.Manual
	if typeOf(res.get("asserter").str("reference")) == "Patient" {
		d.Modality = record.SelfReported
	}
	d.Vendor = res.display(res.get("asserter"))
	d.Name, d.Codes = conceptText(code), codesOf(code)
	d.Value = codeOf(res.get("clinicalStatus"))
	if verification != "confirmed" {
		d.Flag = verification
	}
	onset := elementText(res.node, "onset")
	w, reason, where := r.timed(res, "onset")
	w.End = time.Time{}
	if reason != "" {
		for _, known := range []string{res.str("recordedDate"), res.get("meta").str("lastUpdated")} {
			if at, why := when(known, ""); why == "" && reason != "" {
				r.place(&at)
				w, reason = at, ""
			}
		}
	} else if res.get("onsetPeriod").str("end") == "" {
		onset = "" // the draft's time says it all
	}
	if reason != "" && !removed {
		r.problem(reason, where)
		return
	}
	d.When = w
	bodySite := ""
	for _, b := range res.list("bodySite") {
		bodySite = ingest.Joined(", ", bodySite, conceptText(&b))
	}
	d.Comment = ingest.Joined("\n", notes(res.node), ingest.Labelled("onset", onset), ingest.Labelled("abatement", elementText(res.node, "abatement")),
		ingest.Labelled("severity", conceptText(res.get("severity"))), ingest.Labelled("bodySite", bodySite))
	r.put(&d, removed, "Condition.verificationStatus")
}

// elementText is an element of several types, such as onset[x], as text.
func elementText(n *node, prefix string) string {
	for _, suffix := range []string{"DateTime", "String", "Boolean"} {
		if s := n.scalar(prefix + suffix); s != "" {
			return s
		}
	}
	if p := n.get(prefix + "Period"); p != nil {
		return ingest.Joined("/", p.str("start"), p.str("end"))
	}
	if a := n.get(prefix + "Age"); a != nil {
		if q, reason := quantityOf(a); reason == "" {
			return ingest.Labelled("age", q.spelled())
		}
	}
	if x := n.get(prefix + "Range"); x != nil {
		if text, unit, reason := spanned(x.get("low"), x.get("high")); reason == "" {
			return ingest.Labelled("age", ingest.Joined(" ", text, unit))
		}
	}
	return ""
}
