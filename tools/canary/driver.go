package canarycheck

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed-a76b335c/philint/canary"
	"github.com/seed-a76b335c/philint/internal/demo"
)

// Driver uses a server. Make one with New for each run.
type Driver struct {
	Covered Coverage
	Took    []Phase
	// Thorough runs each command with each kind of a wrong command line, where running one costs little. Else they take
	// turns.
	Thorough bool

	target Target
	asked  sync.Once
	at     string // where the server listens
	words  map[string]string
	own    pool
	other  pool
	link   string // of a personal link, the secret alone
	first  string // the person whose record has the words
	second string
	served served

	offer      offer    // over HTTP
	vocabulary offer    // of the command mcp
	helped     []string // commands

	mu    sync.Mutex
	wrong []string
	given map[string]bool // credentials that are planted
}

// Phase is how long a part of the run took.
type Phase struct {
	Name string
	Took time.Duration
}

// served is what the server says that it has.
type served struct {
	Faults   []string       `json:"faults"`
	Routes   []string       `json:"routes"`
	Happened map[string]int `json:"happened"` // how often each fault came about
}

// New makes a driver of a server that serves the demo record, with a word for each channel.
func New(t Target, tokens []canary.Token) *Driver {
	d := &Driver{target: t, words: map[string]string{}}
	for _, w := range tokens {
		d.words[w.Channel] = w.Text
	}
	return d
}

// pool is a number of credentials that are used in turn, so that no one of them asks too often.
type pool struct {
	secrets []string
	n       atomic.Int64
}

func (p *pool) next() string {
	if len(p.secrets) == 0 {
		return "none"
	}
	return p.secrets[int(p.n.Add(1))%len(p.secrets)]
}

// word is a channel's. A channel that has none is a mistake in the driver.
func (d *Driver) word(channel string) string {
	w, ok := d.words[channel]
	if !ok {
		d.fault("no word for the channel %s", channel)
		return "wordless"
	}
	return w
}

// fault takes down what did not go as it should. What it says is the driver's own words.
func (d *Driver) fault(format string, args ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := fmt.Sprintf(format, args...); !slices.Contains(d.wrong, s) {
		d.wrong = append(d.wrong, s)
	}
}

func (d *Driver) sent(channel string, status int) {
	if err := d.target.Sent(channel, status); err != nil {
		d.fault("%v", err)
	}
}

func (d *Driver) readBack(channel string, reply []byte) {
	if err := d.target.ReadBack(channel, reply); err != nil {
		d.fault("%v", err)
	}
}

func (d *Driver) collect(stream string, content []byte) { d.target.Collect(stream, content) }

// workers are how many requests are under way at one time.
const workers = 6

// each does tasks, several at a time.
func each(ctx context.Context, tasks []func()) {
	var wg sync.WaitGroup
	next := make(chan func())
	for range workers {
		wg.Go(func() {
			for task := range next {
				task()
			}
		})
	}
	for _, task := range tasks {
		if ctx.Err() != nil {
			break
		}
		next <- task
	}
	close(next)
	wg.Wait()
}

// Drive uses everything. It returns what was not as it should be: an answer that is none, a thing that is not driven.
func (d *Driver) Drive(ctx context.Context) error {
	var slow sync.WaitGroup
	phases := []struct {
		name string
		do   func(context.Context)
	}{
		{"credentials", d.credentials},
		{"lists", d.lists},
		{"demo words", d.demoWords},
		{"REST", func(ctx context.Context) {
			// Beside the next ones: they wait for what the server has waited long enough for.
			slow.Go(func() { d.raw(ctx) })
			slow.Go(func() { d.uses(ctx) })
			slow.Go(func() { d.reports(ctx) })
			slow.Go(func() { d.aborted(ctx) })
			d.rest(ctx)
		}},
		{"MCP", d.mcp},
		{"gates", d.gates},
		{"raw", func(context.Context) { slow.Wait() }},
		{"faults", d.faults},
		{"another person", d.stranger},
		{"commands", d.commands},
		{"imports", d.imports},
		{"typed words", d.typedWords},
		{"metrics", d.metrics},
		{"end", d.end},
	}
	for i, p := range phases {
		start := time.Now()
		p.do(ctx)
		d.Took = append(d.Took, Phase{p.name, time.Since(start)})
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := d.faulty(); err != nil && i < 2 {
			return err // without credentials and lists nothing goes on
		}
	}
	return d.faulty()
}

func (d *Driver) faulty() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.wrong) > 0 {
		return errors.New(strings.Join(d.wrong, "\n"))
	}
	return nil
}

// command runs a command of the program, and collects what it says on standard error. A status is given as that of an
// answer, for the words that are in it.
func (d *Driver) command(ctx context.Context, stdin string, channels []string, args ...string) canary.Output {
	out, err := d.target.Run(ctx, input(stdin), args...)
	return d.ran(out, err, channels, args...)
}

