package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/seed-a76b335c/philint/analyzers/internal/sink"
	"github.com/seed-a76b335c/philint/redact"
)

// Parse reads the text of a file; name is what errors call it. The error is of type [Errors].
func Parse(name string, text []byte) (*Config, error) {
	p := &parser{file: name, cfg: &Config{Path: name, Keys: KeysAuto, hash: digest(text)}}
	if len(text) > maxSize {
		return nil, Errors{{name, 1, 1, fmt.Sprintf("the file is larger than %d bytes", maxSize)}}
	}
	dec := yaml.NewDecoder(bytes.NewReader(text))
	var doc yaml.Node
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF): // nothing but comments
	case err != nil:
		return nil, Errors{syntaxError(name, err)}
	default:
		p.document(&doc)
		var next yaml.Node
		switch err := dec.Decode(&next); {
		case errors.Is(err, io.EOF):
		case err != nil:
			p.errs = append(p.errs, syntaxError(name, err))
		default:
			p.fail(&next, "a second document; there must be one")
		}
	}
	p.build()
	if len(p.errs) > 0 {
		slices.SortStableFunc(p.errs, func(a, b *Error) int {
			return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
		})
		return nil, p.errs
	}
	return p.cfg, nil
}

func syntaxError(name string, err error) *Error {
	text := err.Error()
	e := &Error{name, 1, 1, ""}
	if m := yamlLine().FindStringSubmatch(text); m != nil {
		e.Line, _ = strconv.Atoi(m[1])
		text = text[len(m[0]):]
	}
	e.Line = max(e.Line, 1)
	e.Problem = "this is not YAML: " + strings.TrimPrefix(text, "yaml: ")
	return e
}

type parser struct {
	file string
	cfg  *Config
	errs Errors

	rows []*yaml.Node // where each of cfg.Sinks stands
}

func (p *parser) fail(n *yaml.Node, format string, args ...any) {
	p.errs = append(p.errs, &Error{p.file, max(n.Line, 1), max(n.Column, 1), fmt.Sprintf(format, args...)})
}

func (p *parser) document(doc *yaml.Node) {
	root := doc
	if doc.Kind == yaml.DocumentNode && len(doc.Content) == 1 {
		root = doc.Content[0]
	}
	if isNull(root) {
		return
	}
	p.mapping(root, "the configuration", table{
		"sinks":      p.sinks,
		"notLoggers": func(n *yaml.Node) { p.cfg.NotLoggers = p.names(n, "a type, as in example.com/console.Game", typeName) },
		"sanitisers": func(n *yaml.Node) {
			p.cfg.Sanitisers = p.names(n, "a function, as in example.com/mask.Hash or example.com/mask.(Masker).Do", funcName)
		},
		"words":   p.words,
		"fields":  p.fields,
		"exclude": p.exclude,
		"keys": func(n *yaml.Node) {
			p.cfg.Keys = choice(p, n, "auto, always or never", map[string]KeysMode{"auto": KeysAuto, "always": KeysAlways, "never": KeysNever})
		},
	})
}

// A table says who reads the value of each key.
type table map[string]func(*yaml.Node)

func (t table) keys() string {
	keys := make([]string, 0, len(t))
	for k := range t {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return strings.Join(keys, ", ")
}

// mapping hands every value of a mapping to the reader of its key.
func (p *parser) mapping(n *yaml.Node, what string, t table) {
	p.pairs(n, what+" must be a mapping with the keys "+t.keys(), func(key, value *yaml.Node) {
		read, ok := t[key.Value]
		if !ok {
			p.fail(key, "unknown key %q; %s has the keys %s", key.Value, what, t.keys())
			return
		}
		read(value)
	})
}

// pairs walks a mapping whose keys are texts, each at most once.
func (p *parser) pairs(n *yaml.Node, otherwise string, f func(key, value *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		p.fail(n, "%s is not what can stand here: %s", describe(n), otherwise)
		return
	}
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Kind != yaml.ScalarNode || key.ShortTag() != "!!str" {
			p.fail(key, "%s is not what can stand here: %s", describe(key), otherwise)
			continue
		}
		if line, dup := seen[key.Value]; dup {
			p.fail(key, "duplicate key %q; it is on line %d already", key.Value, line)
			continue
		}
		seen[key.Value] = key.Line
		f(key, value)
	}
}

