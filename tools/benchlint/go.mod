module github.com/seed-a76b335c/philint/tools/benchlint

go 1.26.0
