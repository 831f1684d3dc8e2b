package redact

import (
	"net/netip"
	"strings"
)

// This file finds, inside a word that has the characters of an identifier or a name, what people are known by:
// identifiers are often put together from parts, so a form is looked for in each run of parts. It is the slow
// path: values of letters and digits alone do not come here.

// tellingWords are the names of values that no log may hold, where a colon and the value follow: dob:1931,
// glucose:6. The strong ones tell before a digit too: ssn-078051120.
var (
	tellingWords = wordSet(`
		age sex gender tel telephone phone mobile cell fax email mail name surname firstname lastname fullname address
		addr postcode zip ip mac iban passport password passwd pwd pass passphrase secret bearer basic authorization
		cookie apikey pin otp weight height bmi pulse heartrate temp temperature spo2 dose dosage insulin cholesterol
		potassium sodium diagnosis medication drug allergy symptom icd icd10 loinc snomed
	`)
	strongWords = wordSet(`
		ssn bsn mbi mrn nhs dob born birth birthdate birthday birthyear glucose hba1c a1c bp systolic diastolic ldl hdl
		creatinine egfr hemoglobin tel telephone
	`)
)

// secretWords begin a secret even when nothing stands between: password1.
var secretWords = []string{"password", "passwd", "passw0rd", "secret", "bearer", "ssn", "bsn", "mrn", "dob", "phone", "email", "glucose", "hba1c"}

// extensions end the names of files, which people name after people.
var extensions = wordSet(`
	pdf doc docx dot odt rtf txt md csv tsv xls xlsx ods ppt pptx jpg jpeg png gif tif tiff bmp webp heic svg dcm dicom
	hl7 ccd cda xml json ndjson jsonl html htm xhtml zip gz tgz tar bz2 7z rar mp3 mp4 m4a mov avi wav eml msg vcf ics
	bak log sql db sqlite php asp aspx jsp exe dmg parquet pem key crt p12
`)

var unitWords = wordSet(`
	mmol mmoll mgdl mg mcg ug g kg lb lbs ml l dl cm mm mmhg bpm iu u units pct kcal celsius years yrs yo y
`)

// tells reports whether a part of s, which is made of letters, digits and punctuation, has the form of a
// date, a number written in groups, a network address, a measured value, a file's name, or a name before its
// value. A label may have a recent date in it, as models do, and a private address with hyphens, as machines do.
func tells(s string, label bool) bool {
	if strings.Contains(s, "//") {
		return true
	}
	if i := strings.LastIndexByte(s, '.'); i >= 0 && extensions[strings.ToLower(s[i+1:])] {
		return true
	}
	if isMeasured(s) || hasMBI(s) || hasInnerIPv6(s) {
		return true
	}
	if strings.Count(s, "-") >= 5 || strings.Count(s, ":") >= 5 || strings.Count(s, ".") >= 2 {
		if hasMAC(s) {
			return true
		}
	}
	return hasTellingParts(s, label)
}

func isSeparator(c byte) bool { return class[c]&(idPunct|namePunct) != 0 }

// hasTellingParts goes through the parts of s, and the runs of parts that are digits.
func hasTellingParts(s string, label bool) bool {
	var groups [8]string // the digit parts in a row, the last eight of them
	n, before := 0, byte(0)
	for i := 0; i < len(s); {
		if isSeparator(s[i]) {
			i++
			continue
		}
		j := i
		for j < len(s) && !isSeparator(s[j]) {
			j++
		}
		part := s[i:j]
		switch {
		case !all(part, digit):
			n = 0
			next, after := byte(0), byte(0)
			if j < len(s) {
				next = s[j]
			}
			if j+1 < len(s) {
				after = s[j+1]
			}
			w := strings.ToLower(part)
			if strongWords[w] && class[after]&digit != 0 || next == ':' && after != ':' && (tellingWords[w] || strongWords[w]) {
				return true
			}
			if isMonth(part) && hasYear(s) {
				return true
			}
		default:
			// A colon, or any other than the one before, begins another number: topic:83724123.
			if n == len(groups) {
				copy(groups[:], groups[1:])
				n--
			}
			if n == 0 && i > 0 {
				before = s[i-1]
			}
			groups[n] = part
			n++
			// A run of digits ends here or goes on: each of its endings is looked at.
			for k := range n - 1 {
				if isGrouped(groups[k:n], label) {
					return true
				}
			}
			if n == 2 && before == ':' && s[i-1] == '.' && len(groups[0]) <= 3 && len(groups[1]) <= 2 && !label {
				return true // hba1c:7.2
			}
		}
		i = j
		if i+1 < len(s) && isSeparator(s[i]) && isSeparator(s[i+1]) {
			n = 0 // arn:aws:iam::123456789012
		}
	}
	return false
}

