module github.com/seed-a76b335c/philint

go 1.26.0
