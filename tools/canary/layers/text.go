package main

// head takes how many leaks there are, and of how many each layer catches how many.
const head = `# The three layers, measured

Made by ` + "`make layers`" + `; a test measures again and compares.

The [log policy](policy.md) is enforced three times: by the linter philint over the source, by [redact](redact.md) in the
running server, and by the [canary](canary.md), which uses the whole server in a container and searches what it left behind.
Each has holes. To know them, %d leaks are planted in a build of the record server of their own (package
` + "`internal/hook/leak`" + `, tag ` + "`canaryleak`" + `): each is code as somebody writes it in good faith, and lets out a word that came
with a request.

| layer | catches |
|---|---|
| philint, over the leaks' source | %d of %d |
| redact, in a server that has it installed as the record server has | %d of %d |
| canary, over a server without redact | %d of %d |

Of the %d leaks that let out a word, a row or a table the canary must find every one. The others (%s)
are planted to show to what it is blind.

* **philint**: the class of its findings about the leak's values; – is none. A finding about the key alone does not count.
* **redact**: whether the word is gone from everything that the server leaves behind when the log goes through it.
* **canary**: the stream in which it was found, and the form in which the word stood there.

| | way out | came in by | philint | redact | canary |
|---|---|---|---|---|---|
`

const unlooked = `
Nor does it see

* what is not driven: a leak on a path that no request takes stays in. That is why the driver must cover the lists of routes,
  tools, commands and faults, and why the canary does not stand in for philint, which reads every line whether it runs or not;
* what leaves the machine otherwise: it searches the output, the files and the answers of one container, not what the server sends
  to a collector of traces, a mail server or a model. Point these at something in the driver, and give that to ` + "`Collect`" + `;
* the data directory, in which the words belong, and so whether what stands there is encrypted; arguments and environments of
  processes; memory.

A finding names a channel, a stream and a line, never the statement: philint names that.
`
