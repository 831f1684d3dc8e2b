package trend

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/analyzers/baseline"
	"github.com/seed-a76b335c/philint/analyzers/baseline/gitfile"
)

var update = flag.Bool("update", false, "write golden files")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (go test -update writes it)\ngot:\n%s", path, got)
	}
}

func day(date string) time.Time {
	t, err := time.Parse(time.DateOnly, date)
	if err != nil {
		panic(err)
	}
	return t
}

var burnDown = []Point{
	{day("2025-11-20"), "5f1c9e0a77d3b2c4e6f8", 180, 412},
	{day("2025-12-04"), "91d2", 171, 377},
	{day("2026-01-15"), "0b6a", 140, 301},
	{day("2026-01-16"), "77aa", 140, 299},
	{day("2026-03-02"), "c0de", 95, 160},
	{day("2026-05-11"), "f00d", 31, 44},
	{day("2026-06-30"), "working tree", 12, 17},
}

func TestTable(t *testing.T) {
	var b bytes.Buffer
	if err := WriteTable(&b, burnDown); err != nil {
		t.Fatal(err)
	}
	golden(t, "burndown.txt", b.Bytes())
}

func TestPicture(t *testing.T) {
	pictures := map[string][]Point{
		"burndown.svg": burnDown,
		"single.svg":   burnDown[:1],
		"empty.svg":    nil,
		"zero.svg":     {{day("2026-01-01"), "a", 0, 0}, {day("2026-01-02"), "b", 0, 0}},
	}
	for name, points := range pictures {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := WriteSVG(&b, points); err != nil {
				t.Fatal(err)
			}
			golden(t, name, b.Bytes())
			wellFormed(t, b.Bytes())
		})
	}
}

// wellFormed checks that the picture parses, has a title and a description, and asks for nothing from elsewhere.
func wellFormed(t *testing.T, svg []byte) {
	t.Helper()
	seen := map[string]bool{}
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := tok.(xml.StartElement); ok {
			seen[start.Name.Local] = true
		}
	}
	for _, name := range []string{"svg", "title", "desc"} {
		if !seen[name] {
			t.Errorf("no %s element", name)
		}
	}
	for _, banned := range []string{"script", "image", "use", "a", "foreignObject"} {
		if seen[banned] {
			t.Errorf("a %s element", banned)
		}
	}
	if strings.Contains(string(svg), "url(") || strings.Contains(string(svg), "NaN") || strings.Contains(string(svg), "Inf") {
		t.Error("a url or a number that is none")
	}
}

func TestAxesHaveRoundNumbers(t *testing.T) {
	for most, want := range map[int]int{1: 1, 3: 1, 5: 1, 6: 2, 11: 5, 26: 10, 100: 20, 101: 50, 412: 100, 999999: 200000} {
		if got := roundStep(most, 5); got != want {
			t.Errorf("up to %d: step %d, want %d", most, got, want)
		}
	}
	for span, want := range map[string]string{
		"2026-01-01 2026-01-02": "1 Jan 00:00|1 Jan 06:00|1 Jan 12:00|1 Jan 18:00|2 Jan 00:00",
		"2026-01-01 2026-01-05": "1 Jan|2 Jan|3 Jan|4 Jan|5 Jan",
		"2026-01-01 2026-02-05": "5 Jan|12 Jan|19 Jan|26 Jan|2 Feb",
		"2025-11-20 2026-06-30": "Jan 2026|Mar 2026|May 2026",
		"2020-05-01 2026-06-30": "2021|2022|2023|2024|2025|2026",
		"1990-05-01 2126-06-30": "2000|2050|2100",
	} {
		first, last, _ := strings.Cut(span, " ")
		var got []string
		for _, tick := range timeTicks(day(first), day(last), mostXTicks) {
			got = append(got, tick.label)
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%s: got %s, want %s", span, s, want)
		}
	}
}

func TestPictureOfAnySpan(t *testing.T) {
	for _, hours := range []int{0, 1, 5, 24, 25, 100, 1000, 10_000, 100_000, 1_000_000} {
		last := day("2026-06-30").Add(time.Duration(hours) * time.Hour)
		points := []Point{{day("2026-06-30"), "a", 3, 9}, {last, "b", 1, 2}, {day("2026-06-29"), "a clock that runs behind", 1, 1}}
		var b bytes.Buffer
		if err := WriteSVG(&b, points); err != nil {
			t.Fatal(err)
		}
		wellFormed(t, b.Bytes())
		if n := len(timeTicks(points[0].Time, last.Add(24*time.Hour), mostXTicks)); n < 2 || n > mostXTicks {
			t.Errorf("%d hours: %d ticks", hours, n)
		}
	}
}

func TestFromHistory(t *testing.T) {
	b := baseline.New(baseline.Entry{Identity: baseline.Identity{Package: "p"}, Count: 3})
	points, unreadable := FromHistory([]gitfile.Version{
		{Commit: "a", Time: day("2026-01-01"), Text: b.Format()},
		{Commit: "b", Time: day("2026-01-02"), Text: []byte("nonsense")},
		{Commit: "c", Time: day("2026-01-03")},
	})
	if got, want := fmt.Sprint(points, unreadable), "[{2026-01-01 00:00:00 +0000 UTC a 1 3} {2026-01-03 00:00:00 +0000 UTC c 0 0}] [b]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
