package icpc3

import (
	"slices"
	"strings"
	"testing"
)

func TestTheAnswersOfTheReference(t *testing.T) {
	table := loaded(t)
	for _, c := range []struct {
		text    string
		kind    Kind
		outcome Outcome
		codes   string
		reason  Reason
	}{
		{"发烧", Symptom, Coded, "AS03", ""},
		{"头疼", Symptom, Coded, "NS01", ""},
		{"疼", Symptom, Refused, "", ReasonTooBroad},
		{"打嗝", Symptom, NeedsInput, "DS08,RS99.00", ReasonAmbiguous},
		{"上火", Symptom, NeedsInput, "", ReasonNoMatch},
		{"高血压", Symptom, NeedsInput, "", ReasonNoMatch},
		{"高血压", Condition, Coded, "KD73", ""},
		{"发烧", Condition, NeedsInput, "", ReasonNoMatch},
		{"糖尿病", Condition, NeedsInput, "TD71,TD72", ReasonAmbiguous},
		{"2型糖尿病", Condition, Coded, "TD72", ""},
		{"", Symptom, Refused, "", ReasonEmpty},
		{" \t　 ", Condition, Refused, "", ReasonEmpty},
	} {
		m := table.Match(c.text, c.kind)
		if m.Outcome != c.outcome || strings.Join(m.Codes, ",") != c.codes || m.Reason != c.reason {
			t.Errorf("%q as %s: %+v", c.text, c.kind, m)
		}
	}
}

func TestATierBeforeBeatsATierAfter(t *testing.T) {
	table := loaded(t)
	for _, c := range []struct {
		text string
		kind Kind
		code string
		rule Rule
	}{
		{"headaches", Symptom, "NS01", RuleCurated},
		{"Headache", Symptom, "NS01", RulePreferred},
		{"pyrexia", Symptom, "AS03", RuleInclusion},
		{"Hypertension, uncomplicated", Condition, "KD73", RulePreferred},
		{"essential hypertension", Condition, "KD73", RuleInclusion},
		{"Alopecia areata", Condition, "SD82.00", RulePreferred}, // also a word of an inclusion of its parent
	} {
		m := table.Match(c.text, c.kind)
		if m.Code() != c.code || m.Rule != c.rule || m.Reason != "" {
			t.Errorf("%q: %+v", c.text, m)
		}
	}
}

func TestTwoRubricsOfOneLicensedTierAreBothNamed(t *testing.T) {
	m := loaded(t).Match("chronic tonsillitis", Condition)
	if m.Reason != ReasonAmbiguous || !slices.Equal(m.Codes, []string{"RD66", "RD66.01"}) || len(m.Preferred) != 2 || m.Code() != "" {
		t.Errorf("%+v", m)
	}
}

func TestTheDisplayIsTheLicensedEnglishTerm(t *testing.T) {
	table := loaded(t)
	for k := range kinds {
		for _, name := range names(table, Kind(k)) {
			m := table.Match(name, Kind(k))
			if len(m.Codes) != len(m.Preferred) {
				t.Fatalf("%q: %d codes, %d displays", name, len(m.Codes), len(m.Preferred))
			}
			for i, c := range m.Codes {
				if r, ok := table.Rubric(c); !ok || r.Preferred != m.Preferred[i] {
					t.Errorf("%q: the display of %s", name, c)
				}
			}
		}
	}
}

