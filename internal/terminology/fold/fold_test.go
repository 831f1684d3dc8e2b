package fold

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestKeyAsWritten(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"an empty name has an empty key", "", ""},
		{"white space alone has an empty key", " \t\u3000\u00a0 ", ""},
		{"a folded name is its own key", "ldl cholesterol", "ldl cholesterol"},
		{"capitals are lowered", "HbA1c", "hba1c"},
		{"outer spaces are dropped and inner ones become one", "  Total   Cholesterol\t", "total cholesterol"},
		{"a line break is a space", "Total\r\nCholesterol", "total cholesterol"},
		{"a no-break space is a space", "Vitamin\u00a0D", "vitamin d"},
		{"full-width letters and brackets become plain ones", "ＨｂＡ１ｃ（ＩＦＣＣ）", "hba1c(ifcc)"},
		{"the micro sign and the Greek mu are one", "\u00b5-albumin", "\u03bc-albumin"},
		{"Greek capitals are lowered", "Β-HCG", "β-hcg"},
		{"a final sigma is a sigma", "ΧΟΛΗΣΤΕΡΌΛΗς", "χοληστερόλησ"},
		{"every dash is a hyphen", "β–hCG — total − x‑y", "β-hcg - total - x-y"},
		{"curly quotes become straight ones", "5’-nucleotidase “x”", "5'-nucleotidase \"x\""},
		{"a prime, a backtick and a lone acute are apostrophes", "5′ 5` 5´", "5' 5' 5'"},
		{"zero-width characters vanish", "\ufeffglu\u200bco\u00adse\u200e", "glucose"},
		{"control characters vanish", "glu\x00cose", "glucose"},
		{"the emoji variation selector vanishes", "❤\ufe0f rate", "❤ rate"},
		{"a decomposed accent is composed", "Ha\u0308moglobin", "hämoglobin"},
		{"sharp s becomes two letters", "Eiweiß GROẞ", "eiweiss gross"},
		{"the dotted capital I becomes a plain i", "İnsülin", "insülin"},
		{"Cyrillic is lowered", "СОЭ", "соэ"},
		{"half-width katakana becomes full-width", "ﾍﾓｸﾞﾛﾋﾞﾝ", "ヘモグロビン"},
		{"subscripts become digits", "SpO₂", "spo2"},
		{"a Roman numeral sign becomes letters", "Factor Ⅷ", "factor viii"},
		{"traditional characters stay", "總膽固醇", "總膽固醇"},
		{"bytes that are no text become replacement characters", "a\xffb", "a\ufffdb"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := KeyAsWritten(c.in); got != c.want {
				t.Errorf("KeyAsWritten(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
}

func TestKey(t *testing.T) {
	for _, c := range []struct{ name, a, b string }{
		{"total cholesterol in both scripts", "總膽固醇", "总胆固醇"},
		{"platelet count in both scripts", "血小板計數", "血小板计数"},
		{"uric acid with its full-width abbreviation", "尿酸（ＵＡ）", "尿酸(ua)"},
		{"heart rate variability in both scripts", "心率變異性", "心率变异性"},
		{"glycated haemoglobin in both scripts", "糖化血紅蛋白", "糖化血红蛋白"},
		{"bone mineral content in both scripts", "骨礦物質含量", "骨矿物质含量"},
		{"blood oxygen in both scripts", "血氧飽和度", "血氧饱和度"},
		{"renal function in both scripts", "腎絲球過濾率", "肾丝球过滤率"},
		{"lymphocytes in both scripts", "淋巴細胞百分比", "淋巴细胞百分比"},
		{"thyroid in both scripts", "甲狀腺刺激素", "甲状腺刺激素"},
		{"fat and carbohydrate in both scripts", "脂肪與碳水化合物攝取", "脂肪与碳水化合物摄取"},
	} {
		t.Run(c.name+" has one key", func(t *testing.T) {
			if Key(c.a) != Key(c.b) {
				t.Errorf("Key(%q) = %q, Key(%q) = %q", c.a, Key(c.a), c.b, Key(c.b))
			}
		})
	}
}

func TestWordsThatDifferKeepDifferentKeys(t *testing.T) {
	for _, c := range []struct{ a, b string }{
		{"LDL", "VLDL"},
		{"CK", "CK-MB"},
		{"T3 uptake", "T3"},
		{"résumé", "resume"},
		{"非高密度脂蛋白", "高密度脂蛋白"},
	} {
		if Key(c.a) == Key(c.b) {
			t.Errorf("%q and %q have the same key", c.a, c.b)
		}
	}
	if KeyAsWritten("血紅素") == KeyAsWritten("血红素") {
		t.Error("a Taiwanese word must keep its own key as written")
	}
}

func TestHansTableIsOneToOne(t *testing.T) {
	seen := map[rune]bool{}
	for line := range strings.Lines(hansText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for pair := range strings.FieldsSeq(line) {
			rs := []rune(pair)
			if len(rs) != 2 || rs[0] < firstHan || rs[1] < firstHan || rs[0] > lastHan || rs[1] > lastHan {
				t.Errorf("%q is not a pair of Chinese characters", pair)
				continue
			}
			if rs[0] == rs[1] {
				t.Errorf("%q says nothing", pair)
			}
			if seen[rs[0]] {
				t.Errorf("%q: the character is in the table twice", pair)
			}
			seen[rs[0]] = true
		}
	}
	if len(seen) < 1500 {
		t.Errorf("the table has %d characters, want at least 1500", len(seen))
	}
	for from := range seen {
		to := hans().of(from)
		if to == from {
			t.Errorf("%c has no entry", from)
		}
		if hans().of(to) != to {
			t.Errorf("%c folds to %c, which folds again", from, to)
		}
		if string(to) != KeyAsWritten(string(to)) {
			t.Errorf("%c folds to %c, which is not its own key", from, to)
		}
	}
}

func TestFoldedTextCostsNothing(t *testing.T) {
	hans()
	for _, s := range []string{"ldl cholesterol", "25-hydroxyvitamin d3", ""} {
		if n := testing.AllocsPerRun(100, func() { _ = Key(s) }); n != 0 {
			t.Errorf("Key(%q) allocates %v times", s, n)
		}
	}
	if n := testing.AllocsPerRun(100, func() { _ = Key("LDL Cholesterol") }); n > 1 {
		t.Errorf("a name in capitals allocates %v times, want one", n)
	}
}

func FuzzKeyOfAKeyIsItself(f *testing.F) {
	for _, s := range []string{"", "HbA1c", " a  b ", "總膽固醇", "Eiweiß", "´\u0301", "\u200d\u0345\u034f", "ΑΣ ς", "ﬃ", "a\xff", "〝〟", "ǅ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, key := range []string{Key(s), KeyAsWritten(s)} {
			if !utf8.ValidString(key) {
				t.Errorf("%q has a key that is no text: %q", s, key)
			}
		}
		if a := KeyAsWritten(s); KeyAsWritten(a) != a {
			t.Errorf("%q → %q → %q", s, a, KeyAsWritten(a))
		}
		if a := Key(s); Key(a) != a {
			t.Errorf("%q → %q → %q", s, a, Key(a))
		}
	})
}

func BenchmarkKey(b *testing.B) {
	for _, c := range []struct{ name, in string }{
		{"folded", "ldl cholesterol"},
		{"capitals", "LDL Cholesterol"},
		{"simplified", "总胆固醇"},
		{"traditional", "總膽固醇"},
		{"fullwidth", "ＨｂＡ１ｃ（ＩＦＣＣ）"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = Key(c.in)
			}
		})
	}
}
