package classes_secret

import (
	"log"
	"log/slog"
	"net/http"
)

type config struct {
	Password         string
	UserPassword     string
	Token            string
	AccessToken      string
	RefreshToken     string
	ClientSecret     string
	Secret           []byte
	Credential       string
	Credentials      string
	ApiKey           string
	APIKey           string
	PrivateKey       []byte
	SecretKey        string
	SigningKey       string
	EncryptionKey    string
	ConnectionString string
	SessionID        string
	Key              string
	Region           string
	api_key          string
}

// Secret words, in any spelling and any type.
func words(c config, password, token string) {
	keep(password, token)
	log.Print(c.Password)         // want "c\\.Password is secret"
	log.Print(c.UserPassword)     // want "c\\.UserPassword is secret"
	log.Print(c.Token)            // want "c\\.Token is secret"
	log.Print(c.AccessToken)      // want "c\\.AccessToken is secret"
	log.Print(c.RefreshToken)     // want "c\\.RefreshToken is secret"
	log.Print(c.ClientSecret)     // want "c\\.ClientSecret is secret"
	log.Print(c.Secret)           // want "c\\.Secret is secret"
	log.Print(c.Credential)       // want "c\\.Credential is secret"
	log.Print(c.Credentials)      // want "c\\.Credentials is secret"
	log.Print(c.ApiKey)           // want "c\\.ApiKey is secret"
	log.Print(c.APIKey)           // want "c\\.APIKey is secret"
	log.Print(c.PrivateKey)       // want "c\\.PrivateKey is secret"
	log.Print(c.SecretKey)        // want "c\\.SecretKey is secret"
	log.Print(c.SigningKey)       // want "c\\.SigningKey is secret"
	log.Print(c.EncryptionKey)    // want "c\\.EncryptionKey is secret"
	log.Print(c.ConnectionString) // want "c\\.ConnectionString is secret"
	log.Print(c.SessionID)        // want "c\\.SessionID is secret"
	log.Print(c.api_key)          // want "c\\.api_key is secret"
	log.Print(password)           // want "password is secret"
	slog.Info("x", "v", token)    // want "token is secret"
	log.Printf("%x", c.Secret)    // want "c\\.Secret is secret"
	log.Printf("%q", c.Token)     // want "c\\.Token is secret"
}

// A bare key is no secret; it is no identifier either.
func bare(c config) {
	log.Print(c.Key)    // want "c\\.Key is free-text"
	log.Print(c.Region) // want "c\\.Region is free-text"
}

// What an HTTP request authenticates with.
func requests(r *http.Request) {
	keep(r)
	log.Print(r.Header.Get("Authorization")) // want "r\\.Header\\.Get\\(\"Authorization\"\\) is (secret|payload)"
	authorization := r.Header.Get("Authorization")
	log.Print(authorization) // want "authorization is (secret|payload)"
	cookie, err := r.Cookie("sid")
	if err == nil {
		log.Print(cookie)       // want "cookie is (secret|payload)"
		log.Print(cookie.Value) // want "cookie\\.Value is (secret|payload)"
	}
	log.Print(r.Cookies()) // want "r\\.Cookies\\(\\) is (secret|payload)"
	_, password, ok := r.BasicAuth()
	log.Print(password) // want "password is secret"
	log.Print(ok)
}

type issuer struct{ n int }

func (i *issuer) AccessToken() string  { return i.sign("x") }
func (i *issuer) sign(s string) string { return s + string(rune(i.n)) }

// A call's own name, and a variable that keeps it.
func calls(i *issuer) {
	keep(i)
	log.Print(i.AccessToken()) // want "i\\.AccessToken\\(\\) is secret"
	id := i.AccessToken()
	log.Print(id) // want "id is secret: .*id ← i\\.AccessToken"
}
