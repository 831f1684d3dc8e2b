package canarycheck

import (
	"context"
	"strings"
)

// step is a command line. Of commands in order, what one makes the next may use.
type step struct {
	name     string // of the command
	args     []string
	stdin    string
	good     bool     // it does what it is for
	channels []string // whose words are in it
}

// commands runs each command rightly and wrongly, beside the server.
func (d *Driver) commands(ctx context.Context) {
	steps := d.steps(ctx)
	var tasks []func()
	for _, list := range steps {
		tasks = append(tasks, func() {
			for _, s := range list {
				d.step(ctx, s)
			}
		})
	}
	for i, name := range d.helped {
		// What no command takes, with words in the place of flags, their values, and arguments.
		wrong := [][]string{{"--" + d.word(inFlag), d.word(inPath2)}, {"--log-level", d.word(inFlag), "--" + d.word(inFlag) + "=" + d.word(inFlag)}}
		if name != "help" && name != "version" && name != "health" { // they look at no data
			wrong = append(wrong, []string{"--data", "/dev/null/" + d.word(inPath2)})
		}
		if !d.Thorough {
			wrong = wrong[i%len(wrong):][:1]
		}
		tasks = append(tasks, func() {
			if out := d.command(ctx, "", nil, append([]string{"help"}, strings.Fields(name)...)...); out.Code != 0 {
				d.fault("help %s: status %d", name, out.Code)
			}
			for _, w := range wrong {
				d.step(ctx, step{name: name, args: append(strings.Fields(name), w...), channels: []string{inFlag, inPath2}})
			}
		})
	}
	each(ctx, tasks)
	d.stdio(ctx)
}

func (d *Driver) step(ctx context.Context, s step) {
	args := s.args
	if len(args) == 0 {
		args = strings.Fields(s.name)
	}
	out := d.command(ctx, s.stdin, s.channels, args...)
	switch {
	case (out.Code == 0) == s.good:
	case s.good:
		d.fault("the command %q does not do what it should: status %d, argument %d bytes", s.name, out.Code, len(strings.Join(args, " ")))
	default:
		d.fault("the command %q takes what it should refuse", s.name)
	}
}

