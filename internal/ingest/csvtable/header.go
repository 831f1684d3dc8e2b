package csvtable

import (
	"fmt"
	"strings"
	"sync"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
)

// Role is what a column holds.
type Role string

// Roles. A column of a person says whose results these are, and is not stored.
const (
	Name     Role = "name"
	Value    Role = "value"
	Unit     Role = "unit"
	Date     Role = "date"
	Time     Role = "time"
	Ref      Role = "ref"
	RefLow   Role = "reflow"
	RefHigh  Role = "refhigh"
	Flag     Role = "flag"
	Method   Role = "method"
	Specimen Role = "specimen"
	Comment  Role = "comment"
	ID       Role = "id"
	Panel    Role = "panel"
	LOINC    Role = "loinc"
	Person   Role = "person"
	Ignored  Role = "ignored"
	test     Role = "test" // a column that is one test, in the wide form
	day      Role = "day"  // a column that is one date
)

// named are the roles that a person can give a column.
var named = []Role{Name, Value, Unit, Date, Time, Ref, RefLow, RefHigh, Flag, Method, Specimen, Comment, ID, Panel, LOINC, Person, Ignored}

// sense is what a header can mean. Of two columns of one role the lower rank is used: of dates, the one on which the
// sample was taken; a bare "name" is the test's where no header says "test".
type sense struct {
	role Role
	rank int
}

