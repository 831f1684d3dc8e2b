package canarycheck

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seed-a76b335c/philint/internal/llm"
	"github.com/seed-a76b335c/philint/internal/report"
	"github.com/seed-a76b335c/philint/tools/canary/internal/model"
)

// reportTool is the one tool that asks somebody else: a language model.
const reportTool = "standardize_report"

// sheet is a report, what the model says of it, and what is to come of it.
type sheet struct {
	title string // its first line, by which the model knows it
	text  string
	pdf   bool
	says  string
	codes []string // of the observations in order, "" for none
	dates []string
	notes []string
}

// standardized is what the tool answers.
type standardized struct {
	Observations []struct {
		Code      struct{ Coding []struct{ Code string } }
		Effective string `json:"effectiveDateTime"`
	}
	Coded, Of   int
	Note, Error string
}

// sheets are reports that are read, with words in them and in what the model makes of them.
func (d *Driver) sheets() []sheet {
	w, said := d.word(inReport), d.word(inModel)
	table := "\n" + w + " clinic, Invented Street 1\nborn 1971-02-03\nCollected:\t2026-03-01\nGlucose\t5.2 mmol/L\n1. Total cholesterol\tH 6.1 mmol/L\n" + w + " index\t7.5 mg/dL\nNon HDL cholesterol\t3.9 mmol/L\n"
	list := "Here it is, for " + said + ":\n```json\n" + `{"collected":"2026-03-01","rows":[{"name":"Glucose","value":"5.2","unit":"mmol/L","collected":""},{"name":"Total cholesterol","value":6.1,"unit":"mmol/L","collected":null},` +
		`{"name":"` + w + ` index","value":"7.5","unit":"mg/dL"},{"name":"` + said + `","value":"9","unit":"` + said + `"},{"name":"HDL cholesterol","value":"3.9","unit":"mmol/L"},` +
		`{"name":" ","value":"` + said + `"},{"name":"Glucose","value":"` + said + `","unit":"mmol/L"}]}` + "\n```\nAsk " + said + "."
	codes, dates := []string{"14749-6", "14647-2", ""}, []string{"2026-03-01", "2026-03-01", "2026-03-01"}
	notes := []string{"3 listed rows were left out", "1 row was left out for want of a name"}
	return []sheet{
		{"Sheet one", table, false, list, codes, dates, notes},
		{"Sheet two", table, true, list, codes, dates, notes},
		{
			"Sheet three", "\n" + w + "\n14.03.2026 Glucose 5.2 mmol/L\nMar 5, 2026 Glucose 5.3 mmol/L\n6 March 2026 Glucose 5.4 mmol/L\n03/04/2026 Glucose 5.5 mmol/L\n2026-13-45 Glucose 5.6 mmol/L\n03/15/2026 Glucose 5.7 mmol/L\nBlood pressure\n  120/80\n  mmHg\n", false,
			`{"rows":[{"name":"Glucose","value":"5.2","unit":"mmol/L","collected":"14.03.2026"},{"name":"Glucose","value":"5.3","unit":"mmol/L","collected":"Mar 5, 2026"},{"name":"Glucose","value":"5.4","unit":"mmol/L","collected":"6 March 2026"},` +
				`{"name":"Glucose","value":"5.5","unit":"mmol/L","collected":"03/04/2026"},{"name":"Glucose","value":"5.6","unit":"mmol/L","collected":"2026-13-45"},{"name":"Glucose","value":"5.7","unit":"mmol/L","collected":"03/15/2026"},` +
				`{"name":"Blood pressure","value":"120/80","unit":"mmHg","collected":"` + said + `"}],"` + said + `":1}`,
			[]string{"14749-6", "14749-6", "14749-6", "14749-6", "14749-6", "14749-6", "85354-9"},
			[]string{"2026-03-14", "2026-03-05", "2026-03-06", "", "", "2026-03-15", ""},
			[]string{"does not read in one way only"},
		},
		{ // in two questions
			"Sheet four", "\nCollected 2026-03-01\n" + strings.Repeat("Sheet four\nFerritin 80 ng/mL, said "+w+"\n", 300), false, `{"collected":"2026-03-01","rows":[{"name":"Ferritin","value":"80","unit":"ng/mL"},{"name":"` + said + `","value":"1"}]}`,
			[]string{"20567-4", "20567-4"},
			[]string{"2026-03-01", "2026-03-01"},
			[]string{"2 listed rows were left out"},
		},
		{"Sheet five", "\nNothing but words of " + w + ".\n", false, `{"collected":"","rows":[]} ` + said, nil, nil, []string{"no result rows were found"}},
	}
}

// failure is an answer of the model that nothing can be made of, and what the tool says of it.
type failure struct {
	turn model.Turn
	want string
}