// steps are command lines in lists; those of one list are run in order.
func (d *Driver) steps(ctx context.Context) [][]step {
	ok := func(name, stdin string, channels []string, args ...string) step {
		return step{name, append(strings.Fields(name), args...), stdin, true, channels}
	}
	no := func(name, stdin string, channels []string, args ...string) step {
		return step{name, append(strings.Fields(name), args...), stdin, false, channels}
	}
	to := d.target.Path
	put := func(name, content string) string {
		path, err := d.target.Put(ctx, name, []byte(content))
		if err != nil {
			d.fault("a file cannot be put beside the server: %v", err)
		}
		return path
	}
	unknown := d.word(inUnknownEmail) + "@example.org"
	key, next, short := put("key", strings.Repeat(d.word(inPassphrase), 4)), put("next-key", strings.Repeat(d.word(inPassphrase), 5)), put("short-key", d.word(inPassphrase))
	absent := to(d.word(inPath2))
	badBackup, badVocabulary := put("bad.backup", "PK\x03\x04"+d.word(inBackup)), put("Loinc.csv", "\"LOINC_NUM\",\"COMPONENT\"\n\""+d.word(inVocabulary)+"\",\"x\"\n")
	icpc := put("icpc.tsv", "code\tname\n"+d.word(inVocabulary)+"\tx\n")
	part := put("part.csv", release())
	sealed, plain := to("sealed"), to("plain")
	third := strings.TrimSpace(string(d.command(ctx, "", nil, "user", "add", "--name", "Ada", "--zone", "UTC").Stdout))
	typed := []string{"--person", d.first, "--at", "2026-03-04T08:15"}
	with := func(more ...string) []string { return append(append([]string{}, typed...), more...) }
	lists := [][]step{
		{
			ok("user add", d.word(inPassword)+d.word(inPassword)+"\n", []string{inNewEmail, inPassword}, "--name", "Ada "+d.word(inPersonName), "--zone", "Europe/Berlin", "--email", d.word(inNewEmail)+"@example.org", "--password-stdin"),
			no("user add", d.word(inPassword), []string{inNewEmail, inPassword}, "--name", "Ada", "--zone", "Europe/Berlin", "--email", d.word(inNewEmail)+"@example.org", "--password-stdin"),
			no("user add", "x", []string{inZone}, "--name", d.word(inPersonName), "--zone", d.word(inZone)),
			no("user add", "x", []string{inNewEmail}, "--name", d.word(inPersonName), "--zone", "UTC", "--email", d.word(inNewEmail)+" of nobody"),
			no("user add", "", nil, "--name", strings.Repeat(d.word(inPersonName), 100), "--zone", "UTC"),
			ok("user add-account", "", nil, "--person", third, "--email", "third@example.org"),
			no("user add-account", "", []string{inNewEmail}, "--person", d.first, "--email", "second-"+d.word(inNewEmail)+"@example.org"),
			no("user add-account", "", []string{inPersonID}, "--person", "p-"+d.word(inPersonID), "--email", "x@example.org"),
			ok("user list", "", nil, "--names"),
			no("user list", "", []string{inPath2}, d.word(inPath2)),
		},
		{
			ok("token add", "", nil, "--account", "song.lan@example.org", "--label", d.word(inLabel)),
			no("token add", "", []string{inUnknownEmail}, "--account", unknown, "--label", "x"),
			no("token add", "", []string{inUnknownEmail}, "--account", d.word(inUnknownEmail), "--label", "x"),
			no("token add", "", nil, "--account", "song.lan@example.org", "--label", d.word(inLabel)+"\x1b[31m"),
			no("token add", "", []string{inFlag}, "--account", "song.lan@example.org", "--label", "x", "--scope", d.word(inFlag)),
			no("token add", "", []string{inFlag}, "--account", "song.lan@example.org", "--label", "x", "--days", d.word(inFlag)),
			no("token add", "", []string{inPersonID}, "--account", "song.lan@example.org", "--label", "x", "--person", d.word(inPersonID)),
			ok("token list", "", nil, "--all"),
			no("token revoke", "", []string{inKey}, d.word(inKey)),
			no("token list", "", []string{inFlag}, "--"+d.word(inFlag)),
			no("link add", "", []string{inUnknownEmail}, "--account", unknown),
			no("link add", "", []string{inFlag}, "--account", "song.lan@example.org", "--public-url", "https://u:"+d.word(inFlag)+"@x.example/"),
			ok("link list", "", nil, "--all"),
			no("link revoke", "", []string{inKey}, d.word(inKey)),
			ok("audit list", "", nil, "--person", d.first, "--limit", "20"),
			no("audit list", "", []string{inPersonID}, "--person", d.word(inPersonID)),
			ok("audit verify", "", nil, "--person", d.first),
			no("audit verify", "", []string{inKey}, "--person", d.first, "--head", "12:"+d.word(inKey)),
		},
		{
			ok("add reading", d.word(inTyped)+" test\n7.5 "+d.word(inTypedValue)+"\n"+d.word(inTypedNote)+"\n", []string{}, with("--value", "-", "--note", "-", "-")...),
			ok("add symptom", d.word(inSymptom)+" in the knee\n", nil, with("-")...),
			ok("add condition", d.word(inCondition)+" fever\n", nil, with("-")...),
			ok("add note", d.word(inNote)+" and nothing else\n", nil, with("-")...),
			no("add reading", "", []string{inZone}, with("--zone", d.word(inZone), "--value", d.word(inTypedValue), d.word(inTyped))...),
			no("add symptom", "", []string{inPersonID}, "--person", "p-"+d.word(inPersonID), d.word(inSymptom)),
			no("add condition", d.word(inCondition)+"\x00\n", nil, with("-")...),
			no("add note", "", nil, "--person", d.first, "--at", d.word(inNote), d.word(inNote)),
			no("add reading", "", nil, with("--value", strings.Repeat(d.word(inTypedValue), 5000), d.word(inTyped))...),
			no("add reading", "-\n", nil, with("--value", d.word(inTypedValue), "--unit", strings.Repeat("x", 5000), d.word(inTyped))...),
			ok("recode", "", nil, "--cause", "rules"),
			no("recode", "", []string{inFlag}, "--cause", d.word(inFlag)),
		},
		{
			ok("backup", "", nil, "--backup-key-file", key, sealed),
			no("backup", "", nil, sealed),
			no("backup", "", []string{inPassphrase}, "--backup-key-file", short, to("other")),
			no("backup", "", []string{inPath2}, "/dev/null/"+d.word(inPath2)),
			no("restore", "", []string{inPassphrase}, "--data", plain, "--backup-key-file", next, sealed),
			no("restore", "", nil, "--data", plain, sealed),
			no("restore", "", []string{inBackup}, "--data", plain, badBackup),
			no("restore", "", []string{inPath2}, "--data", plain, absent),
			ok("restore", "", []string{inPassphrase}, "--data", plain, "--backup-key-file", key, sealed),
			no("restore", "", nil, "--data", plain, "--backup-key-file", key, sealed),
			ok("rekey", "", []string{inPassphrase}, "--data", plain, "--new-key-file", key),
			no("rekey", "", []string{inPassphrase}, "--data", plain, "--key-file", next, "--new-key-file", short),
			no("rekey", "", []string{inPassphrase}, "--data", plain, "--key-file", next, "--no-key"),
			no("user list", "", []string{inPassphrase}, "--data", plain, "--names"),
			no("doctor", "", []string{inPassphrase}, "--data", plain, "--key-file", next),
			ok("doctor", "", []string{inPassphrase}, "--data", plain, "--key-file", key),
			no("serve", "", []string{inPassphrase}, "--data", plain, "--key-file", next, "--addr", "127.0.0.1:0"),
		},
		{
			no("serve", "", []string{inFlag}, "--addr", d.word(inFlag)),
			no("serve", "", []string{inFlag}, "--public-url", "https://x:"+d.word(inFlag)+"@x.example"),
			no("serve", "", []string{inPath2}, "--data", absent, "--addr", "127.0.0.1:0"),
			no("serve", "", []string{inDSN}, "--store", "postgres://x:"+d.word(inDSN)+"@127.0.0.1:1/"+d.word(inDSN), "--addr", "127.0.0.1:0"),
			no("user list", "", []string{inDSN}, "--store", "host=127.0.0.1 port=1 password="+d.word(inDSN)+" dbname="+d.word(inDSN)),
			no("user list", "", []string{inDSN}, "--store", "postgres://"+d.word(inDSN)+":%zz@["),
			no("user list", "", []string{inDSN}, "--store", "sslmode="+d.word(inDSN)),
			no("user list", "", []string{inDSN}, "--store", d.word(inDSN)),
			ok("demo", "", nil, "--data", to("another")),
			no("demo", "", []string{inPath2}, "--data", to("another"), d.word(inPath2)),
			ok("vocab import", "", nil, "--data", to("another"), "--partial", "loinc", part),
			ok("vocab remove", "", nil, "--data", to("another"), "loinc"),
			no("vocab import", "", []string{inVocabulary}, "--data", to("another"), "loinc", badVocabulary),
			no("vocab import", "", []string{inVocabulary}, "--data", to("another"), "icpc3", icpc),
			no("vocab import", "", []string{inPath2}, "--data", to("another"), d.word(inPath2), absent),
			ok("vocab list", "", nil),
			ok("vocab check", "", nil),
			no("vocab check", "", []string{inPath2}, d.word(inPath2)),
			no("vocab remove", "", []string{inFlag}, "--data", to("another"), d.word(inFlag)),
			ok("version", "", nil),
			ok("help", "", nil),
			no("help", "", []string{inCommand}, d.word(inCommand)),
			{name: "help", args: []string{d.word(inCommand), d.word(inFlag)}, channels: []string{inCommand}},
			ok("health", "", nil),
			no("health", "", []string{inFlag}, "--url", "http://127.0.0.1:1/"+d.word(inFlag)),
			no("health", "", []string{inFlag}, "--addr", d.word(inFlag)),
			ok("read-pdf", page("Glucose 5.2 mmol/L"), nil),
			no("read-pdf", "%PDF-1.4\n"+d.word(inReport), []string{inReport}),
			no("read-pdf", d.word(inReport), []string{inReport}),
		},
	}
	return lists
}