// senses are headers as laboratories and spreadsheets write them, by language.
var senses = [...]struct {
	sense
	words string
}{
	{sense{Name, 0}, `test|test name|tests|lab test|laboratory test|analyte|analysis|parameter|parameter name|item|item name|test item|indicator|measurement|observation|component|investigation|biomarker|marker|examination|assay|test description
		项目|检验项目|检查项目|项目名称|检测项目|指标|指标名称|化验项目|检验名称|检测指标|检验项目名称|中文名称|测试项目
		untersuchung|analyse|analyt|laborwert|messgröße|bestimmung|laborparameter
		examen|paramètre|dosage|analyses|examens|analyse biologique
		prueba|análisis|parámetro|determinación|analito|estudio|pruebas|prueba de laboratorio
		検査項目|項目|項目名|検査名|検査項目名|項目名称`},
	{sense{Name, 1}, `name|description|label
		名称
		bezeichnung
		libellé|nom|désignation
		nombre|descripción
		名前`},
	{sense{Value, 0}, `value|result|results|test result|reading|observed value|numeric result|result value|measured value|lab value
		结果|检验结果|检测结果|数值|值|测定值|测量值|检查结果|结果值|测定结果|化验结果
		wert|ergebnis|messwert|resultat|ergebniswert
		résultat|valeur|résultats
		resultado|valor|resultados
		結果|検査結果|検査値|測定値|測定結果|結果値`},
	{sense{Unit, 0}, `unit|units|uom|unit of measure|units of measure
		单位|计量单位
		einheit|einheiten|maßeinheit
		unité|unités
		unidad|unidades
		単位`},
	{sense{Date, 0}, `collected|collection date|date collected|specimen date|sample date|date of collection|sampling date|collected at|collection time|collected on|collection date/time|drawn|draw date|date drawn
		采样时间|采样日期|采集时间|采集日期|标本采集时间|抽血时间|采样日期时间
		entnahmedatum|probenahme|abnahmedatum|entnahme|probendatum|abnahme|entnahmezeit|probenahmedatum
		date de prélèvement|prélèvement|date du prélèvement|prélevé le
		fecha de toma|fecha de extracción|fecha de muestra|toma de muestra|extracción|fecha de la muestra|fecha toma
		採取日|採血日|採取日時|検体採取日|採血日時`},
	{sense{Date, 1}, `date|datetime|date/time|date time|timestamp|test date|measured at|measurement date|exam date|observation date|effective date|service date|day|performed|date of test|date and time
		日期|检查日期|检验日期|检测日期|测量时间|日期时间|化验日期|测量日期|检测时间|检验时间|体检日期
		datum|messdatum|untersuchungsdatum|zeitpunkt|datum/zeit
		date d'analyse|date de l'analyse|date de l'examen|date d'examen
		fecha|fecha de análisis|fecha del análisis|fecha de la prueba|fecha y hora
		日付|検査日|測定日|年月日|日時|検査日時|受診日`},
	{sense{Date, 2}, `report date|reported|date reported|result date|resulted|received|date received|reported at|released
		报告日期|报告时间|审核时间|接收时间|送检时间|送检日期|出报告时间
		befunddatum|eingangsdatum|berichtsdatum|eingang
		date du compte rendu|date de réception|date de rapport
		fecha de informe|fecha del informe|fecha de resultado|fecha de recepción
		報告日|受付日`},
	{sense{Time, 0}, `time|clock time|time of day
		时间
		uhrzeit|zeit
		heure
		hora
		時刻`},
	{sense{Ref, 0}, `reference|reference range|ref range|ref|ref. range|normal range|reference interval|range|normal|normal values|biological reference interval|reference values|reference value|normal value|ref. interval|bio. ref. interval
		参考范围|参考值|参考区间|正常值|正常范围|参考值范围|正常参考值|生物参考区间
		referenz|referenzbereich|normbereich|normalwert|normalwerte|normwert|normwerte|referenzwerte|referenzwert|sollwert|referenzintervall|normalbereich
		valeurs de référence|valeurs usuelles|norme|normes|intervalle de référence|référence|valeurs normales|valeur de référence
		valores de referencia|rango de referencia|valor de referencia|intervalo de referencia|referencia|rango|valores normales
		基準値|基準範囲|参考基準値|基準値範囲`},
	{sense{RefLow, 0}, `low|lower limit|ref low|reference low|lower|range low|lower bound|reference range low|normal low
		下限|参考下限|参考值下限|参考范围下限
		untergrenze|untere grenze|referenz untergrenze
		limite inférieure|borne inférieure
		límite inferior
		下限値|基準値下限`},
	{sense{RefHigh, 0}, `high|upper limit|ref high|reference high|upper|range high|upper bound|reference range high|normal high
		上限|参考上限|参考值上限|参考范围上限
		obergrenze|obere grenze|referenz obergrenze
		limite supérieure|borne supérieure
		límite superior
		上限値|基準値上限`},
	{sense{Flag, 0}, `flag|flags|abnormal|abnormal flag|interpretation|result flag|abnormality
		提示|异常|标志|异常提示|结果提示|异常标志|高低|升降
		bewertung|markierung|auffällig
		anomalie|indicateur|interprétation
		alerta|indicador|marca|interpretación
		判定|フラグ`},
	{sense{Method, 0}, `method|methodology|test method|检验方法|方法|检测方法|methode|méthode|método|検査方法|測定方法`},
	{sense{Specimen, 0}, `specimen|sample|sample type|specimen type|specimen source|标本|标本类型|样本|样本类型|标本种类|material|probenmaterial|probe|probenart|échantillon|nature du prélèvement|muestra|tipo de muestra|espécimen|検体|材料|検体材料|検体種別`},
	{sense{Comment, 0}, `comment|comments|note|notes|remark|remarks|备注|说明|kommentar|bemerkung|anmerkung|bemerkungen|commentaire|commentaires|remarque|comentario|comentarios|observaciones|nota|備考|コメント`},
	{sense{ID, 0}, `result id|record id|accession|accession number|sample id|specimen id|order id|order number|accession no|标本号|样本号|条码号|申请单号|样本编号|auftragsnummer|labornummer|probennummer|numéro de dossier|número de muestra|検体番号|受付番号`},
	{sense{Panel, 0}, `panel|profile|test group|battery|panel name|组合|组套|检验组合|组合名称|profil|perfil|検査区分|検査グループ`},
	{sense{LOINC, 0}, `loinc|loinc code|loinc-code|loinc num|loinc_num`},
	{sense{Person, 0}, `patient|patient name|patient id|mrn|name of patient|patient number|first name|last name|surname|full name|member|person
		姓名|患者姓名|病人姓名|患者|病历号|患者编号|病人
		patientenname|patientennummer|vorname|nachname|patienten-id|patient:in
		nom du patient|prénom|nom patient
		paciente|nombre del paciente|apellidos|nombre paciente
		患者名|氏名|患者番号|患者id`},
	{sense{Ignored, 0}, `date of birth|dob|birth date|birthday|birthdate|出生日期|生日|geburtsdatum|geburtstag|date de naissance|fecha de nacimiento|生年月日
		age|alter|âge|edad|年龄|年齢|sex|gender|geschlecht|sexe|sexo|性别|性別|doctor|physician|provider|ordering provider|lab|laboratory|医生|科室|labor|arzt
		no|no.|nr|nr.|#|id|序号|编号|numéro|número|番号|index|row|status|category|section|department|类别|gruppe|bereich|groupe|grupo|分類|code|代码|英文名称|缩写`},
}

// headers are the senses by key.
var headers = sync.OnceValues(func() (map[string]sense, error) {
	out := map[string]sense{}
	for _, s := range senses {
		for line := range strings.Lines(s.words) {
			for _, word := range strings.Split(strings.TrimSpace(line), "|") {
				key := headerKey(word)
				if old, ok := out[key]; ok && old != s.sense {
					return nil, fmt.Errorf("the header %q is both %s and %s", word, old.role, s.role)
				}
				out[key] = s.sense
			}
		}
	}
	return out, nil
})

func headerKey(s string) string {
	s = strings.ReplaceAll(fold.Key(s), "_", " ")
	return strings.Join(strings.Fields(strings.Trim(s, " .:*#")), " ")
}

// senseOf is what a header cell means, also where it has a unit or a hint in brackets behind it.
func senseOf(cell string) (sense, bool) {
	if len(cell) > 256 {
		return sense{}, false
	}
	known, err := headers()
	if err != nil {
		return sense{}, false // the words are part of the program; a test reads them
	}
	key := headerKey(cell)
	if s, ok := known[key]; ok {
		return s, true
	}
	if i := strings.IndexAny(key, "([（"); i > 0 {
		if s, ok := known[headerKey(key[:i])]; ok {
			return s, true
		}
	}
	return sense{}, false
}
