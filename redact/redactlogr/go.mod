module github.com/seed-a76b335c/philint/redact/redactlogr

go 1.26.0

require github.com/seed-a76b335c/philint v0.0.0

require github.com/go-logr/logr v1.4.4

replace github.com/seed-a76b335c/philint => ../..
