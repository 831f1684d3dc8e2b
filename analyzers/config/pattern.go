package config

import (
	"regexp"
	"strings"
)

// A pattern matches import paths the way the go command does: "..." stands for any text, and "x/..." for x too.
type pattern struct {
	text string
	re   *regexp.Regexp
}

func newPattern(text string) pattern {
	expr := strings.ReplaceAll(regexp.QuoteMeta(text), `\.\.\.`, `.*`)
	if rest, ok := strings.CutSuffix(expr, `/.*`); ok {
		expr = rest + `(/.*)?`
	}
	return pattern{text, regexp.MustCompile(`^` + expr + `$`)}
}

func (p pattern) match(path string) bool { return p.re.MatchString(path) }

// Matches reports for each pattern of Exclude, in order, whether it takes in a package.
func (c *Config) Matches(pkgPath string) []bool {
	out := make([]bool, len(c.patterns))
	for i, p := range c.patterns {
		out[i] = p.match(pkgPath)
	}
	return out
}
