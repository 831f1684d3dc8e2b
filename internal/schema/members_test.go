package schema

import (
	"bytes"
	"encoding/json"
	"testing"
)

// decoded takes an object apart with the standard library's decoder.
func decoded(data []byte) ([]Member, bool) {
	dec := json.NewDecoder(bytes.NewReader(data))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, false
	}
	var out []Member
	for dec.More() {
		t, err := dec.Token()
		key, ok := t.(string)
		if err != nil || !ok {
			return nil, false
		}
		m := Member{Key: key}
		if err := dec.Decode(&m.Value); err != nil {
			return nil, false
		}
		out = append(out, m)
	}
	return out, true
}

func FuzzMembers(f *testing.F) {
	for _, s := range []string{
		`{}`, ` { } `, `{"a":1}`, `{"a":1,"a":2}`, ` { "a" : [1,{"b":"}"}] , "c\u00e9\n\"" : null } `, `[]`, `5`, `"{"`, `{"a":"\\"}`, `{"":{"":{}}}`,
		`{"a":-1.5e3,"b":true ,"c":false}`, `{"\ud800":1}`, "null", `{"a":[{"b":1,"b":2}]}`, `[1,"]",{"a":{"b":[]}} ,[{"c":1,"c":1}]]`, `{"a":"\\\"","b":[[],[]]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if !Valid(data, 64) {
			_, _ = Members(data) // whatever it says, it says something
			_ = Repeats(data, 64)
			return
		}
		twice := false
		if _, err := parse(data, 64, func(where) { twice = true }); err != nil {
			t.Fatal(err)
		}
		if Repeats(data, 64) != twice {
			t.Errorf("a key stands twice: %v", twice)
		}
		got, ok := Members(data)
		want, is := decoded(data)
		if ok != is || len(got) != len(want) {
			t.Fatalf("%d members, %v; want %d, %v", len(got), ok, len(want), is)
		}
		for i := range got {
			if got[i].Key != want[i].Key || !bytes.Equal(got[i].Value, want[i].Value) {
				t.Errorf("%q: %s, want %q: %s", got[i].Key, got[i].Value, want[i].Key, want[i].Value)
			}
		}
	})
}
