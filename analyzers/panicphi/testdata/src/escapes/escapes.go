package escapes

import "fmt"

type user struct {
	ID       string
	Label    string
	Password string
}

func escaped(u user) {
	fmt.Println(u.Label) //philint:ok this tool prints what the operator typed
	//philint:ok this tool prints what the operator typed
	fmt.Println(u.Label)
	fmt.Println(u.Label)    // want "u\\.Label is free-text"
	fmt.Println(u.Password) /* want "u\\.Password is secret" "^//philint:ok" */ //philint:ok this tool prints what the operator typed
	if u.ID == "" {
		panic(u.Label) //philint:ok only in development
	}
}
