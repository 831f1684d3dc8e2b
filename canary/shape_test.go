package canary

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// shapesOf are the names of the default shapes of any line of a text.
func shapesOf(text string) []string {
	var names []string
	for _, s := range DefaultShapes() {
		for _, line := range strings.Split(text, "\n") {
			if s.Match([]byte(line)) {
				names = append(names, s.Name)
				break
			}
		}
	}
	return names
}

type measured struct {
	Name  string
	Value float64
	Unit  string
}

func TestRenderedDataHasAShape(t *testing.T) {
	reading := measured{"Body weight", 70.5, "kg"}
	for _, c := range []struct{ name, line, shape string }{
		{"a table's header", "indicator|time|value|unit", "table row"},
		{"a header of two columns", "name|time", "table row"},
		{"a table's row", "Body weight|2026-05-01 07:00:00|70.5|kg", "table row"},
		{"a table's row with an empty cell", "Ramipril 5 mg|2026-02-03||open|demo-3", "table row"},
		{"a row of a page's table", "| Body weight | 70.5 | kg |", "table row"},
		{"a rule of psql", "------------+-------+------", "table row"},
		{"a table in a message", `{"time":"2026-05-01T00:00:00Z","level":"INFO","msg":"answer indicator:\nindicator|value\nBody weight|70.5|kg"}`, "table row"},
		{"a table in a quoted attribute", `level=INFO msg=answer text="rows\nBody weight|70.5|kg\n"`, "table row"},
		{"a table quoted twice", `{"msg":"reply","body":"{\"text\":\"x\\nBody weight|70.5|kg\\n\"}"}`, "table row"},
		{"constants of a table", "(constants: unit=kg, system=http://loinc.org)", "result frame"},
		{"the window of an answer", "(window=all recorded data, tz=Europe/Berlin, rows=3)", "result frame"},
		{"escaped JSON", `{"level":"INFO","msg":"got {\"value\":70.5}"}`, "escaped JSON"},
		{"indented JSON, escaped", `msg="{\n  \"value\": 70.5\n}"`, "escaped JSON"},
		{"JSON escaped twice", `{"msg":"\"{\\\"value\\\":70.5}\""}`, "escaped JSON"},
		{"JSON after words", `2026/05/01 00:00:00 answer: {"value":70.5}`, "JSON in text"},
		{"JSON as a value", `level=info body={"value":70.5}`, "JSON in text"},
		{"a row alone", `{"indicator":"Body weight","value":"70.5"}`, "JSON row"},
		{"a list alone", `[{"a":1}]`, "JSON row"},
		{"a line of indented JSON", `   "value": "70.5",`, "JSON row"},
		{"rows in an attribute", `{"time":"x","level":"INFO","msg":"answer","rows":[{"a":"b"}]}`, "JSON row"},
		{"a row in an attribute", `{"time":"x","level":"INFO","msg":"answer","row":{"name":"Body weight","value":70.5}}`, "JSON row"},
		{"a row with its time", `{"time":"2026-05-01T07:00:00Z","indicator":"Body weight","value":70.5,"unit":"kg"}`, "JSON row"},
		{"a row with words of requests", `{"email":"anna@example.org","ip":"10.0.0.7","port":1,"method":"GET"}`, "JSON row"},
		{"a row as attributes", `{"time":"x","level":"INFO","msg":"stored","indicator":"Body weight","value":70.5,"unit":"kg"}`, "JSON row"},
		{"a row in the line of an access", `{"method":"POST","path":"/x","status":200,"bytes":12,"row":{"name":"Body weight","value":70.5}}`, "JSON row"},
		{"a level that is none of a log", `{"test":"HbA1c","level":"high","result":"6.1"}`, "JSON row"},
		{"rows under their names", `{"2026":{"glucose":5.2,"hba1c":40}}`, "JSON row"},
		{"rows under names that were cut", `{"west":{"may":{"glucose":5.2,"hb`, "JSON row"},
		{"a row of few words", `{"id":"7","status":"taken","at":"2026-05-01T07:00:00Z"}`, "JSON row"},
		{"a person in the line of a log", `{"time":"x","level":"INFO","msg":"signed in","who":{"email":"anna@example.org","id":7}}`, "JSON row"},
		{"a pair in long form", `{"level":"INFO","msg":"x","list":[{"Key":"mood","Value":{"Type":"STRING","Value":"low"}}]}`, "JSON row"},
		{"a row as fields of zap", "2026-05-01T00:00:00.000Z\tINFO\tstored\t{\"indicator\": \"Body weight\", \"value\": 70.5}", "JSON in text"},
		{"rows in a field of zap", "2026-05-01T00:00:00.000Z\tINFO\tstored\t{\"rows\": [{\"a\":\"b\"}]}", "JSON in text"},
		{"JSON after a tab alone", "answer\t{\"value\":70.5}", "JSON in text"},
		{"JSON in quotation marks of another kind", "answer `{\"value\":70.5}`", "JSON in text"},
		{"a dictionary of Python", `answer {'value': 70.5, 'unit': 'kg'}`, "JSON in text"},
		{"a hash of Ruby", `answer {"value"=>70.5}`, "JSON in text"},
		{"JSON with blanks", `answer { "value": 70.5 }`, "JSON in text"},
		{"JSON that was cut", `answer {"name":"Body weight","value":7`, "JSON in text"},
		{"a row in a line that an engine keeps", `{"log":"{\"indicator\":\"x\",\"value\":1}\n","stream":"stdout","time":"x"}`, "escaped JSON"},
		{"a row in a line of a log that an engine keeps", `{"log":"{\"level\":\"INFO\",\"msg\":\"x\",\"row\":{\"name\":\"a\",\"value\":1}}\n","stream":"stdout","time":"x"}`, "escaped JSON"},
		{"escaped JSON without its beginning", `{"level":"INFO","msg":"x","part":"ight\",\"value\":70.5}"}`, "escaped JSON"},
		{"a row of CSV with semicolons", "2026-05-01;weight;70,5;kg", "CSV row"},
		{"a row of tabs", "2026-05-01\tweight\t70.5\tkg", "CSV row"},
		{"a row of CSV", "2026-05-01,weight,70.5,kg", "CSV row"},
		{"a row of CSV with words", "2026-05-01 07:00,Body weight,70.5,kg,", "CSV row"},
		{"a row of CSV in a message", `{"level":"WARN","msg":"bad row: 2026-05-01,weight,70.5,kg"}`, "CSV row"},
		{"a header of CSV", "date,time,value,unit", "CSV row"},
		{"a struct", fmt.Sprintf("stored %+v", reading), "struct dump"},
		{"a pointer to a struct in an attribute", fmt.Sprintf(`level=INFO msg=stored reading="%+v"`, &reading), "struct dump"},
		{"a typed struct", fmt.Sprintf("%#v", reading), "struct dump"},
		{"a map", fmt.Sprintf("%v", map[string]any{"weight": 70.5, "unit": "kg"}), "struct dump"},
		{"a typed map", fmt.Sprintf("%#v", map[string]any{"weight": 70.5}), "struct dump"},
		{"a statement with values", "INSERT INTO readings (name, value) VALUES ('Body weight', 70.5)", "SQL"},
		{"a statement with arguments", `msg=query sql="SELECT name FROM readings WHERE id = $1" args="[Anna]"`, "SQL"},
		{"a statement with a condition", "select name from person where email = 'anna@example.org'", "SQL"},
		{"arguments in the log of a database", "DETAIL:  parameters: $1 = 'Anna', $2 = '70.5'", "SQL"},
		{"a statement with a number", "SELECT name FROM readings WHERE person = 7", "SQL"},
		{"a value that is there already", `ERROR: duplicate key value (SQLSTATE 23505) detail="Key (email)=(anna@example.org) already exists."`, "SQL"},
		{"a row that a database refuses", "2026-05-01 00:00:00 UTC [41] DETAIL:  Failing row contains (7, Body weight, 70.5, kg).", "SQL"},
		{"a reply", "HTTP/1.1 200 OK", "HTTP dump"},
		{"a reply in a message", `msg="reply: HTTP/1.1 200 OK\r\nServer: x\r\n"`, "HTTP dump"},
		{"a request after words", "2026/05/01 00:00:00 got: POST /mcp HTTP/1.1\r", "HTTP dump"},
		{"a request", `POST /mcp HTTP/1.1`, "HTTP dump"},
		{"a request in a message", `{"level":"DEBUG","msg":"GET /api HTTP/1.1\r\nHost: example.org\r\n"}`, "HTTP dump"},
		{"a header", "Authorization: Bearer x", "HTTP dump"},
		{"headers as a map", `header="map[Accept:[*/*] Cookie:[a=b]]"`, "struct dump"},
		{"a page", `{"level":"DEBUG","msg":"<td>70.5</td>"}`, "markup"},
		{"a page as slog writes it", `{"level":"DEBUG","msg":"\u003ctd\u003e70.5\u003c/td\u003e"}`, "markup"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, name := range shapesOf(c.line) {
				if name == c.shape {
					return
				}
			}
			t.Errorf("%s has the shapes %v, not %q", c.line, shapesOf(c.line), c.shape)
		})
	}
}