// The commonest complaints and diagnoses of general practice must be known as people write them.
func TestCommonComplaintsAreKnownAsWritten(t *testing.T) {
	table := loaded(t)
	for _, c := range []struct {
		code  string
		kind  Kind
		texts string
	}{
		{"AS03", Symptom, "fever|Fever|FEVER|a fever|high temperature|发烧|發燒|发热|發熱|高烧|发燒了"},
		{"AS02", Symptom, "chills|shivers|寒战|发冷"},
		{"AS04", Symptom, "tired|fatigue|exhaustion|no energy|乏力|疲劳|疲勞|没力气|累"},
		{"AS07", Symptom, "fainting|passed out|晕倒|暈倒|昏厥"},
		{"AS10.01", Symptom, "night sweats|盗汗|盜汗"},
		{"AS12", Symptom, "chest pain|胸痛|胸口疼"},
		{"DS02", Symptom, "stomach ache|stomach ache/pain|胃痛|胃疼"},
		{"DS01", Symptom, "abdominal pain|tummy ache|肚子疼|肚子痛|腹痛"},
		{"DS03", Symptom, "heartburn|acid reflux|烧心|反酸|胃灼熱"},
		{"DS08", Symptom, "bloating|burping|farting|腹胀|胀气|脹氣|放屁"},
		{"DS09", Symptom, "nausea|queasy|恶心|噁心|想吐"},
		{"DS10", Symptom, "vomiting|throwing up|呕吐|嘔吐"},
		{"DS11", Symptom, "diarrhea|diarrhoea|loose stools|拉肚子|腹泻|腹瀉|拉稀"},
		{"DS12", Symptom, "constipation|constipated|便秘|便祕|大便干燥"},
		{"DS19", Symptom, "toothache|bleeding gums|牙痛|牙疼|牙龈出血"},
		{"FS02", Symptom, "red eye|bloodshot|眼睛红"},
		{"FS05", Symptom, "blurred vision|blurry vision|视力模糊|視力模糊"},
		{"HS01", Symptom, "earache|ear pain|耳朵痛|耳痛"},
		{"HS03", Symptom, "tinnitus|ringing in the ears|耳鸣|耳鳴"},
		{"KS02", Symptom, "palpitations|racing heart|心悸|心慌"},
		{"KS04", Symptom, "swollen ankles|脚肿|下肢水肿"},
		{"LS01", Symptom, "neck pain|stiff neck|脖子疼|颈痛|落枕"},
		{"LS02", Symptom, "back pain|背痛"},
		{"LS03", Symptom, "low back pain|lower back pain|腰痛|腰疼"},
		{"LS07", Symptom, "shoulder pain|肩膀痛"},
		{"LS14", Symptom, "knee pain|left knee pain|膝盖疼|右膝盖疼"},
		{"LS17", Symptom, "muscle pain|sore muscles|肌肉酸痛|肌肉痠痛"},
		{"LS20", Symptom, "joint pain|关节痛|關節痛"},
		{"NS01", Symptom, "headache|head ache|headaches|head pain"},
		{"NS01", Symptom, "头痛|頭痛|头疼|頭殼痛|mild headache|headache today|有点头痛"},
		{"NS09", Symptom, "dizziness|dizzy|vertigo|头晕|頭暈|眩晕"},
		{"NS05", Symptom, "numbness|麻木"},
		{"PS01", Symptom, "anxiety|anxious|焦虑|焦慮"},
		{"PS03", Symptom, "feeling down|low mood|心情不好|情绪低落"},
		{"PS06", Symptom, "insomnia|can't sleep|can’t sleep|trouble sleeping|失眠|睡不着|睡不著"},
		{"PS17", Symptom, "memory loss|forgetful|健忘|记忆力下降"},
		{"RS02", Symptom, "shortness of breath|short of breath|breathless|气短|呼吸困难|呼吸困難"},
		{"RS07", Symptom, "cough|coughing|dry cough|咳嗽|干咳|乾咳"},
		{"RS08", Symptom, "nosebleed|nose bleed|流鼻血"},
		{"RS09", Symptom, "runny nose|stuffy nose|sneezing|流鼻涕|流鼻水|鼻塞|打喷嚏"},
		{"RS12.00", Symptom, "sore throat|throat pain|喉咙痛|喉嚨痛|嗓子疼"},
		{"RS13", Symptom, "hoarseness|hoarse voice|声音嘶哑|聲音沙啞"},
		{"SS02", Symptom, "itching|itchy skin|皮肤痒|皮膚癢|瘙痒"},
		{"SS10", Symptom, "hair loss|掉头发|掉髮|脱发"},
		{"TS03", Symptom, "loss of appetite|no appetite|食欲不振|食慾不振|没胃口"},
		{"TS07", Symptom, "weight loss|losing weight|体重下降|體重下降"},
		{"US01", Symptom, "painful urination|burning urination|尿痛"},
		{"US02", Symptom, "frequent urination|nocturia|尿频|頻尿|夜尿"},
		{"GS05", Symptom, "period pain|menstrual cramps|痛经|經痛"},
		{"RD02.01", Condition, "common cold|a cold|感冒|伤风|傷風"},
		{"RD07", Condition, "flu|influenza|流感|流行性感冒"},
		{"RD08", Condition, "COVID-19|covid|新冠"},
		{"RD69", Condition, "asthma|哮喘|氣喘病"},
		{"KD73", Condition, "high blood pressure|hypertension|高血压|高血壓"},
		{"TD71", Condition, "type 1 diabetes|1型糖尿病|一型糖尿病|第一型糖尿病"},
		{"TD72", Condition, "type 2 diabetes|Type II Diabetes|２型糖尿病|Ⅱ型糖尿病|二型糖尿病|第二型糖尿病"},
		{"TD75", Condition, "hyperlipidemia|高血脂|高脂血症"},
		{"TD66", Condition, "obesity|肥胖"},
		{"TD69", Condition, "hypothyroidism|甲减|甲狀腺低下"},
		{"LD75", Condition, "gout|痛风|痛風"},
		{"LD81", Condition, "osteoporosis|骨质疏松|骨質疏鬆"},
		{"ND71", Condition, "migraine|migraines|偏头痛|偏頭痛"},
		{"PD12", Condition, "depression|抑郁症|憂鬱症"},
		{"DD67", Condition, "GERD|胃食管反流病|胃食道逆流"},
		{"DD84", Condition, "hemorrhoids|haemorrhoids|piles|痔疮|痔瘡"},
		{"UD04.00", Condition, "UTI|urinary tract infection|尿路感染|泌尿道感染"},
		{"UD67", Condition, "kidney stones|肾结石|腎結石"},
		{"SD76", Condition, "acne|pimples|痤疮|青春痘"},
		{"SD78", Condition, "hives|urticaria|荨麻疹|蕁麻疹"},
		{"SD08.00", Condition, "athlete's foot|athlete’s foot|脚气|香港腳"},
		{"TD73.00", Condition, "脚气病"}, // beriberi, one character away from the above
		{"RS06.00", Condition, "sleep apnea|睡眠呼吸暂停"},
	} {
		for text := range strings.SplitSeq(c.texts, "|") {
			if m := table.Match(text, c.kind); m.Code() != c.code {
				t.Errorf("%q is %v %v, want %s", text, m.Codes, m.Reason, c.code)
			}
		}
	}
}

func TestALongTextIsNotSearched(t *testing.T) {
	if m := loaded(t).Match(strings.Repeat("headache ", 10_000), Symptom); m.Reason != ReasonNoMatch {
		t.Errorf("%+v", m)
	}
}

func TestWhatIsNoComplaintIsNotKnown(t *testing.T) {
	table := loaded(t)
	for _, text := range []string{"headache", "疼", "打嗝", "有点头痛"} {
		if !table.Known(text, Symptom) {
			t.Errorf("%q is not known", text)
		}
	}
	for _, text := range []string{
		"", "glucose", "血糖", "hemoglobin", "血红蛋白", "blood pressure", "血压", "heart rate", "心率", "body temperature", "体温",
		"weight", "体重", "height", "steps", "步数", "SpO2", "血氧", "sputum", "痰", "urine", "尿", "stool", "白带", "阴道分泌物",
		"light sleep", "sleep quality", "protein", "cholesterol", "creatinine", "urine protein", "尿蛋白", "BMI", "respiratory rate",
	} {
		if table.Known(text, Symptom) || table.Known(text, Condition) {
			t.Errorf("%q is known", text)
		}
	}
}
