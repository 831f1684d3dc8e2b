package loinc

import "testing"

func TestCheckDigitOfRightAndWrongCodes(t *testing.T) {
	for _, code := range []string{"718-7", "2345-7", "4548-4", "12-5", "112429-6", "59261-8", "8480-6", "99504-3"} {
		if !CheckDigit(code) {
			t.Errorf("%s is refused", code)
		}
	}
	for _, code := range []string{
		"", "-", "7", "718", "718-", "718-8", "-7", "7187", "71a-7", "718-x", "0718-7", " 718-7", "718-7 ", "22311-7",
		"11111-1", "718--7", "LP718-7", "７18-7", "123456789-0",
	} {
		if CheckDigit(code) {
			t.Errorf("%q is accepted", code)
		}
	}
}

func TestOneWrongDigitIsAlwaysNoticed(t *testing.T) {
	code := []byte("26511-6")
	for i := range code {
		if code[i] == '-' {
			continue
		}
		was := code[i]
		for d := byte('0'); d <= '9'; d++ {
			if code[i] = d; d != was && CheckDigit(string(code)) {
				t.Errorf("%s is accepted", code)
			}
		}
		code[i] = was
	}
}
