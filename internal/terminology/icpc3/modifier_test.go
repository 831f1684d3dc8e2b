package icpc3

import (
	"slices"
	"strings"
	"testing"
)

func TestWordsAroundAComplaintAreTakenOff(t *testing.T) {
	table := loaded(t)
	for _, c := range []struct {
		text string
		code string
	}{
		{"mild headache", "NS01"},
		{"a mild headache today", "NS01"},
		{"very bad headache since yesterday", "NS01"},
		{"I have a headache.", "NS01"},
		{"I've got a sore throat", "RS12.00"},
		{"a bit of nausea", "DS09"},
		{"severe back pain", "LS02"},
		{"persistent cough", "RS07"},
		{"left knee pain", "LS14"},
		{"knee pain on the left side", "LS14"},
		{"complains of chest pain", "AS12"},
		{"有点头痛", "NS01"},
		{"轻微头痛", "NS01"},
		{"最近头痛", "NS01"},
		{"最近有点头痛", "NS01"},
		{"一直咳嗽", "RS07"},
		{"頭痛得厲害", "NS01"},
		{"我今天發燒了", "AS03"},
		{"左膝盖疼", "LS14"},
		{"双眼干涩", "FS07.00"},
		{"头晕好几天了", "NS09"},
		{"持续发热", "AS03"},
		{"头有点痛", "NS01"},
		{"头好痛", "NS01"},
		{"最近头很疼", "NS01"},
		{"肚子一直疼", "DS01"},
		{"嗓子有点疼了", "RS12.00"},
		{"眼睛很痒", "FS07"},
		{"左膝盖有点疼", "LS14"},
		{"頭有點暈", "NS09"},
	} {
		m := table.Match(c.text, Symptom)
		if m.Code() != c.code || !m.Modified {
			t.Errorf("%q: %v %v modified %v, want %s", c.text, m.Codes, m.Reason, m.Modified, c.code)
		}
	}
	for text, code := range map[string]string{
		"my asthma": "RD69", "diagnosed with hypertension": "KD73", "患有高血压": "KD73", "确诊2型糖尿病": "TD72", "怀孕了": "WD67",
	} {
		if m := table.Match(text, Condition); m.Code() != code {
			t.Errorf("%q: %v, want %s", text, m.Codes, code)
		}
	}
}

func TestATermAsWrittenComesBeforeWordsAreTakenOff(t *testing.T) {
	table := loaded(t)
	for text, code := range map[string]string{
		"bad breath":          "DS20.02", // not breath
		"bad dreams":          "PS06",
		"sudden hearing loss": "HS02",
		"light-headed":        "NS09.00",
		"感觉减退":                "NS05", // not 减退
	} {
		if m := table.Match(text, Symptom); m.Code() != code || m.Modified {
			t.Errorf("%q: %v, modified %v", text, m.Codes, m.Modified)
		}
	}
	if m := table.Match("severe anaemia", Condition); m.Code() != "BD77.00" || m.Modified {
		t.Errorf("severe anaemia: %v", m.Codes)
	}
}

func TestWordsAreTakenOffOnlyWhereTheyAreHarmless(t *testing.T) {
	table := loaded(t)
	for text, k := range map[string]Kind{
		"left abdominal pain": Symptom, "右侧腹痛": Symptom, "left chest pain": Symptom, "左胸痛": Symptom, // a side of the trunk
		"mild anaemia": Condition, "轻度抑郁症": Condition, "severe asthma": Condition, // how bad a diagnosis is
		"sosore throat": Symptom, "mildheadache": Symptom, "headachetoday": Symptom, // parts of words
		"mild": Symptom, "today": Symptom, "有点": Symptom, "left": Symptom, // nothing but a modifier
		"a very mild little constant headache": Symptom, // more words than anybody needs
	} {
		if m := table.Match(text, k); m.Outcome == Coded {
			t.Errorf("%q as %s is %v", text, k, m.Codes)
		}
	}
}

// around are all ways a modifier can stand around a text.
func around(m modifier, text string) []string {
	var out []string
	for _, space := range []string{"", " "} {
		if m.lead {
			out = append(out, m.word+space+text)
		}
		if m.trail {
			out = append(out, text+space+m.word)
		}
	}
	return out
}

