package loinc

// CheckDigit says whether a text has the form of a LOINC code and the right check digit (mod 10, Luhn).
func CheckDigit(code string) bool {
	n := len(code)
	if n < 3 || n > maxCodeLen || code[n-2] != '-' || !isDigit(code[n-1]) {
		return false
	}
	sum, double := 0, true
	for i := n - 3; i >= 0; i-- {
		if !isDigit(code[i]) {
			return false
		}
		d := int(code[i] - '0')
		if double {
			d *= 2
			if d > 9 {
				d -= 9
			}
		}
		sum += d
		double = !double
	}
	return code[0] != '0' && (10-sum%10)%10 == int(code[n-1]-'0')
}

// maxCodeLen is generous: the longest code of today has six digits and its check digit.
const maxCodeLen = 10

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
