package visit

import (
	"errors"
	"log"
	"os"

	"example.com/clinic/audit"
)

type Visit struct {
	ID    int
	Email string
	Ward  string
}

func Admit(v Visit) error {
	audit.Trail("admitted", "visit_id", v.ID, "email", v.Email)
	audit.Trail("admitted", "email", v.Email, "again", v.Email)
	if err := os.Remove(v.Email); err != nil {
		log.Printf("remove: %v", err) //philint:ok the file's name is made up
		log.Printf("remove: %v", err)
	}
	log.Println("ward_id", v.Ward)
	//philint:ok nothing
	log.Println("constant")
	panic(errors.New(v.Ward))
}
