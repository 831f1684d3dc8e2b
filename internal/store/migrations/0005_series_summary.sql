-- What is said or typed is a small part of a record that devices fill; the journal finds it here. The condition is the
-- text of said in entry.go.
CREATE INDEX observation_said ON observation (person_id, id) WHERE kind <> 'measurement' OR source_ref IN ('journal', 'correction:journal');

-- The visible observations of a person by series and kind: how many there are, of how many the day is not known, the
-- first day, and the newest of them. It is kept in the transactions that change what is visible.
CREATE TABLE series_summary (
	person_id {text} NOT NULL,
	series_id {text} NOT NULL,
	kind {text} NOT NULL,
	readings {int} NOT NULL,
	unknown_days {int} NOT NULL,
	first_day {int} NOT NULL,
	local_day {int} NOT NULL,
	start_at {int} NOT NULL,
	id {bytes} NOT NULL,
	name_text {text} NOT NULL,
	value_text {text} NOT NULL,
	unit_text {text} NOT NULL,
	system {text} NOT NULL,
	code {text} NOT NULL,
	reason {text} NOT NULL,
	PRIMARY KEY (person_id, series_id, kind)
){clustered};

INSERT INTO series_summary (person_id, series_id, kind, readings, unknown_days, first_day, local_day, start_at, id, name_text, value_text, unit_text, system, code, reason)
SELECT n.person_id, n.series_id, n.kind, n.readings, n.unknown_days,
	(SELECT o.local_day FROM observation o WHERE o.person_id = n.person_id AND o.series_id = n.series_id AND o.kind = n.kind AND o.status = 'final'
		AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.person_id = o.person_id AND s.series_id = o.series_id
			AND s.local_day = o.local_day AND s.start_at = o.start_at AND s.id = o.id)
		ORDER BY o.local_day LIMIT 1),
	e.local_day, e.start_at, e.id, e.name_text, e.value_text, e.unit_text, e.system, e.code, e.reason
FROM (
	SELECT g.person_id, g.series_id, g.kind, CAST(sum(g.readings) AS bigint) AS readings, CAST(sum(g.unknown_days) AS bigint) AS unknown_days,
		(SELECT o.id FROM observation o WHERE o.person_id = g.person_id AND o.series_id = g.series_id AND o.kind = g.kind AND o.status = 'final'
			AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.person_id = o.person_id AND s.series_id = o.series_id
				AND s.local_day = o.local_day AND s.start_at = o.start_at AND s.id = o.id)
			ORDER BY o.local_day DESC, o.start_at DESC, o.id DESC LIMIT 1) AS newest
	FROM series_name g WHERE g.readings > 0 GROUP BY g.person_id, g.series_id, g.kind
) n CROSS JOIN observation e WHERE e.person_id = n.person_id AND e.id = n.newest;
