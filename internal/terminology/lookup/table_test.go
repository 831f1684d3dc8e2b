package lookup

import (
	"strconv"
	"testing"
)

func TestATextKeepsItsNumberWhileTheTableGrows(t *testing.T) {
	for _, room := range []int{0, 1, 5000} {
		table := New(room)
		const n = 5000
		for i := range n {
			if number, added := table.Add(strconv.Itoa(i)); int(number) != i || !added {
				t.Fatalf("%d has number %d, added %v", i, number, added)
			}
		}
		for i := range n {
			text := strconv.Itoa(i)
			if number, added := table.Add(text); int(number) != i || added {
				t.Errorf("%s again has number %d, added %v", text, number, added)
			}
			if number, ok := table.Find(text); int(number) != i || !ok {
				t.Errorf("%s is found as %d, %v", text, number, ok)
			}
			if number, ok := table.FindBytes([]byte(text)); int(number) != i || !ok {
				t.Errorf("the bytes of %s are found as %d, %v", text, number, ok)
			}
			if table.Text(int32(i)) != text {
				t.Errorf("number %d is %q", i, table.Text(int32(i)))
			}
		}
		if table.Len() != n || len(table.Texts()) != n {
			t.Errorf("%d texts", table.Len())
		}
	}
}

func TestWhatWasNeverAddedIsNotFound(t *testing.T) {
	table := New(4)
	table.Add("glucose")
	for _, text := range []string{"", "glucos", "glucose ", "Glucose"} {
		if n, ok := table.Find(text); ok {
			t.Errorf("%q is %d", text, n)
		}
		if n, ok := table.FindBytes([]byte(text)); ok {
			t.Errorf("the bytes of %q are %d", text, n)
		}
	}
	var none *Table
	if _, ok := none.Find("glucose"); ok {
		t.Error("a table that was never made has a text")
	}
	if _, ok := none.FindBytes([]byte("glucose")); ok {
		t.Error("a table that was never made has a text")
	}
}

func TestTheEmptyTextIsATextToo(t *testing.T) {
	table := New(0)
	table.Add("")
	if n, ok := table.Find(""); !ok || n != 0 {
		t.Errorf("%d, %v", n, ok)
	}
}

func TestACopyDoesNotChangeItsOriginal(t *testing.T) {
	table := New(2)
	table.Add("a")
	c := table.Clone()
	for i := range 100 {
		c.Add(strconv.Itoa(i))
	}
	if _, ok := table.Find("7"); ok || table.Len() != 1 {
		t.Error("the original has what was added to the copy")
	}
	if n, ok := c.Find("a"); !ok || n != 0 {
		t.Error("the copy has lost a text")
	}
}

func BenchmarkAdd(b *testing.B) {
	texts := make([]string, 20000)
	for i := range texts {
		texts[i] = "a name of a test " + strconv.Itoa(i)
	}
	for b.Loop() {
		t := New(len(texts))
		for _, s := range texts {
			t.Add(s)
		}
	}
}
