package alias

// checkDigit says whether a text has the form of a LOINC code and the right last digit (mod 10).
func checkDigit(code string) bool {
	n := len(code)
	if n < 3 || n > 10 || code[n-2] != '-' || code[0] == '0' {
		return false
	}
	sum := 0
	for i := n - 3; i >= 0; i-- {
		d := int(code[i]) - '0'
		if d < 0 || d > 9 {
			return false
		}
		if (n-3-i)%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return int(code[n-1])-'0' == (10-sum%10)%10
}
