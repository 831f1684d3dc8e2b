//go:build unix

package stdio_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/seed-a76b335c/philint/internal/mcpserver/stdio"
)

const writer = "STDIO_TEST_WRITER"

// The process that the next test starts: it writes to standard output in every way that there is.
func writeEverywhere() {
	before := os.Stdout
	own, err := stdio.ClaimStdout()
	if err != nil {
		panic(err)
	}
	fmt.Println("by fmt")
	println("by the runtime")
	_, _ = before.WriteString("by the old file\n")
	_, _ = syscall.Write(1, []byte("by its number\n"))
	cmd := exec.Command("echo", "by a child")
	cmd.Stdout = os.Stdout
	_ = cmd.Run()
	_, _ = own.WriteString("by the owner\n")
}

func TestNothingButTheOwnerWritesToStandardOutput(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), writer+"=1")
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if out.String() != "by the owner\n" {
		t.Errorf("on standard output: %q", out.String())
	}
	for _, who := range []string{"fmt", "the runtime", "the old file", "its number", "a child"} {
		if !strings.Contains(errOut.String(), "by "+who+"\n") {
			t.Errorf("what %s wrote is lost: %q", who, errOut.String())
		}
	}
}
