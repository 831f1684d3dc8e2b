-- Text in braces is written per engine, see engine.Dialect. The person leads every key of what belongs to a person, so
-- the same schema can be spread over several servers by person. Nothing is updated in place but states of work
-- (batches, sessions, links, tokens) and plans; what is corrected is a new row.

CREATE TABLE meta (
	name {text} NOT NULL,
	value {text} NOT NULL,
	PRIMARY KEY (name)
){clustered};

CREATE TABLE person (
	person_id {text} NOT NULL,
	name {text} NOT NULL,
	zone {text} NOT NULL,
	created_at {int} NOT NULL,
	PRIMARY KEY (person_id)
){clustered};

CREATE TABLE account (
	account_id {text} NOT NULL,
	email {text} NOT NULL,
	email_key {text} NOT NULL,
	person_id {text} NOT NULL,
	password_hash {text} NOT NULL,
	created_at {int} NOT NULL,
	disabled_at {int} NOT NULL,
	PRIMARY KEY (account_id)
){clustered};
CREATE UNIQUE INDEX account_email ON account (email_key);

-- level: 1 read, 2 read and write.
CREATE TABLE care_grant (
	person_id {text} NOT NULL,
	account_id {text} NOT NULL,
	level {int} NOT NULL,
	granted_at {int} NOT NULL,
	PRIMARY KEY (person_id, account_id)
){clustered};
CREATE INDEX care_grant_account ON care_grant (account_id, person_id);

-- Tokens and links are found by the digest of their secret, which alone says whose they are.
CREATE TABLE token (
	secret_hash {bytes} NOT NULL,
	account_id {text} NOT NULL,
	person_id {text} NOT NULL,
	label {text} NOT NULL,
	scopes {text} NOT NULL,
	created_at {int} NOT NULL,
	expires_at {int} NOT NULL,
	revoked_at {int} NOT NULL,
	last_used_at {int} NOT NULL,
	PRIMARY KEY (secret_hash)
){clustered};
CREATE INDEX token_account ON token (account_id, person_id);

CREATE TABLE link (
	secret_hash {bytes} NOT NULL,
	account_id {text} NOT NULL,
	person_id {text} NOT NULL,
	created_at {int} NOT NULL,
	expires_at {int} NOT NULL,
	revoked_at {int} NOT NULL,
	revoked_by {text} NOT NULL,
	last_used_at {int} NOT NULL,
	PRIMARY KEY (secret_hash)
){clustered};
CREATE INDEX link_account ON link (account_id, person_id);

CREATE TABLE access_log (
	person_id {text} NOT NULL,
	seq {int} NOT NULL,
	at {int} NOT NULL,
	actor {text} NOT NULL,
	surface {text} NOT NULL,
	operation {text} NOT NULL,
	rows_read {int} NOT NULL,
	outcome {text} NOT NULL,
	request_id {text} NOT NULL,
	prev_hash {bytes} NOT NULL,
	hash {bytes} NOT NULL,
	PRIMARY KEY (person_id, seq)
){clustered};

CREATE TABLE document (
	person_id {text} NOT NULL,
	document_id {text} NOT NULL,
	name {text} NOT NULL,
	media_type {text} NOT NULL,
	digest {bytes} NOT NULL,
	size {int} NOT NULL,
	added_at {int} NOT NULL,
	PRIMARY KEY (person_id, document_id)
){clustered};

CREATE TABLE import_batch (
	person_id {text} NOT NULL,
	batch_id {text} NOT NULL,
	document_id {text} NOT NULL,
	format {text} NOT NULL,
	state {text} NOT NULL,
	position {int} NOT NULL,
	read_count {int} NOT NULL,
	stored_count {int} NOT NULL,
	duplicate_count {int} NOT NULL,
	rejected {text} NOT NULL,
	started_at {int} NOT NULL,
	changed_at {int} NOT NULL,
	PRIMARY KEY (person_id, batch_id)
){clustered};

