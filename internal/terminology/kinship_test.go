package terminology

import "testing"

func TestSeriesAreRelatedByTheirAxes(t *testing.T) {
	s, err := Core()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		asked, held string
		want        Kinship
	}{
		{"2823-3", "2823-3", Itself},
		{"2823-3", "6298-4", OtherBlood},
		{"69405-9", "33914-3", OtherBlood},
		{"69405-9", "62238-1", Itself}, // a method parts no series
		{"2345-7", "14749-6", Itself},  // nor do moles
		{"2345-7", "2339-0", OtherBlood},
		{"2345-7", "2350-7", OtherFluid},  // in urine
		{"2345-7", "1558-6", Challenged},  // fasting
		{"1558-6", "2345-7", OneAnalyte},  // fasting is not what anything else is
		{"26499-4", "770-8", OneAnalyte},  // a count and a share
		{"2885-2", "2889-4", OneAnalyte},  // a concentration and what is found in a day
		{"62292-8", "1989-3", OneAnalyte}, // vitamin D, of which D3 is most
		{"1989-3", "62292-8", OneAnalyte}, // and so the other way: it is part of a sum
		{"14635-7", "62292-8", OneAnalyte},
		{"718-7", "4548-4", Unrelated},
		{"2498-4", "2500-7", Unrelated}, // iron and iron binding capacity
		{"2157-6", "13969-1", Unrelated},
		{"8480-6", "8462-4", Unrelated},
		{"2028-9", "2019-8", OneAnalyte}, // total carbon dioxide and its partial pressure
	} {
		a, b := s.SeriesOf(tt.asked), s.SeriesOf(tt.held)
		if a == "" || b == "" {
			t.Errorf("%s or %s is not in the table", tt.asked, tt.held)
		}
		if got := KinshipOf(a, b); got != tt.want {
			t.Errorf("%s and %s: %d, want %d", tt.asked, tt.held, got, tt.want)
		}
	}
	for _, series := range []string{"local:glucose", "device:steps", "icpc3:NS01", "loinc:1-8", "loinc:a|b", ""} {
		if KinshipOf(series, series) != Itself || KinshipOf(series, s.SeriesOf("2345-7")) != Unrelated || KinshipOf(s.SeriesOf("2345-7"), series) != Unrelated {
			t.Errorf("%q is related to another", series)
		}
	}
}
