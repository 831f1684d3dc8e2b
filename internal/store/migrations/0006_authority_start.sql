-- What a day publishes is found by the whole key of its observation, as what is superseded is. By its id alone it is looked
-- for twice: in an index, and then in the table.
ALTER TABLE day_authority ADD COLUMN start_at {int} NOT NULL DEFAULT 0;

UPDATE day_authority SET start_at = (SELECT o.start_at FROM observation o WHERE o.person_id = day_authority.person_id AND o.id = day_authority.id)
WHERE EXISTS (SELECT 1 FROM observation o WHERE o.person_id = day_authority.person_id AND o.id = day_authority.id);
