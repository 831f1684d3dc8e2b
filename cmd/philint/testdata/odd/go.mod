module example.com/unicode

go 1.26
