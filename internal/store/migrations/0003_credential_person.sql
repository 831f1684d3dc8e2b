-- Whether a person has an account, and what reads a person's record, is asked by the person.
CREATE INDEX account_person ON account (person_id);
CREATE INDEX token_person ON token (person_id);
CREATE INDEX link_person ON link (person_id);
