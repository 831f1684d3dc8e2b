// Package sarif checks what "philint -sarif" prints against the official schema of SARIF 2.1.0. It is a module of its
// own because the schema and its validator are nobody else's business.
package sarif

import _ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif" // ships the schema