// list walks a sequence.
func (p *parser) list(n *yaml.Node, otherwise string, f func(*yaml.Node)) {
	if n.Kind != yaml.SequenceNode {
		p.fail(n, "%s is not what can stand here: want a list: %s", describe(n), otherwise)
		return
	}
	for _, item := range n.Content {
		f(item)
	}
}

// text returns a node's text.
func (p *parser) text(n *yaml.Node, want string) (string, bool) {
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str" || strings.TrimSpace(n.Value) == "" {
		p.fail(n, "%s is not what can stand here: want %s", describe(n), want)
		return "", false
	}
	return n.Value, true
}

func choice[T any](p *parser, n *yaml.Node, want string, values map[string]T) (v T) {
	s, ok := p.text(n, want)
	if !ok {
		return v
	}
	v, ok = values[s]
	if !ok {
		p.fail(n, "%q is unknown; want %s", s, want)
	}
	return v
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

func describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "an alias"
	case yaml.ScalarNode:
		switch n.ShortTag() {
		case "!!str":
			if strings.TrimSpace(n.Value) == "" {
				return "an empty text"
			}
			return strconv.Quote(n.Value)
		case "!!null":
			return "nothing"
		case "!!int", "!!float":
			return "the number " + n.Value
		case "!!bool":
			return "the truth value " + n.Value
		}
	}
	return "a " + strings.TrimLeft(cmp.Or(n.ShortTag(), "thing"), "!")
}

func (p *parser) sinks(n *yaml.Node) {
	p.list(n, "of rows with package, functions and parameters", func(item *yaml.Node) {
		var row sink.Row
		before := len(p.errs)
		text := func(to *string, want string) func(*yaml.Node) {
			return func(n *yaml.Node) { *to, _ = p.text(n, want) }
		}
		p.mapping(item, "a sink", table{
			"package":    text(&row.Pkg, "an import path"),
			"receiver":   text(&row.Recv, "a type's name, without package and star"),
			"functions":  func(n *yaml.Node) { row.Funcs = p.joined(n, "a list of names of functions") },
			"parameters": func(n *yaml.Node) { row.Params = p.joined(n, "one word a parameter: "+roleWords) },
			"kind": func(n *yaml.Node) {
				row.Kind = choice(p, n, "statement, binder or field", map[string]sink.Kind{"statement": sink.Statement, "binder": sink.Binder, "field": sink.Field})
			},
			"surface": func(n *yaml.Node) {
				row.Surface = choice(p, n, "log, telemetry or stream", map[string]sink.Surface{"log": sink.Log, "telemetry": sink.Telemetry, "stream": sink.Stream})
			},
			"level": text(&row.Level, "a level, such as info"),
		})
		if len(p.errs) > before {
			return
		}
		for _, need := range []struct{ key, value string }{{"package", row.Pkg}, {"functions", row.Funcs}, {"parameters", row.Params}} {
			if need.value == "" {
				p.fail(item, "this sink has no %s", need.key)
			}
		}
		if len(p.errs) > before {
			return
		}
		if _, err := sink.New([]sink.Row{row}); err != nil {
			p.fail(item, "%s; parameters take the words %s", oneLine(err), roleWords)
			return
		}
		p.cfg.Sinks = append(p.cfg.Sinks, row)
		p.rows = append(p.rows, item)
	})
}

const roleWords = "message format value key pairs values fields writer, and _ for one that is not written"

func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

// joined reads a list of words, or one text of words.
func (p *parser) joined(n *yaml.Node, want string) string {
	if n.Kind == yaml.ScalarNode {
		s, _ := p.text(n, want)
		return s
	}
	var words []string
	p.list(n, want, func(item *yaml.Node) {
		if s, ok := p.text(item, want); ok {
			words = append(words, s)
		}
	})
	if len(words) == 0 && n.Kind == yaml.SequenceNode {
		p.fail(n, "an empty list: want %s", want)
	}
	return strings.Join(words, " ")
}

