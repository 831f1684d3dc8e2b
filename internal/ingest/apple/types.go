package apple

import (
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
)

// Identifiers of types and values that are read for what they mean.
const (
	quantityPrefix = "HKQuantityTypeIdentifier"
	categoryPrefix = "HKCategoryTypeIdentifier"

	sleepAnalysis = "HKCategoryTypeIdentifierSleepAnalysis"
	standHour     = "HKCategoryTypeIdentifierAppleStandHour"
	stood         = "HKCategoryValueAppleStandHourStood"
	pressure      = "HKCorrelationTypeIdentifierBloodPressure"
	systolic      = "HKQuantityTypeIdentifierBloodPressureSystolic"
	diastolic     = "HKQuantityTypeIdentifierBloodPressureDiastolic"

	keyTimeZone    = "HKTimeZone"
	keyUserEntered = "HKWasUserEntered"
	keySyncID      = "HKMetadataKeySyncIdentifier"
	keyExternalID  = "HKExternalUUID"
)

// symptoms are the types that are complaints, in words.
var symptoms = map[string]string{
	"AbdominalCramps": "Abdominal cramps", "Acne": "Acne", "AppetiteChanges": "Appetite changes",
	"BladderIncontinence": "Bladder incontinence", "Bloating": "Bloating", "BreastPain": "Breast pain",
	"ChestTightnessOrPain": "Chest tightness or pain", "Chills": "Chills", "Constipation": "Constipation",
	"Coughing": "Coughing", "Diarrhea": "Diarrhea", "Dizziness": "Dizziness", "DrySkin": "Dry skin", "Fainting": "Fainting",
	"Fatigue": "Fatigue", "Fever": "Fever", "GeneralizedBodyAche": "Body aches", "HairLoss": "Hair loss", "Headache": "Headache",
	"Heartburn": "Heartburn", "HotFlashes": "Hot flashes", "LossOfSmell": "Loss of smell", "LossOfTaste": "Loss of taste",
	"LowerBackPain": "Lower back pain", "MemoryLapse": "Memory lapse", "MoodChanges": "Mood changes", "Nausea": "Nausea",
	"NightSweats": "Night sweats", "PelvicPain": "Pelvic pain",
	"RapidPoundingOrFlutteringHeartbeat": "Rapid, pounding or fluttering heartbeat", "RunnyNose": "Runny nose",
	"ShortnessOfBreath": "Shortness of breath", "SinusCongestion": "Sinus congestion", "SkippedHeartbeat": "Skipped heartbeat",
	"SleepChanges": "Sleep changes", "SoreThroat": "Sore throat", "VaginalDryness": "Vaginal dryness", "Vomiting": "Vomiting",
	"Wheezing": "Wheezing",
}

// absentValues say that a complaint was looked for and is not there.
var absentValues = map[string]bool{
	"HKCategoryValueSeverityNotPresent":      true,
	"HKCategoryValuePresenceNotPresent":      true,
	"HKCategoryValueAppetiteChangesNoChange": true,
}

// typeInfo is what a type identifier says about its records. There are a few hundred types, so each is looked at once.
type typeInfo struct {
	id       string
	symptom  string // its name in words
	window   bool   // a record speaks of a stretch of time, also where it is short
	repeated bool   // its records may be members of a correlation
	share    bool   // the metric table knows that its % is a fraction
}

func infoOf(id string) typeInfo {
	out := typeInfo{id: id}
	if name, ok := strings.CutPrefix(id, categoryPrefix); ok {
		out.symptom = symptoms[name]
	}
	if f, ok := record.FieldOf(Platform, id); ok {
		out.window, out.share = f.State != record.StateInstant, f.Unit == "1"
	}
	out.window = out.window || id == sleepAnalysis || id == standHour
	out.repeated = id == systolic || id == diastolic || strings.HasPrefix(id, quantityPrefix+"Dietary")
	return out
}
