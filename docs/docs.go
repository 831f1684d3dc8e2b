// Package docs holds the manual pages that the program can show.
package docs

import _ "embed"

// Classes is the page that explains each class of finding, one second-level heading a class.
//
//go:embed classes.md
var Classes string