var honest = []string{
	`{"time":"2026-12-01T00:00:00.123456789Z","level":"DEBUG","msg":"request served","id":"018f2c3e-7b1a-7c3d-9e2f-0a1b2c3d4e5f","method":"GET","route":"/api/v1/indicators","status":200,"duration_ms":12}`,
	`{"time":"2026-12-01T00:30:47.745805989Z","level":"INFO","msg":"request","http_method":"GET","status_code":200,"duration":1860931,"request_bytes":0,"response_bytes":9081,"request_id":"4a8de933-c90e-460c-a239-ba23d2074bbc","route":"/api/v1/indicators","key_fingerprint":"3fa52e56b8714567"}`,
	`{"time":"2026-12-01T00:30:48.016183018Z","level":"INFO","msg":"tool call","tool":"query_health_indicators","arg_count":2,"duration":6502238,"outcome":"ok","request_id":"da64a850-8686-4bd6-8e77-0cd7a5184497"}`,
	`{"time":"2026-12-01T00:30:48.094275279Z","level":"INFO","msg":"stopped","transport":"http","uptime":3787001654,"aborted":false}`,
	`{"time":"2026-12-01T00:00:00Z","level":"INFO","msg":"served","http":{"method":"GET","status":200,"route":"/mcp"},"rows":3}`,
	`{"time":"2026-12-01T00:00:00Z","level":"INFO","source":{"function":"main.main","file":"main.go","line":41},"msg":"ready"}`,
	`{"time":"2026-12-01T00:00:00Z","level":"WARN","msg":"unknown flag \"x\": ignored","tags":["a","b"]}`,
	`time=2026-12-01T00:00:00.000Z level=INFO msg="request served" method=GET status=200 duration=1.2ms`,
	`time=2026-12-01T00:00:00.000Z level=ERROR msg="store failed" err="*pgconn.PgError" code=23505`,
	`level=info ts=2026-12-01T00:00:00Z caller=main.go:41 msg="pool ready" size=4`,
	`{"level":"info","ts":1700000000.123,"caller":"server/serve.go:41","msg":"listening","addr":"127.0.0.1:8080"}`,
	"2026-12-01T00:00:00.000Z\tINFO\tserver/serve.go:41\tlistening\t{\"addr\": \"127.0.0.1:8080\", \"pid\": 7}",
	`{"level":"debug","time":"2026-12-01T00:00:00Z","message":"started","version":"v1.2.3"}`,
	`10:00AM INF started addr=127.0.0.1:8080 version=v1.2.3`,
	`I1201 00:00:00.000000       1 main.go:41] "Starting controller" name="x"`,
	`127.0.0.1 - - [01/Dec/2026:00:00:00 +0000] "GET /healthz HTTP/1.1" 200 512 "-" "curl/8.5.0"`,
	`[GIN] 2026/12/01 - 00:00:00 | 200 |    1.2ms |       127.0.0.1 | GET      "/healthz"`,
	`id=7f3a status=200 duration=1.2ms bytes=512 route="GET /api/v1/{id}"`,
	`web-1  | 2026-12-01T00:00:00Z listening`,
	`go version go1.26.0 linux/amd64`,
	`build	-ldflags="-s -w"`,
	"\tpath\tgithub.com/example/server",
	`dep	golang.org/x/sys	v0.49.0	h1:abcdefghijklmnopqrstuvwxyz0123456789+/ABCDE=`,
	`panic: runtime error: index out of range [5] with length 3`,
	`goroutine 1 [running]:`,
	`goroutine 34 [chan receive, 2 minutes]:`,
	`main.(*Server).serve(0xc000102000, {0x7f3a, 0x2}, 0x1)`,
	"\t/src/main.go:41 +0x1d",
	`exit status 2`,
	`http: TLS handshake error from 127.0.0.1:50000: EOF`,
	`http: superfluous response.WriteHeader call from main.f (main.go:41)`,
	`view: must be one of: raw, minute, hour, day, week, month, stats, latest`,
	`usage: recordserver serve [--demo|--create] [--log-level debug|info|warn|error]`,
	`2026-12-01 00:00:00.000 UTC [41] LOG:  database system is ready to accept connections`,
	`2026-12-01 00:00:00.000 UTC [41] LOG:  checkpoint complete: wrote 3 buffers (0.0%); write=0.001 s, sync=0.001 s, total=0.004 s`,
	`  { "mcpServers": { "health-record": { "type": "http", "url": "http://127.0.0.1:8080/mcp", "headers": { "Authorization": "Bearer x" } } } }`,
	`{"profiles":{"west":{"endpoint":"https://west.example","timeout":"5s"},"east":{"endpoint":"https://east.example","timeout":"5s"}}}`,
	`select_observations took 12ms, 3 rows, from pool main`,
	`SELECT name, value FROM readings WHERE person = $1 AND time < $2`,
	`signing in at http://127.0.0.1:8080/sign-in: ready`,
	``,
}