// failures are answers that fail, each with a word.
func (d *Driver) failures() (out []failure) {
	w := d.word(inModelRefusal)
	add := func(e llm.Error, turns ...model.Turn) {
		want, _ := report.Advice(&e)
		for _, t := range turns {
			out = append(out, failure{t, want})
		}
	}
	refusal := `{"error":{"message":"` + w + ` is not known","type":"` + w + `","param":"` + w + `"}}`
	named := map[string]string{"Content-Type": "text/" + w, "X-Request-Id": w, "Set-Cookie": "a=" + w}
	for _, status := range []int{400, 402, 418, 404, 500, 503} {
		add(llm.Error{Kind: llm.Refused, Status: status}, model.Turn{Status: status, Header: named, Body: refusal})
	}
	add(llm.Error{Kind: llm.Refused, Status: 307}, model.Turn{Status: 307, Header: map[string]string{"Location": "http://127.0.0.1:1/" + w}, Body: w})
	for _, status := range []int{401, 403} {
		add(llm.Error{Kind: llm.Unauthorized, Status: status}, model.Turn{Status: status, Header: map[string]string{"WWW-Authenticate": `Bearer realm="` + w + `"`}, Body: refusal})
	}
	add(llm.Error{Kind: llm.Limited, Status: 429}, model.Turn{Status: 429, Header: map[string]string{"Retry-After": "1"}, Body: w}, model.Turn{Status: 429, Header: map[string]string{"Retry-After": w}, Body: w})
	add(llm.Error{Kind: llm.BadReply, Status: 200}, model.Turn{Body: w}, model.Turn{Body: `{"` + w}, model.Turn{Body: refusal}, model.Turn{Body: `{"choices":[]}`}, model.Turn{Body: `{"choices":"` + w + `"}`}, model.Turn{Body: `{"choices":[{"message":{"content":null,"refusal":"` + w + `"}}]}`},
		model.Turn{Body: `{"choices":[{"message":{"content":["` + w + `"]}}]}`}, model.Turn{Body: model.Says(" \n", "stop")}, model.Turn{Header: named, Body: "\xff\xfe" + w})
	add(llm.Error{Kind: llm.Cut, Status: 200}, model.Turn{Body: model.Says(`{"rows":[{"name":"`+w, "length")})
	add(llm.Error{Kind: llm.TooLarge, Status: 200}, model.Turn{Body: strings.Repeat(w, 1000), Times: llm.MaxReply/(1000*len(w)) + 1})
	add(llm.Error{Kind: llm.Unreachable}, model.Turn{Raw: "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"" + w}, model.Turn{Raw: w + "\r\n\r\n"}, model.Turn{Raw: "HTTP/1.1 " + w + "\r\n\r\n"}, model.Turn{Raw: "HTTP/1.1 200 OK\r\n" + w + "\r\n\r\n"},
		model.Turn{Raw: "HTTP/1.1 200 OK\r\nContent-Length: " + w + "\r\n\r\n"}, model.Turn{Raw: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 20\r\n\r\n" + w}, model.Turn{Raw: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + w})
	for _, content := range []string{w, `{"` + w, `{"` + w + `":"` + w + `"}`, `{"rows":"` + w + `"}`, `{"rows":null,"` + w + `":1}`, `{"rows":[{"name":{"` + w + `":1}}]}`, `{"rows":[{"name":["` + w + `"]}]}`, `{"rows":[{"value":true,"name":"` + w + `"}]}`, `}` + w + `{`} {
		out = append(out, failure{model.Turn{Body: model.Says(content, "stop")}, report.ErrModelList.Error()})
	}
	return out
}

// reports has a language model read reports: what it makes of them, what goes wrong with it, and with files.
func (d *Driver) reports(ctx context.Context) {
	key, base := d.word(inModelKey), "/"+d.word(inModelURL)+"/v1"
	sheets, failures := d.sheets(), d.failures()
	var turns []model.Turn
	for _, s := range sheets {
		turns = append(turns, model.Turn{When: s.title + "\n", Header: map[string]string{"X-Request-Id": d.word(inModel)}, Body: model.Says(s.says, "stop")})
	}
	for i, f := range failures {
		f.turn.When = failed(i)
		turns = append(turns, f.turn)
	}
	// What is broken is asked for three times: until then the input is open.
	script := model.Script{Path: base, Name: d.word(inModelName), Key: key, Turns: turns, Open: 5 * time.Second}
	slow := script
	slow.Turns, slow.Asked, slow.Open = []model.Turn{
		{When: "Sheet", After: time.Minute, Body: d.word(inModel)}, {When: "Later", Status: 429, Header: map[string]string{"Retry-After": "20"}, Body: d.word(inModelRefusal)},
	}, 2, 0
	each(ctx, []func(){
		func() { d.within(ctx, script, sheets, failures) },
		func() { d.anywhere(ctx, script, sheets) },
		func() { d.withdrawn(ctx, slow) },
		func() { d.unreachable(ctx) },
		func() {
			for _, wrong := range [][]string{{"--model", d.word(inFlag)}, {"--model-url", "http://" + d.word(inFlag) + "/v1"}, {"--model-url", "ftp://" + d.word(inFlag), "--model", "m"}, {"--model-url", "://" + d.word(inFlag), "--model", "m"}} {
				d.step(ctx, step{name: "mcp", args: append([]string{"mcp"}, wrong...), channels: []string{inFlag}})
			}
			d.step(ctx, step{name: "mcp", args: []string{"mcp", "--reports", d.target.Path(d.word(inPath2))}, channels: []string{inPath2}})
		},
	})
}

func failed(i int) string { return fmt.Sprintf("Failure %d\n", i) }

// asks are arguments of the tool.
func asks(name, value string) string { return string(text(map[string]string{name: value})) }

// file puts a report beside the server.
func (d *Driver) file(ctx context.Context, name, content string) (path string) {
	path, err := d.target.Put(ctx, name, []byte(content))
	if err != nil {
		d.fault("a file cannot be put beside the server: %v", err)
	}
	return path
}

// sheetFile puts a sheet beside the server.
func (d *Driver) sheetFile(ctx context.Context, in string, s *sheet) (name, path string) {
	content, ext := s.title+s.text, ".txt"
	if s.pdf {
		content, ext = page(strings.Split(content, "\n")...), ".pdf"
	}
	name = in + "-" + strings.ReplaceAll(s.title, " ", "-") + "-" + d.word(inReportPath) + ext
	return name, d.file(ctx, name, content)
}

// read asks for a sheet, by its text or a path.
func (d *Driver) read(c *conversation, s *sheet, argument, value string) {
	c.call(reportTool, asks(argument, value), func(a *answer) {
		var got struct {
			Content standardized `json:"structuredContent"`
		}
		if a.failed() || json.Unmarshal(a.Result, &got) != nil {
			d.fault("%s is not read by its %s", s.title, argument)
			return
		}
		var codes, dates []string
		for _, o := range got.Content.Observations {
			code := ""
			if len(o.Code.Coding) > 0 {
				code = o.Code.Coding[0].Code
			}
			codes, dates = append(codes, code), append(dates, o.Effective)
		}
		noted := !slices.ContainsFunc(s.notes, func(n string) bool { return !strings.Contains(got.Content.Note, n) })
		if c, at := slices.Equal(codes, s.codes), slices.Equal(dates, s.dates); !c || !at || !noted || got.Content.Of != len(codes) {
			d.fault("%s is not read as it should be by its %s: codes %t, days %t, notes %t", s.title, argument, c, at, noted)
			return
		}
		d.Covered.Good(Tool, reportTool)
		d.Covered.Good(Argument, reportTool+" "+argument)
		// The report's own words come back, and nothing else: not what the model said beside them.
		if strings.Contains(string(a.body), d.word(inReport)) {
			d.readBack(inReport, a.body)
		}
		d.target.Answer("reports on standard output", []byte(strings.ReplaceAll(string(a.body), d.word(inReport), "(report)")))
		for _, channel := range []string{inModel, inModelURL, inModelName, inModelKey} { // without them it would not have been answered
			d.sent(channel, 200)
		}
		if argument == "path" {
			d.sent(inReportPath, 200)
		}
	})
}

// unreadable asks for what cannot be read, and wants to be told why.
func (d *Driver) unreadable(c *conversation, argument, value, want string, channels ...string) {
	c.call(reportTool, asks(argument, value), func(a *answer) {
		var got struct {
			Content standardized `json:"structuredContent"`
		}
		if !a.failed() || json.Unmarshal(a.Result, &got) != nil || !strings.Contains(got.Content.Error, want) {
			d.fault("a report that cannot be read is not refused as it should be: by its %s, %d bytes, with %q", argument, len(value), want)
			return
		}
		d.Covered.Bad(Tool, reportTool)
		d.Covered.Bad(Argument, reportTool+" "+argument)
		for _, channel := range channels {
			d.sent(channel, 200)
		}
	})
}

// unreadableFiles are files that are none that could be read, and what is said of them.
func (d *Driver) unreadableFiles(ctx context.Context, in string) map[string]error {
	w, of := d.word(inReport), func(name string) string { return in + "-" + name + "-" + d.word(inReportPath) }
	out := map[string]error{}
	for name, f := range map[string]struct {
		content string
		why     error
	}{
		"damaged.pdf": {"%PDF-1.4\n1 0 obj\n(" + w + ")\n", report.ErrDamagedPDF}, "half.pdf": {page(w, w)[:300], report.ErrDamagedPDF}, "drawn.pdf": {page(""), report.ErrNoTextLayer},
		"binary": {w + "\x00\xff", report.ErrNotText}, "empty": {"", report.ErrEmpty}, "blank": {" \n\t\n", report.ErrEmpty}, "long": {strings.Repeat(w, report.MaxText/len(w)+1), report.ErrTooLong},
	} {
		out[d.file(ctx, of(name), f.content)] = f.why
	}
	return out
}

// within reads files of one directory, and texts.
func (d *Driver) within(ctx context.Context, script model.Script, sheets []sheet, failures []failure) {
	c := d.conversation()
	for i := range sheets {
		s := &sheets[i]
		name, path := d.sheetFile(ctx, "in", s)
		d.read(c, s, "path", name)
		d.read(c, s, "path", path)
		if !s.pdf {
			d.read(c, s, "text", s.title+s.text)
		}
	}
	for path, why := range d.unreadableFiles(ctx, "in") {
		d.unreadable(c, "path", path, why.Error(), inReportPath)
	}
	w := d.word(inReportPath)
	for _, path := range []string{w + ".pdf", "/" + w + ".pdf", "../" + w, "/etc/" + w + "/../passwd", "a\x00" + w, d.target.Path("absent-" + w)} {
		want := "there is no such file in it"
		if strings.Contains(path, "\x00") {
			want = "arguments.path"
		}
		d.unreadable(c, "path", path, want, inReportPath)
	}
	d.unreadable(c, "path", ".", report.ErrNotRegular.Error())
	d.unreadable(c, "text", " \n", "exactly one of path and text")
	for i, f := range failures {
		d.unreadable(c, "text", failed(i)+"Glucose 5.2 mmol/L "+d.word(inReport)+"\n", f.want, inModelRefusal)
	}
	d.converse(ctx, c, script, "--reports", d.target.Path(""))
}

// anywhere reads files wherever they are.
func (d *Driver) anywhere(ctx context.Context, script model.Script, sheets []sheet) {
	c := d.conversation()
	for i := range sheets {
		_, path := d.sheetFile(ctx, "any", &sheets[i])
		d.read(c, &sheets[i], "path", path)
	}
	for path, why := range d.unreadableFiles(ctx, "any") {
		d.unreadable(c, "path", path, why.Error(), inReportPath)
	}
	d.unreadable(c, "path", d.target.Path("absent-"+d.word(inReportPath)), report.ErrNoFile.Error(), inReportPath)
	d.unreadable(c, "path", "/", report.ErrNotRegular.Error())
	d.converse(ctx, c, script)
}

// withdrawn asks a model that does not answer: one question is withdrawn, two are open when the input ends, one of which is
// to be asked again later.
func (d *Driver) withdrawn(ctx context.Context, script model.Script) {
	c := d.conversation()
	args := asks("text", "Sheet\n"+d.word(inReport)+"\n")
	c.call(reportTool, args, func(*answer) {})
	for id := range c.notes {
		c.quiet[id] = true
		c.refused(noRequest, `{"jsonrpc":"2.0","id":`+id+`,"method":"tools/list","params":{"`+d.word(inArgument)+`":1}}`) // it is under way
	}
	for _, args := range []string{args, asks("text", "Later\n"+d.word(inReport)+"\n")} {
		c.call(reportTool, args, func(a *answer) {
			if !a.failed() {
				d.fault("a model that does not answer has answered")
			}
		})
	}
	c.say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"1","reason":"` + d.word(inWithdrawal) + `"}}`)
	out := d.converse(ctx, c, script)
	if n := strings.Count(string(out), `"outcome":"cancelled"`); n != 3 {
		d.fault("of three questions that a model does not answer the log calls %d cancelled", n)
	}
}

// converse has a conversation with the command mcp beside a model, and returns its log.
func (d *Driver) converse(ctx context.Context, c *conversation, script model.Script, args ...string) []byte {
	path := d.file(ctx, fmt.Sprintf("script-%d-%d", script.Asked, len(args)), string(text(script)))
	out := d.beside(ctx, "model", path, c.input(), append([]string{"mcp", "--log-level", "debug"}, args...)...)
	if out.Code != 0 {
		d.fault("the command mcp beside a model ends with %d", out.Code)
	}
	c.hear(out.Stdout)
	return out.Stderr
}

// unreachable asks where no model is. What the network says of that quotes the address.
func (d *Driver) unreachable(ctx context.Context) {
	c := d.conversation()
	want, _ := report.Advice(&llm.Error{Kind: llm.Unreachable})
	d.unreadable(c, "text", "Glucose 5.2 mmol/L "+d.word(inReport), want)
	u := d.word(inModelURL)
	out := d.command(ctx, c.input(), nil, "mcp", "--log-level", "debug", "--model-url", "http://"+u+":"+u+"@127.0.0.1:1/"+u+"?"+u+"="+u, "--model", d.word(inModelName))
	c.hear(out.Stdout)
}
