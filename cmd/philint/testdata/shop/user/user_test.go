package user

import (
	"testing"

	"example.com/shop/usertest"
)

func TestUpdate(t *testing.T) {
	t.Log(usertest.Email)
	Update(User{})
}
