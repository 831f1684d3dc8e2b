package trend

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"strconv"
	"time"
)

// The picture, in its own units.
const (
	width, height            = 720, 300
	left, right, top, bottom = 56, 56, 40, 40
	plotWidth, plotHeight    = width - left - right, height - top - bottom
	mostXTicks, mostYTicks   = 6, 5
)

// The style only says what differs in the dark; light colours are attributes, which a style overrides.
const style = `<style>
.baseline-trend text{font-family:system-ui,sans-serif;font-size:12px}
@media(prefers-color-scheme:dark){
.baseline-trend .paper{fill:#0d1117}
.baseline-trend .ink{fill:#e6edf3}
.baseline-trend .soft{fill:#9da7b3}
.baseline-trend .grid{stroke:#3d444d}
.baseline-trend .axis{stroke:#9da7b3}
.baseline-trend .line{stroke:#79b8ff}
.baseline-trend .area,.baseline-trend .dot{fill:#79b8ff}
}
</style>
`

// WriteSVG draws the number of findings over time as a stepped line: it stays where it is until a commit changes it.
// Points are oldest first; one that claims to be older than the point before it is drawn at that point's time.
func WriteSVG(w io.Writer, points []Point) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" class="baseline-trend" role="img" aria-labelledby="baseline-trend-title baseline-trend-desc">`+"\n",
		width, height, width, height)
	fmt.Fprintf(&b, "<title id=\"baseline-trend-title\">Findings in the baseline</title>\n<desc id=\"baseline-trend-desc\">%s</desc>\n", html.EscapeString(describe(points)))
	b.WriteString(style)
	// Its own paper: the page around it need not follow the same preference.
	fmt.Fprintf(&b, `<rect class="paper" width="%d" height="%d" rx="6" fill="#ffffff"/>`+"\n", width, height)
	fmt.Fprintf(&b, `<text class="ink" x="%d" y="20" fill="#1f2328" font-weight="600">Findings in the baseline</text>`+"\n", left)
	if len(points) > 0 {
		newPlot(points).draw(&b)
	} else {
		fmt.Fprintf(&b, `<text class="soft" x="%d" y="60" fill="#59636e">No history yet.</text>`+"\n", left)
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// describe says in words what the picture shows.
func describe(points []Point) string {
	if len(points) == 0 {
		return "No history yet."
	}
	first, last := points[0], points[len(points)-1]
	return fmt.Sprintf("%d on %s, %d on %s; %d recorded.", first.Findings, first.Time.UTC().Format("2 January 2006"),
		last.Findings, last.Time.UTC().Format("2 January 2006"), len(points))
}

// A plot maps points to the picture.
type plot struct {
	points      []Point
	times       []time.Time // never falling
	first, last time.Time   // the span of the time axis
	step, most  int         // of the other axis
}

func newPlot(points []Point) *plot {
	p := &plot{points: points}
	most := 1
	for i, pt := range points {
		t := pt.Time.UTC()
		if i > 0 && t.Before(p.times[i-1]) {
			t = p.times[i-1]
		}
		p.times = append(p.times, t)
		most = max(most, pt.Findings)
	}
	p.first, p.last = p.times[0], p.times[len(p.times)-1]
	if day := p.last.Add(-24 * time.Hour); p.first.After(day) {
		p.first = day
	}
	p.step = roundStep(most, mostYTicks)
	p.most = (most + p.step - 1) / p.step * p.step
	return p
}

func (p *plot) x(seconds float64) string {
	from, to := float64(p.first.Unix()), float64(p.last.Unix())
	return coordinate(left + (seconds-from)/(to-from)*plotWidth)
}

func (p *plot) y(findings int) string {
	return coordinate(top + plotHeight - float64(findings)/float64(p.most)*plotHeight)
}

func coordinate(v float64) string { return strconv.FormatFloat(float64(int(v*10+0.5))/10, 'f', -1, 64) }

func (p *plot) draw(b *bytes.Buffer) {
	for n := 0; n <= p.most; n += p.step {
		class, colour := "grid", "#d1d9e0"
		if n == 0 {
			class, colour = "axis", "#59636e"
		}
		fmt.Fprintf(b, `<line class="%s" x1="%d" y1="%s" x2="%d" y2="%s" stroke="%s"/>`+"\n", class, left, p.y(n), left+plotWidth, p.y(n), colour)
		fmt.Fprintf(b, `<text class="soft" x="%d" y="%s" dy="4" text-anchor="end" fill="#59636e">%d</text>`+"\n", left-8, p.y(n), n)
	}
	for _, t := range timeTicks(p.first, p.last, mostXTicks) {
		fmt.Fprintf(b, `<line class="axis" x1="%s" y1="%d" x2="%s" y2="%d" stroke="#59636e"/>`+"\n", p.x(t.at), top+plotHeight, p.x(t.at), top+plotHeight+5)
		fmt.Fprintf(b, `<text class="soft" x="%s" y="%d" text-anchor="middle" fill="#59636e">%s</text>`+"\n", p.x(t.at), top+plotHeight+20, t.label)
	}
	line := p.path()
	fmt.Fprintf(b, `<path class="area" d="%sV%d H%sZ" fill="#0969da" fill-opacity="0.12"/>`+"\n", line, top+plotHeight, p.at(0))
	fmt.Fprintf(b, `<path class="line" d="%s" fill="none" stroke="#0969da" stroke-width="2" stroke-linejoin="round"/>`+"\n", line)
	end := len(p.points) - 1
	fmt.Fprintf(b, `<circle class="dot" cx="%s" cy="%s" r="3.5" fill="#0969da"/>`+"\n", p.at(end), p.y(p.points[end].Findings))
	fmt.Fprintf(b, `<text class="ink" x="%d" y="%s" dy="4" fill="#1f2328" font-weight="600">%d</text>`+"\n",
		left+plotWidth+8, p.y(p.points[end].Findings), p.points[end].Findings)
}

// at returns where a point is on the time axis.
func (p *plot) at(i int) string { return p.x(float64(p.times[i].Unix())) }

// path is the stepped line: along to the next point, then down or up to it.
func (p *plot) path() string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "M%s %s", p.at(0), p.y(p.points[0].Findings))
	for i, pt := range p.points[1:] {
		fmt.Fprintf(&b, "H%sV%s", p.at(i+1), p.y(pt.Findings))
	}
	return b.String()
}
