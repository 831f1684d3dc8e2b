package escapes

import "log"

type Note struct{ Email, Text string }

func Escapes(n Note) {
	log.Println(n.Text)  //philint:ok shown to nobody but the operator
	log.Println(n.Email) //philint:ok
	//philint:ok nothing to suppress
	log.Println("constant")
}
