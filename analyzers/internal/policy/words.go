package policy

import "strings"

// A set matches a name that carries one of its words. An entry of several words ("birth date") matches them
// side by side, "pregnan*" any word that starts so, and every word its plural in s.
type set struct {
	single map[string]bool
	multi  [][]string
	stems  []string
}

func newSet(lists ...string) *set {
	s := &set{single: map[string]bool{}}
	for _, l := range lists {
		s.add(strings.FieldsFunc(l, func(r rune) bool { return r == ',' || r == '\n' }))
	}
	return s
}

func (s *set) add(entries []string) {
	for _, e := range entries {
		parts := strings.Fields(strings.ToLower(e))
		switch {
		case len(parts) == 0:
		case len(parts) > 1:
			s.multi = append(s.multi, parts)
		case strings.HasSuffix(parts[0], "*"):
			s.stems = append(s.stems, strings.TrimSuffix(parts[0], "*"))
		default:
			s.single[parts[0]] = true
		}
	}
}

// find returns the word of the set that the name carries, or "".
func (s *set) find(n Name) string {
	for i, p := range n.Parts {
		if w := s.word(p); w != "" {
			return w
		}
		for _, m := range s.multi {
			if i+len(m) <= len(n.Parts) && run(n.Parts[i:i+len(m)], m) {
				return strings.Join(m, " ")
			}
		}
	}
	return ""
}

func (s *set) word(p string) string {
	if s.single[p] {
		return p
	}
	if t := strings.TrimSuffix(p, "s"); t != p && len(t) > 2 && s.single[t] {
		return t
	}
	for _, stem := range s.stems {
		if strings.HasPrefix(p, stem) {
			return p
		}
	}
	return ""
}

func run(parts, want []string) bool {
	for i := range want {
		if parts[i] != want[i] && (i+1 < len(want) || parts[i] != want[i]+"s") {
			return false
		}
	}
	return true
}

// whole are upper-case words that only look as if they ended in ID.
var whole = flat("valid invalid paid void avoid grid hybrid solid covid acid fluid rapid android uid gid oid tid pid kid jti did guid uuid uuids guids suid ruid euid eid sid cid rid")

// compounds are words that writers run together in one case.
var compounds = map[string][]string{}

func init() {
	for _, line := range strings.Split(`user id|patient id|client id|session id|request id|req id|trace id|span id|task id|job id|message id|msg id|account id|device id|
order id|group id|org id|tenant id|event id|correlation id|object id|resource id|file id|row id|node id|process id|thread id|transaction id|
user name|first name|last name|full name|given name|family name|file name|file path|user agent|birth date|birth day|zip code|post code|postal code|
phone number|access token|refresh token|api key|private key|secret key|host name|status code|exit code|err no|time stamp|time zone|
email address|e mail|mail address|remote addr|ip addr|ip address|row count|heart rate|blood pressure|blood glucose|time out|time outs|
max retries|num rows|dry run|elapsed ms|duration ms|content length|content type|mem size|session key|signing key|encryption key|pass word|pass phrase|pass code|
medical record|date of birth|social security|step count|base url|data base|web hook|call back|check sum|finger print|birth place|path name|dir name|full path`, "|") {
		parts := strings.Fields(line)
		compounds[strings.Join(parts, "")] = parts
	}
	for w, parts := range map[string][]string{
		"email": {"email"}, "emails": {"emails"}, "timeout": {"timeout"}, "timeouts": {"timeouts"}, "database": {"database"}, "webhook": {"webhook"},
		"callback": {"callback"}, "checksum": {"checksum"}, "fingerprint": {"fingerprint"}, "password": {"password"}, "passwords": {"passwords"},
		"passphrase": {"passphrase"}, "passcode": {"passcode"}, "timestamp": {"timestamp"}, "timezone": {"timezone"}, "errno": {"errno"},
		"userids": {"user", "ids"}, "patientids": {"patient", "ids"}, "filenames": {"file", "names"}, "usernames": {"user", "names"},
	} {
		compounds[w] = parts
	}
}

