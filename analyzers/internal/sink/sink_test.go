package sink

import "testing"

func TestRows(t *testing.T) {
	if _, err := build(nil, All()); err != nil {
		t.Fatal(err)
	}
}