func TestHonestLinesHaveNoShape(t *testing.T) {
	for _, line := range honest {
		if names := shapesOf(line); len(names) > 0 {
			t.Errorf("%s has the shapes %v", line, names)
		}
	}
}

// logged is what a text looks like in logs, by how it was put there.
func logged(t *testing.T, text []byte) map[string]string {
	t.Helper()
	out := map[string]string{}
	write := func(how string, handler func(*bytes.Buffer) slog.Handler, msg string, args ...any) {
		var b bytes.Buffer
		slog.New(handler(&b)).Log(context.Background(), slog.LevelDebug, msg, args...)
		out[how] = b.String()
	}
	all := &slog.HandlerOptions{Level: slog.LevelDebug}
	asJSON := func(b *bytes.Buffer) slog.Handler { return slog.NewJSONHandler(b, all) }
	asText := func(b *bytes.Buffer) slog.Handler { return slog.NewTextHandler(b, all) }
	s := string(text)
	write("message of JSON lines", asJSON, s)
	write("attribute of JSON lines", asJSON, "answered", "text", s)
	write("message of text lines", asText, s)
	write("attribute of text lines", asText, "answered", "text", s)
	if json.Valid(text) {
		write("JSON attribute of JSON lines", asJSON, "answered", "body", json.RawMessage(text))
	}
	out["fmt"] = s
	out["fmt after a word"] = fmt.Sprintf("2026/12/01 00:00:00 answer: %s", s)
	out["%q"] = fmt.Sprintf("2026/12/01 00:00:00 answer: %q", s)
	out["within a struct"] = fmt.Sprintf("%+v", struct{ Text, View string }{s, "raw"})
	return out
}

