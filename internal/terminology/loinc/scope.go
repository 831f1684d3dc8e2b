package loinc

import "strings"

// Reasons why a row of a release is left out, in the order they are asked.
const (
	DropStatus    = "status"    // not ACTIVE: trial, discouraged, deprecated
	DropCopyright = "copyright" // carries a notice of somebody else's copyright
	DropClassType = "classtype" // attachment or survey
	DropClass     = "class"     // a class that never holds a reading
	DropScale     = "scale"     // documents, narratives, sets
	DropPanel     = "panel"     // a panel outside laboratory, vital signs and personal record
)

var dropReasons = []string{DropStatus, DropCopyright, DropClassType, DropClass, DropScale, DropPanel}

// Class types of the official table.
const (
	classTypeLab      = 1
	classTypeClinical = 2
)

// silentClasses hold documents, orders, questionnaires, reports and administration, never a reading. A class matches
// when it is the name or begins with the name and a dot.
var silentClasses = []string{
	"ADMIN", "ATTACH", "CLINTRIAL", "CONSENT", "DOC", "DOCUMENT", "DRUGDOSE", "ED", "HEDIS", "LABORDERS", "MEDS",
	"NR STATS", "PATH.PROTOCOLS", "PATIENT SAFETY", "PHENX", "PUBLICHEALTH", "RAD", "RESEARCH", "SURVEY", "TUMRRGT",
	"VACCIN",
}

// silentScales hold text or more than one value.
var silentScales = map[string]bool{"Doc": true, "Nar": true, "Set": true, "Multi": true}

// panelClasses are the panels worth a code: PANEL. and the class.
var panelClasses = []string{
	"PANEL.ABXBACT", "PANEL.ALLERGY", "PANEL.BLDBK", "PANEL.CELLMARK", "PANEL.CHAL", "PANEL.CHEM", "PANEL.COAG",
	"PANEL.CYTO", "PANEL.DRUG/TOX", "PANEL.FERT", "PANEL.HEM/BC", "PANEL.HL7.CYTOGEN", "PANEL.HL7.GENETICS",
	"PANEL.HLA", "PANEL.MICRO", "PANEL.MOLPATH", "PANEL.OBS", "PANEL.PATH", "PANEL.PHR", "PANEL.SERO",
	"PANEL.SPEC", "PANEL.UA", "PANEL.VITALS",
}

// releaseRow is what the scope of the table is decided on.
type releaseRow struct {
	status    string
	copyright bool
	classType int
	class     string
	scale     string
	panel     bool
	known     bool // the core table has the code
}

// dropReason says why a row is left out, or nothing. Rows are left out whole, never changed: the licence asks for it.
// A code of the core table stays whatever its class, because devices and aliases point at it, but never when it is
// retired or under somebody else's copyright.
func dropReason(r releaseRow) string {
	switch {
	case r.status != statusActive:
		return DropStatus
	case r.copyright:
		return DropCopyright
	case r.known:
		return ""
	case r.classType != classTypeLab && r.classType != classTypeClinical:
		return DropClassType
	case r.panel || strings.HasPrefix(r.class, "PANEL."):
		if !inClass(r.class, panelClasses) {
			return DropPanel
		}
		return ""
	case inClass(r.class, silentClasses):
		return DropClass
	case silentScales[r.scale] || r.scale == "-":
		return DropScale
	case strings.HasPrefix(r.class, "H&P") && r.scale != "Qn" && r.scale != "Ord":
		return DropScale
	}
	return ""
}

func inClass(class string, list []string) bool {
	for _, c := range list {
		if class == c || strings.HasPrefix(class, c) && class[len(c)] == '.' {
			return true
		}
	}
	return false
}

// vitalClasses are the clinical classes whose rows are vital signs and body measures.
var vitalClasses = []string{
	"BDYCRC", "BDYHGT", "BDYSURF", "BDYTMP", "BDYWGT", "BODY TEMP", "BP", "HEMODYN.MOLEC", "HRTRATE", "RESP",
}

// kindOf groups a row of a release as the core table groups its own.
func kindOf(class string, classType int, panel bool) string {
	switch {
	case panel || strings.HasPrefix(class, "PANEL."):
		return KindPanel
	case class == "DEVICES":
		return KindDevice
	case inClass(class, vitalClasses):
		return KindVital
	case classType == classTypeLab:
		return KindLab
	}
	return KindOther
}