func allModifiers(t testing.TB) []modifier {
	t.Helper()
	words, err := modifiers()
	if err != nil {
		t.Fatal(err)
	}
	var all []modifier
	for _, list := range words.lead {
		all = append(all, list...)
	}
	for _, list := range words.trail {
		for _, m := range list {
			if !m.lead {
				all = append(all, m)
			}
		}
	}
	slices.SortFunc(all, func(a, b modifier) int { return strings.Compare(a.word, b.word) })
	return all
}

// Whatever modifier stands around whatever complaint, the answer is the complaint's own or none, unless the whole is a
// name of its own.
func TestAModifierNeverTurnsOneComplaintIntoAnother(t *testing.T) {
	table := loaded(t)
	tried := 0
	for j, m := range allModifiers(t) {
		for k := range kinds {
			for i, name := range names(table, Kind(k)) {
				if (i+j)%stride != 0 {
					continue
				}
				plain, _ := table.lookup(name, Kind(k))
				for _, text := range around(m, name) {
					tried++
					found := table.Match(text, Kind(k))
					if found.Modified && found.Outcome == Coded && !found.same(plain) {
						t.Errorf("%q as %s is %v, %q is %v", text, Kind(k), found.Codes, name, plain.Codes)
					}
				}
			}
		}
	}
	if tried < 300_000 {
		t.Errorf("only %d tried", tried)
	}
}

// Words that deny a complaint, or say that it is somebody else's, feared or past, are no modifiers: whatever complaint
// they stand around, there is no code but for names that hold the word themselves.
func TestADeniedComplaintHasNoCode(t *testing.T) {
	table := loaded(t)
	before := []string{
		"no", "not", "no more", "no longer any", "without", "without any", "denies", "denied", "never had", "negative for", "absence of any",
		"less", "family history of", "history of", "mother had", "my mother's", "his", "possible", "suspected", "rule out", "risk of", "prevent", "if",
		"没有", "没", "无", "不", "并无", "未见", "否认", "无明显", "不再", "从未", "家族史:", "父亲有", "妈妈", "孩子", "怀疑", "疑似", "可能", "预防", "既往", "沒有",
	}
	after := []string{
		"gone", "is gone", "resolved", "better", "free", "absent", "negative", "ruled out", "?", "medicine", "treatment", "in my father",
		"好了", "没了", "消失", "消失了", "缓解", "好转", "阴性", "吗", "吗?", "的药", "怎么办", "史", "治疗", "不明显",
	}
	tried := 0
	check := func(text string, k Kind) {
		tried++
		m := table.Match(text, k)
		if _, itself := table.lookup(written(text), k); m.Outcome == Coded && !itself {
			t.Errorf("%q as %s is %v", text, k, m.Codes)
		}
	}
	for k := range kinds {
		for i, name := range names(table, Kind(k)) {
			for j, w := range before {
				if (i+j)%stride == 0 {
					check(w+" "+name, Kind(k))
					check(w+name, Kind(k))
				}
			}
			for j, w := range after {
				if (i+j)%stride == 0 {
					check(name+" "+w, Kind(k))
					check(name+w, Kind(k))
				}
			}
		}
	}
	if tried < 80_000 {
		t.Errorf("only %d tried", tried)
	}
}

// stride keeps the products of all names and all words short: each name meets every ninth word, each word every ninth
// name.
const stride = 9

// names are the names of an index in order.
func names(table *Table, k Kind) []string {
	all := slices.Concat(table.own[k].names.Texts(), table.licensed[k].names.Texts())
	slices.Sort(all)
	return slices.Compact(all)
}

func TestAFileOfModifiersThatIsWrongSaysWhere(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"too few columns": {"# x\nmild\tlead\tsymptom\n", "line 2"},
		"no such place":   {"mild\tmiddle\tsymptom\tany\n", "line 1"},
		"no such kind":    {"mild\tlead\tcondition\tany\n", "line 1"},
		"an empty word":   {"mild||x\tlead\tsymptom\tany\n", "line 1"},
		"one word twice":  {"mild\tboth\tsymptom\tany\n\nsevere|Mild\ttrail\tsymptom\tany\n", "line 3"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := parseModifiers("m.tsv", c.text)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q in it", err, c.want)
			}
		})
	}
}
