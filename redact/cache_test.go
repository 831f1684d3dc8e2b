package redact

import (
	"testing"
	"unsafe"
)

// Some libraries hand out strings over buffers that they use again. The cache must not remember those.
func TestANameInAReusedBufferIsReadAgain(t *testing.T) {
	buf := []byte("user_id")
	name := unsafe.String(&buf[0], len(buf))
	if _, ok := Fields.Lookup(name); !ok {
		t.Fatal("user_id is not registered")
	}
	copy(buf, "e_mails")
	if k, ok := Fields.Lookup(name); ok {
		t.Errorf("what was user_id is still found, as %v", k)
	}
}

func TestPrefixesOfAConstantAreNamesOfTheirOwn(t *testing.T) {
	const long = "user_id_card"
	for n, want := range map[int]bool{4: true, 7: true, 8: true, 12: false} {
		for range 2 { // the second time from the cache
			if _, ok := Fields.Lookup(long[:n]); ok != want {
				t.Errorf("%s: found %v", long[:n], ok)
			}
		}
	}
}

func TestRegisteringChangesWhatIsFound(t *testing.T) {
	r := Fields.Clone()
	const name = "never_seen_before"
	if _, ok := r.Lookup(name); ok {
		t.Fatal("found")
	}
	if err := r.Register(Field{Name: name, Kind: KindCount}); err != nil {
		t.Fatal(err)
	}
	if _, ok := r.Lookup(name); !ok {
		t.Error("the cache still says that the name is unknown")
	}
}
