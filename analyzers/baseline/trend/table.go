package trend

import (
	"fmt"
	"io"
	"text/tabwriter"
)

const shortCommit = 12

// WriteTable writes one line a point, with the difference to the one before.
func WriteTable(w io.Writer, points []Point) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight|tabwriter.DiscardEmptyColumns)
	fmt.Fprintln(tw, "date\tcommit\tentries\tfindings\tchange\t")
	for i, p := range points {
		change := ""
		if i > 0 {
			change = fmt.Sprintf("%+d", p.Findings-points[i-1].Findings)
		}
		commit := p.Commit
		if len(commit) > shortCommit {
			commit = commit[:shortCommit]
		}
		fmt.Fprintf(tw, "%s\t%s\t%d\t%d\t%s\t\n", p.Time.UTC().Format("2006-01-02"), commit, p.Entries, p.Findings, change)
	}
	return tw.Flush()
}
