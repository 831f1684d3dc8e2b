package icpc3

import (
	"strings"
	"testing"
)

// Texts that must not be coded, by why. A code for one of them would be a wrong entry in somebody's record.
var abstentions = []struct {
	why  string
	kind Kind
	text string
}{
	{"denied", Symptom, "no fever|no headache|not coughing|without nausea|denies chest pain|denied vomiting|no cough or fever|never had seizures|" +
		"headache gone|cough resolved|fever is gone|no more diarrhea|negative for rash|less pain|pain free|headache-free|can sleep|not tired|not dizzy"},
	{"denied", Symptom, "没有发烧|不发烧|没发烧|无发热|未发热|否认胸痛|不头痛|没有头痛|不咳嗽|无咳嗽|不痛了|不疼|头痛好了|烧退了|退烧了|咳嗽没了|没有恶心|最近没有发烧|头不痛|头不太痛|头没那么痛|肚子没疼|嗓子不怎么疼了|头有点不痛|头一点都不痛|無發燒|沒有頭痛|不頭暈"},
	{"denied", Condition, "no diabetes|not pregnant|no history of asthma|non-diabetic|没有糖尿病|没有高血压|否认高血压|未怀孕|没怀孕|无哮喘|非糖尿病|排除肺炎"},
	{"somebody else's", Symptom, "my son has a fever|mother's headache|my wife's back pain|baby fever|child with cough|孩子发烧|宝宝咳嗽|我妈头痛|老公打呼噜|父亲胸痛"},
	{"somebody else's", Condition, "family history of diabetes|family history of breast cancer|father had a heart attack|mother with hypertension|" +
		"家族史高血压|父亲有糖尿病|母亲高血压|糖尿病家族史|爸爸有痛风"},
	{"past or feared or asked", Symptom, "history of headaches|possible fever|suspected seizure|fear of heights|fear of flying|fever?|is it a fever|发烧吗|会不会发烧|怀疑发烧|以前头痛|曾经晕倒|headache?"},
	{"past or feared or asked", Condition, "history of stroke|possible pneumonia|suspected appendicitis|risk of stroke|pneumonia?|疑似肺炎|怀疑糖尿病|糖尿病前期|prediabetes|高血压风险|既往脑梗|曾患肺结核|rule out covid"},
	{"too broad", Symptom, "pain|ache|cramps|discomfort|discharge|burning|疼|痛|不适|肿|抽筋|炎症|發炎|severe pain|有点疼|疼痛加重|very sore"},
	{"too broad", Condition, "cancer|tumor|infection|allergy|heart disease|cyst|癌症|过敏|心脏病|肾病|囊肿|皮膚病|allergic|seasonal|pollen"},
	{"two rubrics", Symptom, "打嗝|weakness|rash|edema|incontinence|麻|气喘|皮疹|水肿|nausea and vomiting|上吐下泻|腰酸背痛|潮热|shock|feeling sick|numbness and tingling"},
	{"two rubrics", Condition, "diabetes|糖尿病|anemia|贫血|arthritis|关节炎|hepatitis B|乙肝|herpes|疱疹|angina|心绞痛|eczema|湿疹|HIV|老年痴呆|鼻炎|ASD"},
	{"no complaint of the classification", Symptom, "上火|气虚|肾虚|湿气重|火气大|宫寒|体寒|血虚|阴虚|阳虚|内热|上火了|有点上火|qi deficiency"},
	{"a diagnosis asked for as a complaint", Symptom, "高血压|高血壓|hypertension|high blood pressure|diabetes|糖尿病|感冒|common cold|flu|肺炎|pneumonia|哮喘|asthma|migraine|偏头痛|appendicitis|阑尾炎|gout|痛风|covid"},
	{"a complaint asked for as a diagnosis", Condition, "发烧|fever|headache|头痛|cough|咳嗽|diarrhea|拉肚子|tired|乏力|sore throat|喉咙痛|dizziness|头晕|nausea|恶心|back pain|腰痛"},
	{"a test or a measurement", Symptom, "glucose|血糖|temperature|体温|38.5|38.5 C|heart rate|blood pressure 120/80|white blood cell count|尿酸|hemoglobin A1c|体重|身高|steps"},
	{"a medicine or a procedure", Symptom, "paracetamol|ibuprofen|布洛芬|cough syrup|cough drops|headache medicine|止咳药|退烧药|感冒灵|x-ray|colonoscopy|手术|vaccination|fever reducer"},
	{"a sentence", Symptom, "my head hurts when I wake up in the morning|I have had a headache and a fever for three days|头痛并且发烧三天了还有点咳嗽|昨天晚上开始肚子疼拉了三次|it hurts when I swallow and I feel hot"},
	{"a misspelling", Symptom, "hedache|headahce|feever|nausia|diarreah|vomitting blood|头通|发绕|咳瘦|dizzyness"},
	{"another word with the same beginning or end", Symptom, "头发很干|衣服很红|价格有点高|西红柿很红|饼干很干|feverfew|headache tree|coughing stock|back|head|stomach|throat|knee|头|肚子|喉咙|膝盖|脚气|头发|口红|咳嗽糖浆|眼药水|腰围|胸围|painting|itchy and scratchy"},
	{"one code would leave a side or a degree out", Symptom, "left abdominal pain|right chest pain|左胸痛|右侧腹痛"},
	{"one code would leave a side or a degree out", Condition, "mild anaemia|severe hypertension|重度肺炎|轻度抑郁症|acute gout attack today"},
	{"nothing", Symptom, "?|...|!!!|-|—|。|、|\u200b|\t|n/a|none|无|没有|正常|normal|unknown|不详|test|asdf|123"},
}

func TestWhatMustNotBeCodedIsNot(t *testing.T) {
	table := loaded(t)
	count := 0
	for _, a := range abstentions {
		for text := range strings.SplitSeq(a.text, "|") {
			count++
			m := table.Match(text, a.kind)
			if m.Outcome == Coded || m.Code() != "" {
				t.Errorf("%s: %q as %s is %v by %s", a.why, text, a.kind, m.Codes, m.Rule)
			}
			if m.Reason == "" || m.Outcome == "" {
				t.Errorf("%s: %q as %s has no reason", a.why, text, a.kind)
			}
			switch a.why {
			case "too broad":
				if m.Outcome != Refused || m.Reason != ReasonTooBroad {
					t.Errorf("%q as %s is %s, want too broad", text, a.kind, m.Reason)
				}
			case "two rubrics":
				if m.Outcome != NeedsInput || m.Reason != ReasonAmbiguous || len(m.Codes) < 2 {
					t.Errorf("%q as %s is %s %v, want two rubrics", text, a.kind, m.Reason, m.Codes)
				}
			case "nothing":
			default:
				if m.Reason != ReasonNoMatch {
					t.Errorf("%s: %q as %s is %s %v, want no match", a.why, text, a.kind, m.Reason, m.Codes)
				}
			}
		}
	}
	t.Logf("%d texts", count)
	if count < 120 {
		t.Errorf("only %d texts", count)
	}
}