CREATE TABLE observation (
	person_id {text} NOT NULL,
	series_id {text} NOT NULL,
	local_day {int} NOT NULL,
	start_at {int} NOT NULL,
	id {bytes} NOT NULL,
	kind {text} NOT NULL,
	status {text} NOT NULL,
	amends {bytes} NOT NULL,
	modality {text} NOT NULL,
	source_kind {text} NOT NULL,
	source_ref {text} NOT NULL,
	source_record_id {text} NOT NULL,
	source_code {text} NOT NULL,
	vendor {text} NOT NULL,
	vendor_field {text} NOT NULL,
	member_of {bytes} NOT NULL,
	stream_key {text} NOT NULL,
	source_class {text} NOT NULL,
	end_at {int} NOT NULL,
	zone {text} NOT NULL,
	tz_source {text} NOT NULL,
	day_known {int} NOT NULL,
	grain {text} NOT NULL,
	stat {text} NOT NULL,
	name_text {text} NOT NULL,
	value_text {text} NOT NULL,
	unit_text {text} NOT NULL,
	ref_text {text} NOT NULL,
	flag_text {text} NOT NULL,
	method_text {text} NOT NULL,
	specimen_text {text} NOT NULL,
	comment_text {text} NOT NULL,
	name_key {text} NOT NULL,
	value_kind {text} NOT NULL,
	value_number {float},
	comparator {text} NOT NULL,
	ucum {text} NOT NULL,
	ref_low {float},
	ref_high {float},
	absent_reason {text} NOT NULL,
	outcome {text} NOT NULL,
	reason {text} NOT NULL,
	system {text} NOT NULL,
	code {text} NOT NULL,
	decision {text} NOT NULL,
	release {text} NOT NULL,
	canonical_number {float},
	canonical_unit {text} NOT NULL,
	fingerprint {bytes} NOT NULL,
	created_at {int} NOT NULL,
	PRIMARY KEY (person_id, series_id, local_day, start_at, id)
){clustered};
CREATE UNIQUE INDEX observation_id ON observation (person_id, id);

-- A row here hides the observation with the same key: it was corrected or removed by another.
CREATE TABLE superseded (
	person_id {text} NOT NULL,
	series_id {text} NOT NULL,
	local_day {int} NOT NULL,
	start_at {int} NOT NULL,
	id {bytes} NOT NULL,
	by_id {bytes} NOT NULL,
	PRIMARY KEY (person_id, series_id, local_day, start_at, id)
){clustered};

CREATE TABLE coding_history (
	person_id {text} NOT NULL,
	id {bytes} NOT NULL,
	at {int} NOT NULL,
	cause {text} NOT NULL,
	outcome {text} NOT NULL,
	reason {text} NOT NULL,
	system {text} NOT NULL,
	code {text} NOT NULL,
	series_id {text} NOT NULL,
	decision {text} NOT NULL,
	release {text} NOT NULL,
	PRIMARY KEY (person_id, id, at, cause)
){clustered};

CREATE TABLE day_authority (
	person_id {text} NOT NULL,
	series_id {text} NOT NULL,
	local_day {int} NOT NULL,
	id {bytes} NOT NULL,
	rule {text} NOT NULL,
	candidates {int} NOT NULL,
	decided_at {int} NOT NULL,
	PRIMARY KEY (person_id, series_id, local_day)
){clustered};

-- Cells whose samples have changed since they were last aggregated and elected.
CREATE TABLE touched_cell (
	person_id {text} NOT NULL,
	series_id {text} NOT NULL,
	local_day {int} NOT NULL,
	PRIMARY KEY (person_id, series_id, local_day)
){clustered};

CREATE TABLE check_result (
	person_id {text} NOT NULL,
	series_id {text} NOT NULL,
	local_day {int} NOT NULL,
	rule {text} NOT NULL,
	verdict {text} NOT NULL,
	detail {text} NOT NULL,
	at {int} NOT NULL,
	PRIMARY KEY (person_id, series_id, local_day, rule)
){clustered};

-- person_id is empty for a name that is confirmed for everybody; code is empty for one that is no standard item.
CREATE TABLE name_alias (
	person_id {text} NOT NULL,
	name_key {text} NOT NULL,
	system {text} NOT NULL,
	code {text} NOT NULL,
	confirmed_at {int} NOT NULL,
	PRIMARY KEY (person_id, name_key)
){clustered};

-- What a series is called, per person: the display name of the newest reading's code.
CREATE TABLE series (
	person_id {text} NOT NULL,
	series_id {text} NOT NULL,
	display {text} NOT NULL,
	system {text} NOT NULL,
	code {text} NOT NULL,
	kind {text} NOT NULL,
	PRIMARY KEY (person_id, series_id)
){clustered};

