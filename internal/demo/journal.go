package demo

import (
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

// entry is what a person wrote into their journal on a day.
type entry struct {
	kind         record.Kind
	month, day   int // of the record's year
	hour, minute int
	words, note  string
}

var journals = map[string][]entry{
	"ilse": {
		{record.Symptom, 10, 7, 21, 10, "headache", "all afternoon"},
		{record.Symptom, 10, 23, 20, 30, "tired", ""},
		{record.Symptom, 11, 4, 7, 20, "sore throat", ""},
		{record.Symptom, 11, 5, 7, 5, "cough", "worse at night"},
		{record.Symptom, 11, 6, 19, 45, "runny nose", ""},
		{record.Condition, 11, 18, 17, 0, "iron deficiency anaemia", "told on the phone"},
		{record.Symptom, 12, 12, 22, 0, "headache", "after a long day at the screen. " + canaryNote},
		{record.Note, 12, 24, 12, 0, "No watch over the holidays.", ""},
		{record.Symptom, 1, 9, 18, 40, "low back pain", "carried boxes"},
		{record.Symptom, 1, 30, 8, 15, "insomnia", ""},
		{record.Condition, 2, 2, 11, 30, "hypertension", ""},
		{record.Symptom, 3, 3, 21, 20, "cough", "dry, since the new tablets"},
		{record.Symptom, 3, 11, 20, 50, "cough", ""},
		{record.Symptom, 3, 18, 19, 0, "odd tingling on the stairs, like in " + canaryWords, ""},
		{record.Condition, 4, 21, 9, 0, "hay fever", "every April"},
		{record.Symptom, 4, 22, 9, 30, "runny nose", ""},
		{record.Symptom, 5, 27, 23, 10, "nausea", ""},
		{record.Symptom, 6, 15, 15, 0, "dizziness", "got up too fast"},
		{record.Symptom, 7, 8, 20, 0, "knee pain", "left, after the hike"},
		{record.Symptom, 8, 19, 22, 30, "heartburn", ""},
		{record.Note, 9, 1, 8, 0, "New pillow.", ""},
		{record.Symptom, 9, 14, 21, 0, "headache", ""},
	},
	"lan": {
		{record.Symptom, 10, 11, 20, 0, "头疼", ""},
		{record.Symptom, 11, 2, 7, 30, "咳嗽", "有点痰"},
		{record.Symptom, 11, 3, 22, 15, "发烧", "三十八度左右"},
		{record.Symptom, 11, 4, 8, 0, "嗓子疼", ""},
		{record.Condition, 12, 11, 10, 0, "2型糖尿病", "体检以后医生说的"},
		{record.Symptom, 1, 17, 23, 0, "失眠", ""},
		{record.Symptom, 2, 9, 9, 0, "腰痛", "搬东西"},
		{record.Symptom, 3, 6, 14, 20, "头晕", ""},
		{record.Note, 3, 20, 8, 0, "这周出差，没有量血糖。", ""},
		{record.Symptom, 4, 2, 13, 0, "恶心", "换药之后"},
		{record.Condition, 4, 25, 18, 0, "过敏性鼻炎", ""},
		{record.Symptom, 4, 26, 18, 30, "流鼻涕", ""},
		{record.Symptom, 5, 30, 21, 0, "乏力", ""},
		{record.Symptom, 7, 21, 20, 10, "头疼", "中午没睡"},
		{record.Symptom, 8, 15, 19, 0, "膝盖疼", "爬山"},
		{record.Condition, 9, 10, 9, 30, "高血压", ""},
		{record.Symptom, 9, 22, 22, 0, "头疼", ""},
	},
}

// journal are a person's entries. A note has no name of its own: its words are its value.
func (p *Person) journal() []ingest.Draft {
	var out []ingest.Draft
	for _, e := range journals[p.key] {
		year := 2026
		if e.month >= 10 {
			year = 2025
		}
		d := ingest.Draft{
			Kind: e.kind, Modality: record.SelfReported, SourceKind: record.FromManual, SourceClass: record.ByHand, Comment: e.note,
			When: ingest.When{Start: p.at(record.DayOf(year, time.Month(e.month), e.day), e.hour, e.minute), Zone: p.Zone},
		}
		if e.kind == record.Note {
			d.Value = e.words
		} else {
			d.Name = e.words
		}
		out = append(out, d)
	}
	return out
}
