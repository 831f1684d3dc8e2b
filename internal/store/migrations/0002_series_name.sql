-- The visible observations of a person by series, kind and printed name: how many there are, and of how many the day is
-- not known. It is kept in the transactions that change what is visible. It takes the place of the table series, which
-- nothing was ever written to.

CREATE TABLE series_name (
	person_id {text} NOT NULL,
	series_id {text} NOT NULL,
	kind {text} NOT NULL,
	name_key {text} NOT NULL,
	name_text {text} NOT NULL,
	readings {int} NOT NULL,
	unknown_days {int} NOT NULL,
	PRIMARY KEY (person_id, series_id, kind, name_key, name_text)
){clustered};

INSERT INTO series_name (person_id, series_id, kind, name_key, name_text, readings, unknown_days)
SELECT o.person_id, o.series_id, o.kind, o.name_key, o.name_text, count(*), sum(1 - o.day_known)
FROM observation o
WHERE o.status = 'final'
AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.person_id = o.person_id AND s.series_id = o.series_id
	AND s.local_day = o.local_day AND s.start_at = o.start_at AND s.id = o.id)
GROUP BY o.person_id, o.series_id, o.kind, o.name_key, o.name_text;

DROP TABLE series;
