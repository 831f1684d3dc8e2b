// Package medication has a health word in its name only.
package medication

type Settings struct {
	Label    string
	Interval int
}
