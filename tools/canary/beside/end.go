package main

import (
	"errors"
	"net"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"time"
)

const (
	readyWait = 30 * time.Second
	heldWait  = 500 * time.Millisecond // until a request has been begun
)

var errNotReady = errors.New("the server does not answer")

// whileAsked runs a server, sends it a request, and tells it to end while the request is under way. The connection stays
// until the server has gone.
func whileAsked(cmd *exec.Cmd, request []byte) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	at := l.Addr().String()
	_ = l.Close()
	cmd.Env = append(os.Environ(), "RECORDSERVER_ADDR="+at)
	if err := cmd.Start(); err != nil {
		return err
	}
	ask := func() (net.Conn, error) {
		if !ready("http://" + at + "/healthz") {
			return nil, errNotReady
		}
		c, err := net.Dial("tcp", at)
		if err == nil {
			_, err = c.Write(request)
		}
		return c, err
	}
	c, err := ask()
	if err == nil {
		defer c.Close()
		time.Sleep(heldWait)
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	if ended := cmd.Wait(); ended != nil {
		return ended
	}
	return err
}

func ready(address string) bool {
	for until := time.Now().Add(readyWait); time.Now().Before(until); time.Sleep(lookAgain) {
		r, err := http.Get(address)
		if err != nil {
			continue
		}
		_ = r.Body.Close()
		if r.StatusCode == http.StatusOK {
			return true
		}
	}
	return false
}
