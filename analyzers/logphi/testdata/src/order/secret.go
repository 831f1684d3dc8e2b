package order

import (
	"log"

	"github.com/google/uuid"
)

type restrictedToken struct {
	ID      string
	OwnerID string
	Remark  string
}

type session struct {
	ID     string
	UserID string
}

type account struct {
	TokenID          string
	SessionId        string
	SecretID         string
	ApiKeyID         string
	TokenCount       int
	NumTokens        int
	TokenFingerprint string
	TokenURL         string
	PasswordPath     string
	SecretURI        string
	TokenEndpoint    string
	Key              string
	Auth             string
	KeyID            string
	AuthID           string
}

// An id whose own name carries a secret word or session.
func ownName(a account, sessionID string, tokenIDs []string) {
	keep(sessionID, tokenIDs)
	log.Print(a.TokenID)   // want "a\\.TokenID is secret"
	log.Print(a.SessionId) // want "a\\.SessionId is secret"
	log.Print(a.SecretID)  // want "a\\.SecretID is secret"
	log.Print(a.ApiKeyID)  // want "a\\.ApiKeyID is secret"
	log.Print(sessionID)   // want "sessionID is secret"
	log.Print(tokenIDs)    // want "tokenIDs is secret"
}

// A bare id whose owner carries one; another id of that owner is an identifier.
func ownerName(t restrictedToken, s session, current *session) {
	log.Print(t.ID)       // want "t\\.ID is secret"
	log.Print(s.ID)       // want "s\\.ID is secret"
	log.Print(current.ID) // want "current\\.ID is secret"
	log.Print(t.OwnerID, s.UserID, current.UserID)
	log.Print(t.Remark) // want "t\\.Remark is (secret|free-text)"
}

// By the variable's name, where the type says nothing.
func variableName(accessToken, plain struct{ ID string }) {
	log.Print(accessToken.ID) // want "accessToken\\.ID is secret"
	log.Print(plain.ID)
}

// By the enclosing function's name.
func UpdateRestrictedToken(id string, userID string) {
	keep(id, userID)
	log.Print(id) // want "id is secret"
	log.Print(userID)
}

func deleteSession(id uuid.UUID) {
	keep(id)
	log.Print(id) // want "id is secret"
}

func updateOrder(id string) {
	keep(id)
	log.Print(id)
}

// SessionStore gives its word to a bare id in its methods.
type SessionStore struct{ n int }

func (s *SessionStore) Get(id string, ownerID string) {
	keep(id, ownerID)
	log.Print(id) // want "id is secret"
	log.Print(ownerID)
}

type OrderStore struct{ n int }

func (s *OrderStore) Get(id string) {
	keep(id)
	log.Print(id)
}

// What only mentions a secret.
func mentions(a account, tokenCount, secretsCount int) {
	keep(tokenCount, secretsCount)
	log.Print(a.TokenCount, a.NumTokens, tokenCount, secretsCount)
	log.Print(a.TokenFingerprint) // want "a\\.TokenFingerprint is free-text"
	log.Print(a.TokenURL)         // want "a\\.TokenURL is payload"
	log.Print(a.PasswordPath)     // want "a\\.PasswordPath is payload"
	log.Print(a.SecretURI)        // want "a\\.SecretURI is payload"
	log.Print(a.TokenEndpoint)    // want "a\\.TokenEndpoint is payload"
	log.Print(a.Key)              // want "a\\.Key is free-text"
	log.Print(a.Auth)             // want "a\\.Auth is free-text"
	log.Print(a.KeyID, a.AuthID)
}
