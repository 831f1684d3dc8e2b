package main

import (
	"context"
	"fmt"
)

func (c *command) help(_ context.Context, args []string) int {
	fmt.Fprintln(c.stdout, "usage: philint [flags] [packages]")
	return clean
}
