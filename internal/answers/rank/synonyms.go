package rank

import (
	"strings"
	"unicode/utf8"
)

// groups are words for the same thing in English and Chinese, for names that have no code. What has one is found by it,
// in many more words.
var groups = [...][]string{
	{"glucose", "blood sugar", "血糖", "葡萄糖"},
	{"blood pressure", "bp", "血压"},
	{"systolic", "收缩压"},
	{"diastolic", "舒张压"},
	{"heart rate", "heartrate", "心率"},
	{"pulse", "脉搏"},
	{"weight", "体重"},
	{"height", "身高"},
	{"temperature", "体温"},
	{"oxygen saturation", "spo2", "blood oxygen", "血氧"},
	{"cholesterol", "胆固醇"},
	{"triglyceride", "甘油三酯"},
	{"hemoglobin", "haemoglobin", "血红蛋白"},
	{"a1c", "hba1c", "糖化血红蛋白"},
	{"leukocyte", "white blood cell", "wbc", "白细胞"},
	{"erythrocyte", "red blood cell", "rbc", "红细胞"},
	{"platelet", "plt", "血小板"},
	{"creatinine", "肌酐"},
	{"urea", "尿素"},
	{"uric acid", "尿酸"},
	{"urine", "尿"},
	{"aminotransferase", "transaminase", "转氨酶"},
	{"bilirubin", "胆红素"},
	{"albumin", "白蛋白"},
	{"protein", "蛋白"},
	{"ferritin", "铁蛋白"},
	{"iron", "铁"},
	{"calcium", "钙"},
	{"potassium", "钾"},
	{"sodium", "钠"},
	{"vitamin", "维生素"},
	{"thyroid", "甲状腺"},
	{"insulin", "胰岛素"},
	{"sleep", "睡眠"},
	{"steps", "步数"},
	{"step", "步"},
	{"distance", "距离"},
	{"calories", "卡路里"},
	{"energy", "能量"},
	{"exercise", "运动"},
	{"respiratory", "呼吸"},
	{"body fat", "体脂"},
	{"waist", "腰围"},
	{"headache", "头疼", "头痛"},
	{"fever", "发烧"},
	{"cough", "咳嗽"},
	{"pain", "疼", "痛"},
	{"dizziness", "头晕"},
	{"nausea", "恶心"},
	{"fatigue", "疲劳"},
	{"tired", "tiredness", "乏力"},
	{"insomnia", "失眠"},
	{"allergy", "过敏"},
	{"diabetes", "糖尿病"},
	{"hypertension", "高血压"},
}

// synonyms are what a folded keyword is called else: whole where a group has all of it, inside where one of a group's
// words stands in it, Chinese anywhere, English as whole words.
func synonyms(key string) (whole, inside []string) {
	spaced := spacedWords(key)
	for _, group := range groups {
		for i, word := range group {
			switch {
			case spacedWords(word) == spaced:
				whole = append(append(whole, group[:i]...), group[i+1:]...)
			case stands(spaced, key, word):
				inside = append(append(inside, group[:i]...), group[i+1:]...)
			default:
				continue
			}
			break
		}
	}
	return whole, inside
}

func stands(spaced, key, word string) bool {
	if word[0] < utf8.RuneSelf {
		return strings.Contains(spaced, spacedWords(word))
	}
	return strings.Contains(key, word)
}

func spacedWords(text string) string { return " " + strings.Join(words(text), " ") + " " }
