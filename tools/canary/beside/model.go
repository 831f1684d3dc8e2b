package main

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"time"

	"github.com/seed-a76b335c/philint/internal/llm"
	"github.com/seed-a76b335c/philint/tools/canary/internal/model"
)

const (
	headerWait = 10 * time.Second
	askedWait  = 20 * time.Second // for the questions that the last line of the input waits for
	lookAgain  = 10 * time.Millisecond
)

// withModel runs a command that finds the model where its environment says.
func withModel(cmd *exec.Cmd, m *model.Model, in io.Reader) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{Handler: m, ReadHeaderTimeout: headerWait}
	go func() { _ = server.Serve(l) }()
	defer server.Close()
	cmd.Env = append(os.Environ(), llm.EnvURL+"=http://"+l.Addr().String()+m.Script.Path, llm.EnvModel+"="+m.Script.Name, llm.EnvKey+"="+m.Script.Key)
	to, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	input, err := io.ReadAll(in)
	if err == nil {
		say(to, input, m)
	}
	_ = to.Close()
	if ended := cmd.Wait(); ended != nil {
		return ended
	}
	return err
}

// say writes a command's input. A command that does not read to the end is no fault.
func say(to io.Writer, input []byte, m *model.Model) {
	last := len(input)
	if m.Script.Asked > 0 {
		last = bytes.LastIndexByte(bytes.TrimRight(input, "\n"), '\n') + 1
	}
	_, _ = to.Write(input[:last])
	for until := time.Now().Add(askedWait); m.Under() < m.Script.Asked && time.Now().Before(until); {
		time.Sleep(lookAgain)
	}
	_, _ = to.Write(input[last:])
	time.Sleep(m.Script.Open)
}