// The forms are compiled when asked for: the vet tool is started for every package, and most have no file to read.
var (
	typeName = form(`^[^\s()*]+\.[\pL_][\pL\pN_]*$`)
	funcName = form(`^[^\s()*]+\.(\([\pL_][\pL\pN_]*\)\.)?[\pL_][\pL\pN_]*$`)
	wordForm = form(`^([\pL\pN]+( [\pL\pN]+)*|[\pL\pN]{3,}\*)$`)
	pathForm = form(`^[^\s\\*?:]+$`)
	yamlLine = form(`^(?:yaml: )?line (\d+): `)
)

func form(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

func (p *parser) names(n *yaml.Node, want string, form func() *regexp.Regexp) (out []string) {
	p.list(n, want, func(item *yaml.Node) {
		s, ok := p.text(item, want)
		switch {
		case !ok:
		case !form().MatchString(s):
			p.fail(item, "%q is not %s", s, want)
		case slices.Contains(out, s):
			p.fail(item, "%q is in the list twice", s)
		default:
			out = append(out, s)
		}
	})
	return out
}

func (p *parser) words(n *yaml.Node) {
	const want = "a word or words of a name, as in staff number, or the start of one, as in triage*"
	list := func(to *[]string) func(*yaml.Node) {
		return func(n *yaml.Node) { *to = p.names(n, want, wordForm) }
	}
	w := &p.cfg.Words
	p.mapping(n, "words", table{"secret": list(&w.Secret), "personal": list(&w.Personal), "health": list(&w.Health)})
}

const fieldKinds = "identifier, count, duration, status, type-name, flag, time or group"

func (p *parser) fields(n *yaml.Node) {
	reg := redact.Fields.Clone()
	p.pairs(n, "want a mapping of names to kinds", func(key, value *yaml.Node) {
		f := redact.Field{Name: key.Value}
		before := len(p.errs)
		if value.Kind == yaml.MappingNode {
			p.mapping(value, "a field", table{
				"kind": func(n *yaml.Node) { f.Kind = p.kind(n) },
				"values": func(n *yaml.Node) {
					f.Values = strings.Fields(p.joined(n, "a list of the values that a status may have"))
				},
			})
			if f.Kind == 0 && len(p.errs) == before {
				p.fail(value, "this field has no kind; want %s", fieldKinds)
			}
		} else {
			f.Kind = p.kind(value)
		}
		if len(p.errs) > before {
			return
		}
		if err := reg.Register(f); err != nil {
			p.fail(key, "%s", strings.TrimPrefix(oneLine(err), "redact: "))
			return
		}
		p.cfg.Fields = append(p.cfg.Fields, f)
	})
	p.cfg.registry = reg
}

func (p *parser) kind(n *yaml.Node) redact.Kind {
	s, ok := p.text(n, fieldKinds)
	if !ok {
		return 0
	}
	k, ok := redact.ParseKind(s)
	if !ok {
		p.fail(n, "%q is no kind of a field; want %s", s, fieldKinds)
	}
	return k
}

func (p *parser) exclude(n *yaml.Node) {
	const want = "a pattern of import paths, as in example.com/shop/mocks/..."
	p.list(n, want, func(item *yaml.Node) {
		s, ok := p.text(item, want)
		switch {
		case !ok:
		case !pathForm().MatchString(s) || strings.HasPrefix(s, ".") && !strings.HasPrefix(s, "..."), strings.HasPrefix(s, "/"):
			p.fail(item, "%q is not %s", s, want)
		case slices.Contains(p.cfg.Exclude, s):
			p.fail(item, "%q is in the list twice", s)
		default:
			p.cfg.Exclude = append(p.cfg.Exclude, s)
		}
	})
}

// build makes of the lists what the linter asks.
func (p *parser) build() {
	c := p.cfg
	if c.registry == nil {
		c.registry = redact.Fields
	}
	for _, s := range c.Exclude {
		c.patterns = append(c.patterns, newPattern(s))
	}
	t, err := sink.New(c.Sinks)
	if err == nil {
		c.table = t
		return
	}
	// Each row is right by itself, so two name the same function: find the second.
	for i := range c.Sinks {
		if _, err := sink.New(c.Sinks[:i+1]); err != nil {
			p.fail(p.rows[i], "%s", oneLine(err))
			return
		}
	}
}
