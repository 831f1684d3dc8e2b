package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/seed-a76b335c/philint/docs"
)

// A class is one section of docs/classes.md.
type class struct{ name, text string }

func (c class) url() string {
	return "https://github.com/seed-a76b335c/philint/blob/main/docs/classes.md#" + c.name
}

// summary is the first sentence.
func (c class) summary() string {
	first, _, found := strings.Cut(oneLine(c.text), ". ")
	if !found {
		return oneLine(c.text)
	}
	return first + "."
}

// classes are the sections of docs/classes.md, in its order.
func classes() (list []class) {
	for _, section := range strings.Split("\n"+docs.Classes, "\n## ")[1:] {
		name, text, _ := strings.Cut(section, "\n")
		list = append(list, class{strings.TrimSpace(name), strings.TrimSpace(text)})
	}
	return list
}

func (c *command) explain(_ context.Context, args []string) int {
	var names []string
	for _, k := range classes() {
		names = append(names, k.name)
		if len(args) == 1 && args[0] == k.name {
			fmt.Fprintf(c.stdout, "%s\n\n%s\n", k.name, k.text)
			return clean
		}
	}
	if len(args) != 1 {
		return c.fail(errors.New("explain takes one class: " + strings.Join(names, " ")))
	}
	return c.fail(fmt.Errorf("%q is no class; the classes are %s", args[0], strings.Join(names, " ")))
}
