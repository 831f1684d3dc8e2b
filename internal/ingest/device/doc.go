// Package device reads batches of samples that a device, or an app on its behalf, sends.
//
// A batch is one JSON object:
//
//	{"device": {"maker": "…", "model": "…", "name": "…", "id": "…"},
//	 "samples": [
//	  {"metric": "steps", "value": 217, "unit": "{steps}", "start": "2026-03-04T08:15:00+01:00", "end": "2026-03-04T08:20:00+01:00", "tz": "Europe/Berlin", "id": "s-1"},
//	  {"metric": "sleep", "stage": "deep", "start": "2026-03-04T01:10:00+01:00", "end": "2026-03-04T01:40:00+01:00"}]}
//
// or, with a newline between objects, {"device": {…}} and then one object a sample.
//
//   - device comes first and has at least one of its members, all of them text. Together they name the stream: two
//     devices of one model need an id each.
//   - metric is a key of package record's table, or "sleep" with a stage: awake, light, deep, rem, asleep.
//   - value is a number. Only a metric that is time within the day can go without: its span is the value.
//   - unit is a unit that converts to the metric's, and the metric's own where it is left out.
//   - start and end are RFC 3339 with an offset, or a clock time without one, which is read in tz or else in the person's
//     zone. A start that is a day alone makes the sample the device's own figure for that day, and has no end. The value
//     of a cumulative metric is what was added from start to end, never a running total.
//   - id is the device's own id of the sample, if it has one.
//
// The reading is strict: unknown members, members given twice and values of another type are refused, by place and
// never by content. A sample that is refused does not keep the others out; a batch that is broken ends where it breaks.
package device
