package rank

import (
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
)

// pairs are words for the same thing in Chinese and English, for names that have no code. What has one is found by it,
// in many more words.
var pairs = [...][2]string{
	{"血糖", "glucose"},
	{"葡萄糖", "glucose"},
	{"血压", "blood pressure"},
	{"收缩压", "systolic"},
	{"舒张压", "diastolic"},
	{"心率", "heart rate"},
	{"脉搏", "pulse"},
	{"体重", "weight"},
	{"身高", "height"},
	{"体温", "temperature"},
	{"血氧", "oxygen saturation"},
	{"胆固醇", "cholesterol"},
	{"甘油三酯", "triglyceride"},
	{"血红蛋白", "hemoglobin"},
	{"糖化血红蛋白", "a1c"},
	{"白细胞", "leukocyte"},
	{"红细胞", "erythrocyte"},
	{"血小板", "platelet"},
	{"肌酐", "creatinine"},
	{"尿素", "urea"},
	{"尿酸", "uric acid"},
	{"尿", "urine"},
	{"转氨酶", "aminotransferase"},
	{"胆红素", "bilirubin"},
	{"白蛋白", "albumin"},
	{"蛋白", "protein"},
	{"铁蛋白", "ferritin"},
	{"铁", "iron"},
	{"钙", "calcium"},
	{"钾", "potassium"},
	{"钠", "sodium"},
	{"维生素", "vitamin"},
	{"甲状腺", "thyroid"},
	{"胰岛素", "insulin"},
	{"睡眠", "sleep"},
	{"步数", "steps"},
	{"步", "step"},
	{"距离", "distance"},
	{"卡路里", "calories"},
	{"能量", "energy"},
	{"运动", "exercise"},
	{"呼吸", "respiratory"},
	{"体脂", "body fat"},
	{"腰围", "waist"},
	{"头疼", "headache"},
	{"头痛", "headache"},
	{"发烧", "fever"},
	{"咳嗽", "cough"},
	{"疼", "pain"},
	{"痛", "pain"},
	{"头晕", "dizziness"},
	{"恶心", "nausea"},
	{"疲劳", "fatigue"},
	{"乏力", "tired"},
	{"失眠", "insomnia"},
	{"过敏", "allergy"},
	{"糖尿病", "diabetes"},
	{"高血压", "hypertension"},
}

// synonyms are the other halves of the pairs that stand in a folded keyword: Chinese anywhere, English as whole words.
func synonyms(key string) []string {
	var out []string
	spaced := " " + strings.Join(words(key), " ") + " "
	for _, p := range pairs {
		if strings.Contains(key, p[0]) {
			out = append(out, p[1])
		}
		if strings.Contains(spaced, " "+strings.Join(words(p[1]), " ")+" ") {
			out = append(out, fold.Key(p[0]))
		}
	}
	return out
}
