module example.com/escapes

go 1.26
