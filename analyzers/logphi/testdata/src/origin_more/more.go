package origin_more

import (
	"log"
	"net/http"
	"os"
	"strings"

	"people"
)

type reply struct {
	ID   string
	Rows int
	Text string
}

type order struct {
	ID        string
	ZipCode   int
	userIDStr string
	Items     []item
}

type item struct {
	ID    string
	Label string
}

// A keyed read, with and without ok; an element of what is unknown.
func keyed(m map[string]string, list []string, names map[string]int) {
	keep(m, list, names)
	userID, ok := m["user_id"]
	log.Print(userID, ok)
	jobID := list[0]
	log.Print(jobID)
	x := list[0]
	log.Print(x) // want "x is free-text"
	for id := range names {
		log.Print(id)
	}
	for _, taskID := range list {
		log.Print(taskID)
	}
}

// Elements of elements.
func nested(o order, all map[string][]order) {
	for _, it := range o.Items {
		log.Print(it.ID)
		log.Print(it.Label) // want "it\\.Label is free-text"
	}
	for _, list := range all {
		for i := range list {
			log.Print(list[i].ID, i)
			log.Print(list[i].Items[0].ID)
			log.Print(list[i].Items[0].Label) // want "list\\[i\\]\\.Items\\[0\\]\\.Label is free-text"
		}
	}
	log.Print(o.ZipCode)   // want "o\\.ZipCode is personal"
	log.Print(o.userIDStr) // want "o\\.userIDStr is free-text"
}

// A good name does not launder what a range yields.
func laundered(users []people.User, emails []string) {
	keep(emails)
	for _, id := range emails {
		log.Print(id) // want "id is personal"
	}
	for _, u := range users {
		userID := u.Email
		log.Print(userID) // want "userID is personal"
	}
	ids := make([]string, 0, len(users))
	for _, u := range users {
		ids = append(ids, u.Email)
	}
	log.Print(ids) // want "ids is (personal|composite)"
	good := make([]string, 0, len(users))
	for _, u := range users {
		good = append(good, u.ID)
	}
	log.Print(good)
	log.Print(strings.Join(good, ","))
}

// A package variable takes what others give it.
var last string

var fixed = []string{"a", "b"}

func remember(u people.User) { last = u.Email }

func recall() {
	log.Print(last) // want "last is (personal|free-text)"
	for _, f := range fixed {
		log.Print(f)
	}
}

// Results of several values.
func split(u people.User) (string, string) { return u.ID, u.Email }

func parts(u people.User) {
	a, b := split(u)
	log.Print(a)
	log.Print(b) // want "b is personal"
	_, id := split(u)
	log.Print(id) // want "id is personal"
}

// Named results set on several paths, with a naked return.
func pick(u people.User, short bool) (out string) {
	out = "none"
	if short {
		out = u.ID
	}
	return
}

func leak(u people.User, short bool) (out string, err error) {
	if short {
		out = u.Email
		return
	}
	return "none", nil
}

func named(u people.User) {
	log.Print(pick(u, true))
	id, err := leak(u, true)
	log.Print(id) // want "id is personal"
	log.Print(err)
}

// A closure's result.
func closures(u people.User) {
	get := func() string { return u.Email }
	log.Print(get()) // want "get\\(\\) is personal"
	word := func(n int) string {
		if n > 1 {
			return "many"
		}
		return "one"
	}
	log.Print(word(2))
	id := get()
	log.Print(id) // want "id is personal"
}

// The environment, the command line, a client.
func outside(r *http.Request) {
	keep(r)
	region := os.Getenv("REGION")
	log.Print(region) // want "region is (opaque-call|free-text)"
	id := strings.TrimPrefix(r.URL.Path, "/orders/")
	log.Print(id) // want "id is (payload|opaque-call)"
	parts := strings.Split(r.URL.Path, "/")
	orderID := parts[2]
	log.Print(orderID) // want "orderID is (payload|opaque-call|free-text)"
	c := "order-" + r.FormValue("id")
	log.Print(c) // want "c is payload"
}

// A pointer to a struct literal, filled later, and reset.
func filled(u people.User) {
	p := &reply{}
	p.ID = u.ID
	p.Rows = len(u.Email)
	log.Print(p.ID, p.Rows)
	p.Text = u.Email
	log.Print(p.Text) // want "p\\.Text is personal"
	log.Print(p)      // want "p is (personal|composite)"
	p.ID = u.Email
	log.Print(p.ID) // want "p\\.ID is personal"
}

// Ternaries by hand.
func either(u people.User, short bool) {
	id := map[bool]string{true: u.ID, false: u.Email}[short]
	log.Print(id) // want "id is personal"
	word := map[bool]string{true: "on", false: "off"}[short]
	log.Print(word)
}