// isGrouped reports whether digits in these groups are a date, a telephone or social-security number, a
// citizen's or patient's number, or an address.
func isGrouped(g []string, label bool) bool {
	l := func(i int) int { return len(g[i]) }
	switch len(g) {
	case 2:
		return g[0][0] == '0' && (l(0) == 2 && l(1) == 8 || l(0) == 3 && l(1) == 7 || l(0) == 4 && l(1) == 6) || l(0) == 3 && l(1) == 7
	case 3:
		switch {
		case l(0) == 3 && l(1) == 2 && l(2) == 4, l(0) == 3 && l(1) == 3 && l(2) == 4, l(0) == 3 && l(1) == 3 && l(2) == 3,
			l(0) == 4 && l(1) == 2 && l(2) == 3, l(0) == 2 && l(1) == 4 && l(2) == 4 && g[0][0] == '0', l(0) == 4 && l(1) == 3 && l(2) == 3 && g[0][0] == '0':
			return true
		case l(0) == 4 && l(1) <= 2 && l(2) <= 2:
			return isYear(g[0]) && atMost(g[1], 12) && atMost(g[2], 31) && (!label || g[0] < "2020")
		case l(0) <= 2 && l(1) <= 2 && l(2) == 4:
			return isYear(g[2]) && atMost(g[0], 31) && atMost(g[1], 31)
		}
	case 4:
		if l(0) == 1 && l(1) == 3 && l(2) == 3 && l(3) == 4 {
			return true
		}
		for _, b := range g {
			if len(b) > 3 || !atMost(b, 255) {
				return false
			}
		}
		if g[0] == "0" || label && isPrivate(g) {
			return false
		}
		return l(0)+l(1)+l(2)+l(3) >= 6
	case 5:
		for _, p := range g { // 06 12 34 56 78
			if len(p) != 2 {
				return false
			}
		}
		return g[0][0] == '0'
	}
	return false
}

func isPrivate(g []string) bool {
	return g[0] == "10" || g[0] == "127" || g[0] == "192" && g[1] == "168" || g[0] == "172" && g[1] >= "16" && g[1] <= "31" && len(g[1]) == 2
}

// atMost reports whether the decimal number s is from 0 to n, below 1000.
func atMost(s string, n int) bool {
	v := 0
	for i := 0; i < len(s); i++ {
		v = 10*v + int(s[i]-'0')
	}
	return v <= n
}

func isMonth(s string) bool {
	if len(s) < 3 || len(s) > 9 {
		return false
	}
	for _, m := range months {
		if strings.EqualFold(m, s) {
			return true
		}
	}
	return false
}

// hasYear reports whether a part of s is a year in which somebody alive may be born.
func hasYear(s string) bool {
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return r < '0' || r > '9' }) {
		if len(part) == 4 && isYear(part) {
			return true
		}
	}
	return false
}

// isMeasured reports whether s is a number and a unit: 6.2mmol, 80kg, 120_80mmHg.
func isMeasured(s string) bool {
	i := len(s)
	for i > 0 && class[s[i-1]]&(lower|upper) != 0 {
		i--
	}
	num := s[:i]
	if i == 0 || i == len(s) || len(num) > 8 || !all(num, digit|idPunct) {
		return false
	}
	return unitWords[strings.ToLower(s[i:])] || strings.Count(num, ".") == 1 && num[len(num)-1] != '.' && all(strings.Replace(num, ".", "", 1), digit)
}

// hasMAC reports whether s has six or eight pairs of hexadecimal digits in a row, or three groups of four
// with dots: a network card's address.
func hasMAC(s string) bool {
	run := func(sep byte, width int) (longest int, exact bool) {
		n := 0
		flush := func() {
			exact = exact || width == 2 && (n == 6 || n == 8) || width == 4 && n == 3
			n = 0
		}
		for part := range strings.SplitSeq(s, string(sep)) {
			if len(part) == width && all(part, digit|hexLetter) {
				n++
				continue
			}
			// The first or last of a run may have something else before or after it.
			if len(part) > width && n > 0 && all(part[:width], digit|hexLetter) && isSeparator(part[width]) {
				n++
			}
			flush()
			if k := len(part) - width; k > 0 && all(part[k:], digit|hexLetter) && isSeparator(part[k-1]) {
				n = 1
			}
		}
		flush()
		return n, exact
	}
	for _, sep := range []byte(":-") {
		if _, exact := run(sep, 2); exact {
			return true
		}
	}
	_, exact := run('.', 4)
	return exact
}

// hasInnerIPv6 reports whether an IPv6 address stands after some part of s.
func hasInnerIPv6(s string) bool {
	if strings.Count(s, ":") < 2 {
		return false
	}
	for i := 0; i+3 < len(s); i++ {
		if i > 0 && !isSeparator(s[i-1]) {
			continue
		}
		t := s[i:]
		if end := strings.IndexAny(t, "-_~/"); end >= 0 {
			t = t[:end]
		}
		if a, err := netip.ParseAddr(t); err == nil && a.Is6() {
			return true
		}
	}
	return false
}

// isWordSecret reports whether s, letters and digits, is a telling word with its value stuck to it, or a
// Medicare beneficiary identifier.
func isWordSecret(s string) bool {
	switch s[0] | 0x20 {
	case 'p', 's', 'b', 'm', 'd', 'e', 'g', 'h':
		for _, w := range secretWords {
			if hasWordAt(s, w) && all(s[len(w):], digit) {
				return true
			}
		}
	case '1', '2', '3', '4', '5', '6', '7', '8', '9', ';' | 0x20:
		return len(s) == 11 && class[s[1]]&(lower|upper) != 0 && hasMBI(s)
	}
	return false
}