func flat(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

var secretWords = newSet(`
password, passwd, pwd, passphrase, passcode, secret, token, credential, cred, creds, cookie, jwt, bearer, otp, totp, dsn,
api key, private key, secret key, signing key, encryption key, access key, session key, master key, shared key,
authorization, auth header, connection string, conn string, connection str, conn str, client assertion, id token, recovery code, verification code, session id, session cookie`)

// sessionWords make an id a secret: whoever holds a session id holds the session.
var sessionWords = newSet(`session`)

// notSecret end names that speak of a secret without being one.
var notSecret = newSet(`fingerprint, ttl, expiry, expiration, expires, duration, timeout, lifetime, interval, elapsed`)

// addressTails end names that are addresses: a payload, whatever they are addresses of.
var addressTails = newSet(`url, uri, endpoint, path, href, link`)

var personalWords = newSet(`
email, e mail, mail address, phone, telephone, mobile number, fax, street, city, address, addr, postcode, postal code, post code, zip code, zip, zipcode,
birth, birthdate, birthday, dob, date of birth, age, sex, gender, race, ethnicity, religion, nationality, marital status,
first name, last name, full name, given name, family name, middle name, maiden name, sur name, surname, patient name, person name, user name, display name, nick name, nickname,
contact name, customer name, member name, doctor name, practitioner name, beneficiary name, subscriber name, owner name, username, firstname, lastname, fullname,
ssn, social security, mrn, bsn, mbi, hicn, nhs number, nhs, nino, sin number, medical record, medical record number, national id, national number, tax id, tin number, passport, driver license, drivers license, driver licence, license plate,
insurance id, insurance number, insurance, policy number, member number, health card, medicare, medicaid id, bene id, beneficiary id, subscriber id, account number, iban, credit card, card number,
device serial, serial number, serial no, transmitter, imei, mac address, mac addr, ip, ip addr, ip address, remote addr, client ip, remote ip, peer addr, forwarded for, user agent,
photo, avatar, portrait, selfie, file name, filename, document name, latitude, longitude, lat lng, geo location, fingerprint image, death date, date of death, deceased date`)

// notPersonal end names that carry a personal word and mean a machine's own thing.
var notPersonal = newSet(`host name, listen addr, bind addr, server addr, addr family`)

// personalIDs are identifiers that identify a person to the world, so they are no identifiers here.
var healthWords = newSet(`
patient, observation, diagnosis, diagnoses, diagnostic, medication, medicine, medicament, drug, prescription, prescriber, dose, dosage, reading, glucose, symptom,
allergy, allergies, allergen, immunization, vaccine, vaccination, encounter, clinical, treatment, therapy, procedure name, surgery, pathology, radiology,
specimen, lab result, lab value, laboratory, loinc, snomed, icd, icpc, rxnorm, atc code, indicator, biomarker, genotype, genome, allele, diplotype, phenotype, variant call,
hba1c, cholesterol, creatinine, hemoglobin, haemoglobin, insulin, heart rate, blood pressure, blood type, blood group, bmi, weight, body height, pulse, temperature reading, spo2, oxygen saturation,
steps, sleep, mood, pain, pregnan*, hiv, cancer, tumor, tumour, diabet*, depress*, suicid*, deceased, disability, disabilities, health record, health data, medical, care plan, careplan, care team, questionnaire response,
practitioner, beneficiary, bene, claim line, explanation of benefit, eob, bolus, basal, cgm, cgms, carb, carbs, upload data, risk score, vital, vitals, comorbid*, chronic, hospice, narrative, anamnesis, complaint`)

// measuredWords name a measured quantity or a finding: an integer called so is a value, whatever its last word.
var measuredWords = newSet(`
heart rate, heartrate, pulse, steps, step count, glucose, bpm, weight, height, bmi, temperature, systolic, diastolic, blood pressure, bp, hba1c, cholesterol, ldl, hdl, triglyceride,
creatinine, egfr, hemoglobin, haemoglobin, oxygen, spo2, saturation, insulin, carb, carbs, calorie, calories, kcal, dose, dosage, bolus, basal, sleep, pain, mood, ketone, ketones, potassium, sodium, calcium,
viral load, cd4, hiv, pregnan*, gravida, parity, diabet*, cancer, tumor, tumour, depress*, suicid*, deceased, risk score, apgar, gcs score, phq, gad score, platelet, leukocyte, mgdl, mmol, vital, vo2, hrv, respiration, respiratory rate, fev1, peak flow`)

// findingWords make even the outcome of a comparison a finding about a person.
var findingWords = newSet(`hiv, pregnan*, deceased, diabet*, cancer, tumor, tumour, depress*, suicid*, abortion, miscarr*, overdose, addict*, alcoholi*, schizo*, disabilit*, infect*, contagious, allergic, diagnosed, psych*`)

// generalNumbers are names that say nothing of their own; the owner's name decides.
var generalNumbers = flat("value values total amount quantity number level result score rate sum average avg mean median min max")

var identifierTails = flat("id ids uid uids uuid uuids guid guids oid oids gid tid pid kid jti did")

var countTails = flat(`n count counts len length total size sizes bytes rows cap capacity revision attempt attempts retry retries index idx i j k offset limit page pages port depth level version line lines
chunk chunks batch batches shard shards partition partitions worker workers inserted updated deleted skipped failed written scanned processed changed fixed percent progress complete completed cnt num
errors warnings hits misses matches imported exported removed added created pending queued dropped`)

var countHeads = flat("num n max min total number")

var durationTails = flat(`ns nanos nanoseconds us micros microseconds ms msec msecs millis milliseconds sec secs seconds second min mins minutes minute hour hours hrs days weeks
elapsed duration durations latency took ttl timeout timeouts interval intervals backoff delay uptime`)

var statusTails = flat("status code statuses codes errno")

var flagTails = flat(`ok success successful enabled disabled found done ready valid invalid retry retryable cached created updated deleted exists exist empty debug verbose force forced
dryrun running started stopped stopping closed open connected disconnected healthy alive active inactive locked loaded initialized initialised initialized skipped failed changed dirty stale matched
truncated partial complete completed finished timedout async secure insecure tls https recursive readonly quiet strict hit leader primary authenticated authorized allowed denied supported configured registered required optional present missing available unavailable match eof more last first`)

var clockTails = newSet(`now, deadline, started, start, starts, finished, finish, ended, end, expiry, expires, expiration, expire, exp, start time, end time, started at, finished at, expires at, expiry time, expires on, timeout at, next run, last run, run at, scheduled at, next retry, retry at, lease until, not before, not after, build time, build date, uptime since, transaction time, not valid after`)

var clockWords = newSet(`deadline, expiry, expires, expiration, start time, started, lease, retry, timeout, start, end time, finish, finished`)

var versionTails = flat("version commit revision build sha goversion buildtime builddate buildid tag gitcommit githash gitsha")
