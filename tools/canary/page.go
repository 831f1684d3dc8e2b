package canarycheck

import (
	"fmt"
	"strings"
)

// page is a PDF with these lines of text, whose cells have tabs between them.
func page(lines ...string) string {
	content := ""
	for y, line := range lines {
		for x, cell := range strings.Split(line, "\t") {
			content += fmt.Sprintf("BT /F1 12 Tf %d %d Td (%s) Tj ET\n", 72+200*x, 720-20*y, cell)
		}
	}
	var b strings.Builder
	var at []int
	b.WriteString("%PDF-1.4\n")
	for i, object := range []string{
		"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
		fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(content), content), "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
	} {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, o := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, start)
	return b.String()
}