func TestEveryGoldenAnswerHasAShapeHoweverItIsLogged(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join("..", "internal", "answers", "testdata", "golden", "*"))
	if len(files) == 0 {
		t.Skip("../internal/answers/testdata/golden: not here")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for how, line := range logged(t, text) {
			if len(shapesOf(line)) == 0 {
				t.Errorf("%s as %s has no shape: %.200s", filepath.Base(file), how, line)
			}
		}
	}
	t.Logf("%d answers", len(files))
}

func TestAShapeOfOneselfIsARegularExpressionPerLine(t *testing.T) {
	own := Pattern("reading", regexp.MustCompile(`\d+ mmHg`))
	s, err := NewSearcher(mintedTokens(t, 1), own)
	if err != nil {
		t.Fatal(err)
	}
	found, err := s.Search("stdout", strings.NewReader("fine\nsaid 120 mmHg\r\n\n80 mmHg"))
	if err != nil {
		t.Fatal(err)
	}
	want := []Finding{{Stream: "stdout", Line: 2, Shape: "reading"}, {Stream: "stdout", Line: 4, Shape: "reading"}}
	if fmt.Sprint(found) != fmt.Sprint(want) {
		t.Errorf("found %v, want %v", found, want)
	}
	if text := want[0].String(); text != `stdout:2: shape "reading"` {
		t.Errorf("the finding reads %s", text)
	}
}
