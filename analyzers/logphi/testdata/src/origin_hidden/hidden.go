// Package origin_hidden has values that come by ways that no assignment shows.
package origin_hidden

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"

	"people"
)

// What a return statement returns is assigned to the named results, and a deferred function sees it.
func named(u people.User) (err error) {
	defer func() {
		log.Print(err) // want "err is error-text|err is personal"
	}()
	return errors.New(u.Email)
}

func several(u people.User) (text string, err error) {
	defer func() { log.Print(text) }() // want "text is personal"
	return u.Email, nil
}

func constantly(n int) (word string) {
	defer func() { log.Print(word) }()
	if n > 1 {
		return "many"
	}
	return "one"
}

// What this function sends into a channel comes out of it.
func channel(u people.User) {
	ids := make(chan string, 1)
	ids <- u.Email
	id := <-ids
	log.Print(id) // want "id is personal"
	for userID := range ids {
		log.Print(userID) // want "userID is personal"
	}
}

// A decoder writes what it reads: what a client sent is not vouched for by a key or a name.
func decoded(r *http.Request, u people.User) {
	var body map[string]any
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return
	}
	id, _ := body["id"].(string)
	log.Print(id) // want "id is payload"
	var orderID string
	fmt.Fscan(r.Body, &orderID)
	log.Print(orderID) // want "orderID is payload"
	var userID string
	fmt.Sscan(u.Email, &userID)
	log.Print(userID) // want "userID is personal"
	var in struct{ UserID string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		return
	}
	log.Print(in.UserID)
}
