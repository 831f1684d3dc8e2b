package record

import (
	"slices"
	"strings"
	"sync"
)

var sigNumberWords = map[string]float64{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "fourteen": 14, "fifteen": 15, "twenty": 20, "thirty": 30,
}

var sigHanDigits = map[string]float64{"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}

var sigWeekdays = map[string][]int{
	"monday": {1}, "mondays": {1}, "mon": {1}, "tuesday": {2}, "tuesdays": {2}, "tue": {2}, "tues": {2},
	"wednesday": {3}, "wednesdays": {3}, "wed": {3}, "thursday": {4}, "thursdays": {4}, "thu": {4}, "thur": {4}, "thurs": {4},
	"friday": {5}, "fridays": {5}, "fri": {5}, "saturday": {6}, "saturdays": {6}, "sat": {6}, "sunday": {7}, "sundays": {7}, "sun": {7},
	"weekday": {1, 2, 3, 4, 5}, "weekdays": {1, 2, 3, 4, 5}, "weekend": {6, 7}, "weekends": {6, 7}, "mwf": {1, 3, 5},
}

// sigUnits are the forms that are counted and the units that doses are measured in. Left out is what may mean several
// amounts: spoons, bottles, 支, 滴管.
var sigUnits = unitTable(map[string]string{
	"{tablet}":      "tablet tablets tab tabs 片",
	"{capsule}":     "capsule capsules cap caps 胶囊 粒胶囊 颗胶囊 个胶囊",
	"{drop}":        "drop drops gtt gtts 滴",
	"{puff}":        "puff puffs inhalation inhalations 吸",
	"{actuat}":      "actuation actuations 揿",
	"{spray}":       "spray sprays 喷",
	"{patch}":       "patch patches 贴",
	"{sachet}":      "sachet sachets packet packets 袋 包",
	"{suppository}": "suppository suppositories supp 枚栓剂 粒栓剂 个栓剂",
	"{ampule}":      "ampule ampules ampoule ampoules amp amps 安瓿",
	"{vial}":        "vial vials 西林瓶",
	"{pill}":        "pill pills 粒 丸 颗",
	"{lozenge}":     "lozenge lozenges 片含片 粒含片",
	"{scoop}":       "scoop scoops 量勺",
	"{dose}":        "dose doses 剂",
	"{application}": "application applications",
	"U":             "unit units 单位 个单位",
	"[IU]":          "iu 国际单位 international_unit international_units",
	"mg":            "mg milligram milligrams 毫克",
	"g":             "g gm gram grams 克",
	"ug":            "mcg ug μg microgram micrograms 微克",
	"mL":            "ml milliliter milliliters millilitre millilitres cc 毫升",
	"meq":           "meq",
	"mmol":          "mmol 毫摩尔",
})

func unitTable(in map[string]string) map[string]string {
	out := map[string]string{}
	for unit, words := range in {
		for _, w := range strings.Fields(words) {
			out[strings.ReplaceAll(w, "_", " ")] = unit
		}
	}
	return out
}

// sigLines are phrases and what they say. a|b are alternatives, ? after them makes them optional, # is a number, 1 and
// 24 are that number in any spelling, @ is an amount. Chinese is written without spaces; a space there only parts the elements.
var sigLines = []struct {
	about  sigAbout
	effect sigEffect
	lines  string
}{
	{aboutNothing, sigLink, `
,
;
.
:
(
)
、
。
`},
	{aboutNothing, sigAnd, `
and
&
+
和
及
与
加
`},
	{aboutNothing, sigNothing, `
take|use|apply|inhale|inject|give|instill|place|insert|chew|dissolve|swallow|administer|drink|put|consume
to be taken
by|per mouth
by oral route
oral|orally|po
via oral route
per os
by mouth route?
under the tongue|skin
sublingually|sublingual|sl
subcutaneously|subcutaneous|subcut|subq|sc|sq
into the skin|muscle|vein
intramuscularly|intramuscular|im
intravenously|intravenous|iv
topically|topical
to|on|onto the? affected area|areas|skin
to|on|onto the? skin
rectally|rectal|pr
vaginally|vaginal
by inhalation
inhaled
nasally|intranasally
into|in|to the? left|right eye|ear|nostril
with a? full|large? glass of water
with plenty of water
with water
whole
服|用|服用|口服|内服|吃|外用|涂|涂抹|涂擦|擦|吸入|注射|皮下注射|肌肉注射|肌注|静脉注射|静滴|含服|舌下含服|嚼服|冲服|送服|温水送服|滴眼|滴入|喷入|贴敷|服药|用药|给药
温水|温开水
into the lungs
`},
	{aboutNothing, sigEach, `
各
各 1 次
`},
	{aboutNothing, sigFood, `
with|after|before|without food
with or without food
with or without meals
with milk
on an empty stomach
after|before eating
空腹|随餐|与食物同服|随食物
空腹 服用|服
`},
	{aboutNothing, sigMeals, `
with|after|before|between meals|each|every?
with|after|before each|every|a meal
with meals
pc|ac
饭前|饭后|饭时|餐前|餐后|餐中|餐时|进餐时
`},
	{aboutCount, sigPerDay(0), `
# times|time|x daily
# times|time|x a|per|each|every day
# times|time|x / day|d
# times|time|x in a day
# times|time|x per|in 24 hours
# doses|dose daily
# doses|dose a|per|each|every day
# / day
每天|每日|日 服|用|服用|口服|给药|滴|喷|吸入|注射|外用? # 次
1 天|日 服|用|服用|口服? # 次
日服 # 次
# 次 / 天|日
# 次 每天|每日
`},
	{aboutCount, sigPerDay(1), `
once daily
once a|per|each|every day
once every day
once / day
once every 24 hours
qd
q day|d
sid
`},
	{aboutCount, sigPerDay(2), `
twice daily
twice a|per|each|every day
twice / day
bid|bd
`},
	{aboutCount, sigPerDay(3), `
thrice daily
thrice a|per|each|every day
tid|tds
每天|每日? 三餐 前|后|时|中
`},
	{aboutCount, sigPerDay(4), `
qid|qds
`},
	{aboutCount, sigDaily, `
daily|everyday
every|each day
`},
	{aboutCount, sigHanDaily, `
每天|每日
`},
	{aboutCount, sigHours, `
q # h|hr|hrs|hour|hours
every|each # h|hr|hrs|hour|hours
# hourly
once every # h|hr|hrs|hour|hours
每|每隔 # 小时|个小时|个钟头
每|每隔 # 小时|个小时 1 次
`},
	{aboutDays, sigEvery(0), `
every # days|day
once every # days|day
q # d|days|day
每 # 天|日
每 # 天|日 1 次
`},
	{aboutDays, sigEvery(2), `
once? every other|second day
once? every 2 nd day
on? alternate days
qod
隔日|隔天
隔日|隔天 1 次
每隔 1 天|日
每隔 1 天|日 1 次
每隔日
`},
	{aboutDays, sigEvery(3), `
once? every third day
once? every 3 rd day
`},
	{aboutDays, sigEvery(7), `
every|each week
once every week
weekly
q week|wk
`},
	{aboutDays, sigHanWeekly, `
每周|每星期|每礼拜
`},
	{aboutDays, sigEvery(14), `
once? every other|second week
每两周|每隔一周
每两周|每隔一周 1 次
`},
	{aboutDays, sigWeeks, `
every # weeks|week
once every # weeks|week
q # weeks|week|wk|w
每 # 周|星期|个星期
每 # 周|星期|个星期 1 次
`},
	{aboutDays, sigPerWeek(0), `
# times|time|x weekly
# times|time|x a|per|each|every week
# times|time|x / week|wk
# days|day a|per|each|every week
每周|每星期|每礼拜 # 次
1 周|星期 # 次
`},
	{aboutDays, sigPerWeek(1), `
once weekly
once a|per|each|every week
`},
	{aboutDays, sigPerWeek(2), `
twice weekly
twice a|per|each|every week
`},
	{aboutParts, sigPart(partMorning), `
every|each morning
in the morning
in the morning before|with|after breakfast
with|at|before|after breakfast
mornings|morning
qam|mane
q am
breakfast
upon waking
upon|on awakening
每早|早上|早晨|清晨|晨起|上午|早
每早 1 次
早餐|早饭 前|后|时
`},
	{aboutParts, sigPart(partNoon), `
at|every noon|midday
with|at|before|after lunch
noon|lunch
中午
午餐|午饭 前|后|时
`},
	{aboutParts, sigPart(partAfternoon), `
every|each afternoon
in the afternoon
afternoon
下午
`},
	{aboutParts, sigPart(partEvening), `
every|each evening
in the evening
evenings|evening|dinner|supper
with|at|before|after dinner|supper
with|at|before|after the? evening meal
qpm
q pm
傍晚
晚餐|晚饭 前|后|时
`},
	{aboutParts, sigPart(partNight), `
every|each night
at|every|each|before bedtime
at night
at night before bed|bedtime
night|nightly|bedtime
before bed|sleep
before going to bed
when going to bed
qhs|hs|nocte
q hs
每晚|晚上|睡前|临睡前|夜间|每晚睡前|每夜|就寝前|入睡前|晚|晚睡前|晚上睡前
每晚|睡前|每晚睡前 1 次
`},
	{aboutParts, sigHanParts(partMorning, partEvening), `
早晚
早晚 1 次
`},
	{aboutParts, sigHanParts(partMorning, partNoon, partEvening), `
早中晚
早中晚 1 次
`},
	{aboutNeed, sigAsNeeded, `
as|if|when needed|required|necessary
prn
必要时|需要时|按需|疼痛时|头痛时|痛时|发热时|发烧时|失眠时|必要时按需
`},
	{aboutNeed, sigMax, `
max|maximum of? @ per|a day
max|maximum of? @ daily
max|maximum of? @ / day
max|maximum of? @ in|per|within a? 24 hours|h
max|maximum of? @ / 24 hours|h
not to exceed @ per|a day
not to exceed @ daily
not to exceed @ in|per|within 24 hours
do not exceed @ per|a day
do not exceed @ daily
do not exceed @ in|per|within 24 hours
no more than @ per|a day
no more than @ daily
no more than @ in|per|within 24 hours
up to @ per|a day
up to @ daily
up to @ in|per 24 hours
每日|每天|一日|一天 最多|不超过|最大量|极量|至多 @
最多|不超过|至多 每日|每天 @
24小时 内? 不超过|最多|至多 @
`},
}

type sigPattern struct {
	elements []string
	about    sigAbout
	effect   sigEffect
}

// sigAbout is what a phrase is about. "Once daily and at bedtime" joins two things that are about different ones, so it
// is not one dose at bedtime.
type sigAbout int

const (
	aboutNothing sigAbout = iota
	aboutCount
	aboutDays
	aboutParts
	aboutTimes
	aboutNeed
)

// sigPhrases are the phrases by their first element.
var sigPhrases = sync.OnceValue(func() map[string][]sigPattern {
	out := map[string][]sigPattern{}
	for _, group := range sigLines {
		for line := range strings.SplitSeq(strings.TrimSpace(group.lines), "\n") {
			for _, elements := range expandSig(strings.Fields(line)) {
				key := elements[0]
				if digits(key, 1, 2) {
					key = "#"
				}
				out[key] = append(out[key], sigPattern{elements, group.about, group.effect})
			}
		}
	}
	return out
})

// expandSig writes out alternatives and what is optional, Chinese one character an element.
func expandSig(parts []string) [][]string {
	out := [][]string{nil}
	for _, part := range parts {
		var next [][]string
		word, optional := strings.CutSuffix(part, "?")
		for _, done := range out {
			if optional {
				next = append(next, done)
			}
			for alternative := range strings.SplitSeq(word, "|") {
				next = append(next, slices.Concat(done, sigElements(alternative)))
			}
		}
		out = next
	}
	return out
}

// sigElements cuts a word of the table as a text is cut, but for its placeholders.
func sigElements(word string) []string {
	var out []string
	run := ""
	for _, r := range word {
		if r < 0x2e80 {
			run += string(r)
			continue
		}
		if run != "" {
			out = append(out, run)
		}
		out, run = append(out, string(r)), ""
	}
	if run != "" {
		out = append(out, run)
	}
	return out
}

// sigReserved are the words that a reason cannot have, since they say when or how much.
var sigReserved = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, patterns := range sigPhrases() {
		for _, p := range patterns {
			for _, e := range p.elements {
				out[e] = true
			}
		}
	}
	for word := range sigNumberWords {
		out[word] = true
	}
	for word := range sigWeekdays {
		out[word] = true
	}
	for word := range sigUnits {
		out[word] = true
	}
	for _, word := range strings.Fields("then until unless except not no never if while only but week weeks month months year years minute minutes second seconds hour hours day days night nights half once twice thrice next first last another more less increase decrease reduce taper repeat stop start") {
		out[word] = true
	}
	for _, word := range strings.Fields("and or of the a high low on eye ear skin left right affected area areas as to sleep mouth oral muscle vein") {
		delete(out, word)
	}
	return out
})
