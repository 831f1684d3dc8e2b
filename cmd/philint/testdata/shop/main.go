// Shop is a module with some findings.
package main

import (
	"log/slog"

	"example.com/shop/user"
)

func main() {
	u := user.User{ID: 1}
	user.Update(u)
	slog.Info("done", "count", 1)
}
