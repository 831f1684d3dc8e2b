package canarycheck

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/canary"
)

// deaf is a target that takes everything that it is told.
type deaf struct {
	Target
	proven []string
}

func (*deaf) Answer(string, []byte)  {}
func (*deaf) Collect(string, []byte) {}

func (f *deaf) Sent(channel string, _ int) error {
	f.proven = append(f.proven, channel)
	return nil
}

func (f *deaf) ReadBack(channel string, _ []byte) error { return f.Sent(channel, 200) }

func (f *deaf) Put(_ context.Context, name string, _ []byte) (string, error) { return "/" + name, nil }

func spoken(t *testing.T) (*Driver, *deaf) {
	t.Helper()
	var tokens []canary.Token
	for _, c := range append(slices.Clone(Clients), Operators...) {
		tokens = append(tokens, canary.Token{Channel: c, Text: strings.ReplaceAll(c, " ", "-") + "-word"})
	}
	f := &deaf{}
	return New(f, tokens), f
}

func TestAConversationIsHeldToWhatItShouldBe(t *testing.T) {
	const one, two = `{"jsonrpc":"2.0","id":"1","result":{}}`, `{"jsonrpc":"2.0","id":"2","error":{"code":-32601,"message":"x"}}`
	const noJSON, none = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"x"}}`
	const list = `[{"jsonrpc":"2.0","id":"3","result":{}},` + none + `]`
	whole := []string{one, two, noJSON, none, list}
	for name, tt := range map[string]struct {
		said []string
		want string
	}{
		"as it should be":               {whole, ""},
		"in another order":              {[]string{noJSON, list, two, none, one}, ""},
		"one is not answered":           {[]string{two, noJSON, none, list}, "leaves 1 of 4 requests"},
		"one is answered twice":         {append([]string{one}, whole...), "once too often"},
		"one that was withdrawn":        {append([]string{`{"jsonrpc":"2.0","id":"4","result":{}}`}, whole...), "once too often"},
		"another is answered":           {append([]string{`{"jsonrpc":"2.0","id":"9","result":{}}`}, whole...), "what nobody asked"},
		"no id, and no refusal":         {append([]string{`{"jsonrpc":"2.0","id":null,"result":{}}`}, whole...), "what nobody asked"},
		"a line is not refused":         {[]string{one, two, none, list}, "refuses lines with [-32600], not [-32700 -32600]"},
		"lines are refused as another":  {[]string{one, two, none, noJSON, list}, "refuses lines with [-32600 -32700], not"},
		"a list is taken apart":         {[]string{one, two, noJSON, none, `{"jsonrpc":"2.0","id":"3","result":{}}`, none}, "in 0 lists, not 1"},
		"one of a list is not answered": {[]string{one, two, noJSON, none, `[{"jsonrpc":"2.0","id":"3","result":{}}]`}, "in 1 lists, not 1, with [], not [-32600]"},
		"a line is no JSON":             {append([]string{"panic: x"}, whole...), "no JSON"},
		"a list is no JSON":             {append([]string{"[x"}, whole...), "no JSON"},
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := spoken(t)
			c := d.conversation()
			c.ask("ping", "", func(*answer) {})
			c.ask("x", "", func(a *answer) {
				if !a.failed() {
					t.Error("a refusal is taken for an answer")
				}
			})
			c.refused(notJSON, "x")
			c.refused(noRequest, "1")
			c.say("[" + c.request("ping", "", func(*answer) {}) + ",1]")
			c.lists, c.among = 1, []int{noRequest}
			c.ask("ping", "", func(*answer) { t.Log("it was withdrawn") })
			c.quiet[`"4"`] = true
			c.hear([]byte(strings.Join(tt.said, "\n") + "\n"))
			wrong := strings.Join(d.wrong, "\n")
			if tt.want == "" && wrong != "" || !strings.Contains(wrong, tt.want) {
				t.Errorf("it says %q, not %q", wrong, tt.want)
			}
		})
	}
}

// A tool that has only ever said why it cannot is not one that was answered.
func TestAReportIsReadWhenWhatComesOfItIsThere(t *testing.T) {
	const good = `{"structuredContent":{"observations":[{"code":{"coding":[{"code":"14749-6"}]},"effectiveDateTime":"2026-03-01"}],"coded":1,"of":1,"note":"1 listed row was left out"}}`
	for name, tt := range map[string]struct {
		result string
		read   bool
	}{
		"as it should be":    {`"result":` + good, true},
		"no model":           {`"result":{"isError":true,"structuredContent":{"success":false,"error":"set a model"}}`, false},
		"a refusal":          {`"error":{"code":-32602,"message":"x"}`, false},
		"nothing":            {`"result":{}`, false},
		"another code":       {`"result":` + strings.Replace(good, "14749", "2345", 1), false},
		"no code":            {`"result":` + strings.Replace(good, `{"code":"14749-6"}`, "", 1), false},
		"another day":        {`"result":` + strings.Replace(good, "03-01", "03-02", 1), false},
		"another note":       {`"result":` + strings.Replace(good, "1 listed row was", "2 listed rows were", 1), false},
		"another number":     {`"result":` + strings.Replace(good, `"of":1`, `"of":2`, 1), false},
		"a row more than it": {`"result":` + strings.Replace(good, `[{"code"`, `[{"code":{}},{"code"`, 1), false},
	} {
		t.Run(name, func(t *testing.T) {
			d, f := spoken(t)
			c := d.conversation()
			d.read(c, &sheet{title: "Sheet", codes: []string{"14749-6"}, dates: []string{"2026-03-01"}, notes: []string{"1 listed row was left out"}}, "path", "x")
			c.hear([]byte(`{"jsonrpc":"2.0","id":"1",` + tt.result + "}\n"))
			credited := d.Covered.good[Item{Tool, reportTool}] > 0 && d.Covered.good[Item{Argument, reportTool + " path"}] > 0
			if credited != tt.read || (len(d.wrong) == 0) != tt.read || slices.Contains(f.proven, inModel) != tt.read || slices.Contains(f.proven, inReportPath) != tt.read {
				t.Errorf("credited %v, faults %q, proven %q", credited, d.wrong, f.proven)
			}
		})
	}
}

func TestARefusalOfAReportIsOneWhenItSaysWhy(t *testing.T) {
	for name, tt := range map[string]struct {
		result string
		good   bool
	}{
		"as it should be": {`"result":{"isError":true,"structuredContent":{"error":"the document is empty"}}`, true},
		"another reason":  {`"result":{"isError":true,"structuredContent":{"error":"set a model"}}`, false},
		"an answer":       {`"result":{"structuredContent":{"error":"the document is empty"}}`, false},
		"a refusal":       {`"error":{"code":-32602,"message":"the document is empty"}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			d, f := spoken(t)
			c := d.conversation()
			d.unreadable(c, "text", "x", "the document is empty", inModelRefusal)
			c.hear([]byte(`{"jsonrpc":"2.0","id":"1",` + tt.result + "}\n"))
			if credited := d.Covered.bad[Item{Tool, reportTool}] > 0; credited != tt.good || (len(d.wrong) == 0) != tt.good || slices.Contains(f.proven, inModelRefusal) != tt.good {
				t.Errorf("credited %v, faults %q, proven %q", credited, d.wrong, f.proven)
			}
		})
	}
}

// Each answer of the model has a word of its own channel, and each is asked for by what no other is.
func TestEachAnswerOfTheModelHasAWord(t *testing.T) {
	d, _ := spoken(t)
	for i, f := range d.failures() {
		blank := strings.Contains(f.turn.Body, `" \n"`) || f.turn.Body == `{"choices":[]}`
		if said := f.turn.Body + f.turn.Raw; !strings.Contains(said, d.word(inModelRefusal)) && !blank {
			t.Errorf("answer %d has no word", i)
		}
		if f.want == "" {
			t.Errorf("nothing is said of answer %d", i)
		}
	}
	for _, s := range d.sheets() {
		if !strings.Contains(s.text, d.word(inReport)) || !strings.Contains(s.says, d.word(inModel)) && len(s.codes) > 0 {
			t.Errorf("%s has no word", s.title)
		}
	}
}
