package policy_test

import (
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
)

func TestSplit(t *testing.T) {
	for name, want := range map[string]string{
		"userID": "user id", "UserId": "user id", "user_id": "user id", "user-id": "user id", "USER_ID": "user id", "userid": "user id",
		"IDs": "ids", "userIDs": "user ids", "UUIDs": "uuids", "URLsByName": "urls by name", "CMSID": "cms id", "ACOID": "aco id", "QJobID": "q job id",
		"HTTPHeader": "http header", "HTTPStatusCode": "http status code", "birthDate2": "birth date", "sha256": "sha", "n": "n", "i": "i", "": "",
		"Valid": "valid", "VALID": "valid", "PAID": "paid", "GRID": "grid", "dateOfBirth": "date of birth", "filename": "file name", "fileName": "file name",
		"req.ID": "req id", "X-Request-Id": "x request id", "NHSNumber": "nhs number", "uid": "uid", "GUID": "guid", "e2eTest": "e2e test", "ID": "id", "Id": "id",
		"patientIDsByName": "patient ids by name", "größeCM": "größe cm",
	} {
		if got := strings.Join(policy.Split(name).Parts, " "); got != want {
			t.Errorf("Split(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestVeto(t *testing.T) {
	w := policy.NewWords(policy.Extra{Secret: []string{"hush"}, Personal: []string{"house mark"}, Health: []string{"zarb"}})
	for name, want := range map[string]policy.Class{
		"password": policy.Secret, "apiKey": policy.Secret, "privateKeyPEM": policy.Secret, "key": "", "auth": "", "accessToken": policy.Secret, "tokenID": policy.Secret,
		"sessionID": policy.Secret, "session": "", "sessionUserID": "", "passwordHash": policy.Secret, "tokenURL": policy.Payload, "secretPath": policy.Payload, "tokenFingerprint": "",
		"email": policy.Personal, "emails": policy.Personal, "ssn": policy.Personal, "patientMRN": policy.Personal, "bsn": policy.Personal, "nhsNumber": policy.Personal,
		"dateOfBirth": policy.Personal, "dob": policy.Personal, "zipCode": policy.Personal, "remoteAddr": policy.Personal, "userAgent": policy.Personal, "userName": policy.Personal,
		"ipAddr": policy.Personal, "fileName": policy.Personal, "deviceSerial": policy.Personal, "age": policy.Personal, "page": "", "message": "", "storage": "", "name": "",
		"hushHush": policy.Secret, "houseMark": policy.Personal, "zarb": "",
	} {
		if got, _ := w.Veto(policy.Split(name)); got != want {
			t.Errorf("Veto(%q) = %q, want %q", name, got, want)
		}
	}
	if w.Health(policy.Split("zarbLevel")) == "" {
		t.Error("a module's own health word is not found")
	}
}

func TestByName(t *testing.T) {
	w := policy.NewWords(policy.Extra{})
	for _, c := range []struct {
		name string
		kind policy.Basic
		want policy.Shape
	}{
		{"userID", policy.String, policy.Identifier},
		{"userID", policy.Integer, policy.Identifier},
		{"userID", policy.Bool, ""},
		{"rowCount", policy.Integer, policy.Count},
		{"rowCount", policy.String, ""},
		{"numRows", policy.Integer, policy.Count},
		{"version", policy.String, ""},
		{"heartRate", policy.Integer, ""},
		{"glucoseCount", policy.Integer, ""},
		{"steps", policy.Integer, ""},
		{"readingCount", policy.Integer, policy.Count},
		{"elapsedMs", policy.Float, policy.Duration},
		{"elapsedMs", policy.Integer, policy.Duration},
		{"ttl", policy.Integer, policy.Duration},
		{"ratio", policy.Float, ""},
		{"statusCode", policy.Integer, policy.Status},
		{"status", policy.String, ""},
		{"ok", policy.Bool, policy.Status},
		{"dryRun", policy.Bool, policy.Status},
		{"hivFound", policy.Bool, ""},
		{"smoker", policy.Bool, ""},
		{"pregnancyDone", policy.Bool, ""},
	} {
		if got, _, _ := w.ByName(policy.Split(c.name), c.kind); got != c.want {
			t.Errorf("ByName(%q, %d) = %q, want %q", c.name, c.kind, got, c.want)
		}
	}
}

// TestCallRows finds a line of the tables that says nothing.
func TestCallRows(t *testing.T) {
	for key, want := range map[string]policy.Shape{"time.Since": policy.Duration, "net/http.StatusText": policy.Status, "os.Getpid": policy.Identifier} {
		if e, ok := policy.Calls(key); !ok || e.Shape != want {
			t.Errorf("Calls(%q) = %+v, %v", key, e, ok)
		}
	}
	if e, ok := policy.FieldOf("net/http.Request.URL"); !ok || e.Class != policy.Payload {
		t.Errorf("FieldOf Request.URL = %+v, %v", e, ok)
	}
	for _, c := range policy.Classes() {
		if c != policy.Escape && c != policy.Internal && c.WayOut() == "" {
			t.Errorf("class %s has no way out", c)
		}
	}
}