CREATE TABLE medication_plan (
	person_id {text} NOT NULL,
	plan_id {text} NOT NULL,
	concept_key {text} NOT NULL,
	concept_text {text} NOT NULL,
	strength {text} NOT NULL,
	form {text} NOT NULL,
	codes {text} NOT NULL,
	schedule {text} NOT NULL,
	instructions {text} NOT NULL,
	start_day {int} NOT NULL,
	end_day {int} NOT NULL,
	status {text} NOT NULL,
	classification {text} NOT NULL,
	confirmed {int} NOT NULL,
	order_id {text} NOT NULL,
	source {text} NOT NULL,
	source_record_id {text} NOT NULL,
	stopped_on {int} NOT NULL,
	created_at {int} NOT NULL,
	changed_at {int} NOT NULL,
	PRIMARY KEY (person_id, plan_id)
){clustered};

-- A course has the instructions that were in effect in it: what was due on a past day stays what it was when the plan
-- is given others. n orders the courses of a plan.
CREATE TABLE medication_course (
	person_id {text} NOT NULL,
	plan_id {text} NOT NULL,
	course_id {text} NOT NULL,
	n {int} NOT NULL,
	order_id {text} NOT NULL,
	start_day {int} NOT NULL,
	end_day {int} NOT NULL,
	closed_by {text} NOT NULL,
	schedule {text} NOT NULL,
	instructions {text} NOT NULL,
	PRIMARY KEY (person_id, plan_id, course_id)
){clustered};

CREATE TABLE dose_event (
	person_id {text} NOT NULL,
	plan_id {text} NOT NULL,
	local_day {int} NOT NULL,
	event_id {text} NOT NULL,
	status {text} NOT NULL,
	taken_at {int} NOT NULL,
	zone {text} NOT NULL,
	slot_day {int} NOT NULL,
	slot_name {text} NOT NULL,
	dose_value {float},
	dose_unit {text} NOT NULL,
	recorded_by {text} NOT NULL,
	reason {text} NOT NULL,
	PRIMARY KEY (person_id, plan_id, local_day, event_id)
){clustered};
CREATE UNIQUE INDEX dose_event_id ON dose_event (person_id, event_id);
CREATE INDEX dose_event_day ON dose_event (person_id, local_day);

-- Append-only corrections of plans and doses: who changed which field, when. For a plan's field value is what it was
-- before; field "deleted" removes a dose.
CREATE TABLE medication_override (
	person_id {text} NOT NULL,
	target {text} NOT NULL,
	target_id {text} NOT NULL,
	seq {int} NOT NULL,
	field {text} NOT NULL,
	value {text} NOT NULL,
	actor {text} NOT NULL,
	at {int} NOT NULL,
	reason {text} NOT NULL,
	PRIMARY KEY (person_id, target, target_id, seq)
){clustered};

CREATE TABLE genotype_set (
	person_id {text} NOT NULL,
	set_id {text} NOT NULL,
	status {text} NOT NULL,
	format {text} NOT NULL,
	vendor {text} NOT NULL,
	declared_build {text} NOT NULL,
	detected_build {text} NOT NULL,
	rows_total {int} NOT NULL,
	rows_called {int} NOT NULL,
	sex_inferred {text} NOT NULL,
	normaliser {text} NOT NULL,
	sites {text} NOT NULL,
	document_id {text} NOT NULL,
	created_at {int} NOT NULL,
	PRIMARY KEY (person_id, set_id)
){clustered};
CREATE UNIQUE INDEX genotype_set_active ON genotype_set (person_id) WHERE status = 'active';

CREATE TABLE genotype (
	person_id {text} NOT NULL,
	set_id {text} NOT NULL,
	rsid {text} NOT NULL,
	rsid_raw {text} NOT NULL,
	chrom {text} NOT NULL,
	position_raw {int} NOT NULL,
	pos37 {int} NOT NULL,
	pos38 {int} NOT NULL,
	ref {text} NOT NULL,
	alt {text} NOT NULL,
	gene {text} NOT NULL,
	genotype_raw {text} NOT NULL,
	gt {text} NOT NULL,
	call_status {text} NOT NULL,
	zygosity {text} NOT NULL,
	strand_check {text} NOT NULL,
	PRIMARY KEY (person_id, set_id, rsid)
){clustered};
-- Few sites of a file are in the table of sites, and only these have positions of the builds and genes.
CREATE INDEX genotype_raw ON genotype (person_id, set_id, chrom, position_raw);
CREATE INDEX genotype_37 ON genotype (person_id, set_id, chrom, pos37) WHERE pos37 > 0;
CREATE INDEX genotype_38 ON genotype (person_id, set_id, chrom, pos38) WHERE pos38 > 0;
CREATE INDEX genotype_gene ON genotype (person_id, set_id, gene) WHERE gene > '';
