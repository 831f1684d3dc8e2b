module github.com/seed-a76b335c/philint/redact/redactlogrus

go 1.26.0

require (
	github.com/seed-a76b335c/philint v0.0.0
	github.com/sirupsen/logrus v1.10.2
)

require golang.org/x/sys v0.49.0 // indirect

replace github.com/seed-a76b335c/philint => ../..
