package user

import (
	"log"
	"log/slog"
	"os"
)

// A User is a person.
type User struct {
	ID    int
	Email string
}

// Update logs too much.
func Update(u User) {
	slog.Info("updated", "user_id", u.ID, "email", u.Email)
	if err := save(u); err != nil {
		log.Printf("save %d: %v", u.ID, err)
	}
}

func save(u User) error {
	_, err := os.Stat(u.Email)
	return err
}