// beside is command with something beside the server: see [Target].
func (d *Driver) beside(ctx context.Context, how, file, stdin string, args ...string) canary.Output {
	out, err := d.target.Beside(ctx, how, file, input(stdin), args...)
	return d.ran(out, err, nil, args...)
}

func input(stdin string) []byte {
	if stdin == "" {
		return nil
	}
	return []byte(stdin)
}

// ran takes down how a command ended.
func (d *Driver) ran(out canary.Output, err error, channels []string, args ...string) canary.Output {
	if err != nil {
		d.fault("a command could not be run: %s: %v", args[0], err)
		return out
	}
	d.plant(out.Stdout)
	d.collect("standard error of commands", out.Stderr)
	status, name := 200, d.commandOf(args)
	stream := "output of commands"
	if out.Code == 0 {
		d.Covered.Good(Command, name)
	} else {
		d.Covered.Bad(Command, name)
		status, stream = 400, "output of commands that failed"
	}
	if _, answers := Answering[name]; !answers {
		d.target.Answer(stream, withoutSecrets(out.Stdout))
	}
	for _, c := range channels {
		d.sent(c, status)
	}
	return out
}

// secret is a credential as the server gives it out.
var secret = regexp.MustCompile(`\brs[tl]_[A-Za-z0-9_-]{43}`)

// Secrets are the credentials in a text, each once.
func Secrets(text []byte) (out []string) {
	for _, s := range secret.FindAllString(string(text), -1) {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// plant has each credential searched for that a command has given out.
func (d *Driver) plant(output []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range Secrets(output) {
		if d.given[s] {
			continue
		}
		if d.given == nil {
			d.given = map[string]bool{}
		}
		d.given[s] = true
		if err := d.target.Plant(canary.Token{Channel: fmt.Sprintf("credential %d that was given out", len(d.given)), Text: s}); err != nil {
			d.wrong = append(d.wrong, err.Error())
		}
	}
}

// withoutSecrets is an output without the credentials that it gives out: it is what they are shown in.
func withoutSecrets(output []byte) []byte { return secret.ReplaceAll(output, []byte("(credential)")) }

// commandOf is the name of a command in a command line.
func (d *Driver) commandOf(args []string) string {
	for _, n := range []int{2, 1} {
		if len(args) >= n {
			if name := strings.Join(args[:n], " "); slices.Contains(d.helped, name) || slices.Contains(hiddenCommands, name) {
				return name
			}
		}
	}
	return "help"
}

// readers are how many credentials there are: one may ask twenty times a second.
const (
	readers   = 14
	strangers = 3 // who read another person's record
)

// credentials makes those that the rest of the run uses.
func (d *Driver) credentials(ctx context.Context) {
	d.helped = commandsOf(string(d.command(ctx, "", nil, "help").Stdout))
	list := d.command(ctx, "", nil, "user", "list", "--names")
	for line := range strings.Lines(string(list.Stdout)) {
		id, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
		id, _, _ = strings.Cut(id, " ")
		if strings.Contains(line, d.words[demo.ChannelPersonName]) {
			d.first = id
		} else if strings.HasPrefix(id, "p-") {
			d.second = id
		}
	}
	d.readBack(demo.ChannelPersonName, list.Stdout)
	if d.first == "" || d.second == "" {
		d.fault("the demo's two people are not in the store")
		return
	}
	var mu sync.Mutex
	var tasks []func()
	for _, of := range []struct {
		account string
		pool    *pool
		n       int
	}{{d.words[demo.ChannelEmail] + "@example.org", &d.own, readers}, {"song.lan@example.org", &d.other, strangers}} {
		for range of.n {
			tasks = append(tasks, func() {
				out := d.command(ctx, "", nil, "token", "add", "--account", of.account, "--label", "reader", "--scope", "mcp:read,api:read")
				if out.Code != 0 {
					d.fault("no token can be made")
					return
				}
				mu.Lock()
				defer mu.Unlock()
				of.pool.secrets = append(of.pool.secrets, strings.TrimSpace(string(out.Stdout)))
			})
		}
	}
	each(ctx, tasks)
	d.sent(demo.ChannelEmail, 200)
	// What the server shows when it starts is used too. It is not planted: it has to be shown.
	announced := Secrets(d.target.Printed())
	if len(announced) == 0 {
		d.fault("the server announces no credential")
	}
	for _, s := range announced {
		if strings.HasPrefix(s, "rst_") {
			d.own.secrets = append(d.own.secrets, s)
		}
	}
	link := d.command(ctx, "", nil, "link", "add", "--account", d.words[demo.ChannelEmail]+"@example.org")
	if _, d.link, _ = strings.Cut(strings.TrimSpace(string(link.Stdout)), "/mcp/"); d.link == "" {
		d.fault("no link can be made")
	}
}
