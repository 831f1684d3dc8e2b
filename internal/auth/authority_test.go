package auth

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/audit"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// house is a store with three people: Ann and Bob have accounts, the child has none.
type house struct {
	*Authority
	t     *testing.T
	store *store.Store
	file  string
	db    engine.DB // the same file, for what the store has no method for
	now   atomic.Int64
}

const (
	ann, bob        = "a-ann", "a-bob"
	annP, bobP      = record.PersonID("p-ann"), record.PersonID("p-bob")
	child, stranger = record.PersonID("p-child"), record.PersonID("p-nobody")
	day             = 24 * time.Hour
)

func newHouse(t *testing.T) *house {
	t.Helper()
	ctx := context.Background()
	file := filepath.Join(t.TempDir(), "s.db")
	s, err := store.OpenSQLite(ctx, file, "")
	if err != nil {
		t.Fatal(err)
	}
	db, err := engine.OpenSQLite(ctx, file, nil)
	if err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, store: s, file: file, db: db}
	h.now.Store(int64(record.InstantOf(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))))
	h.Authority = New(Config{Store: s, Now: h.clock, Random: rand.Reader})
	t.Cleanup(func() {
		if err := errors.Join(h.Close(ctx), db.Close(), s.Close()); err != nil {
			t.Error(err)
		}
	})
	for _, p := range []record.PersonID{annP, bobP, child} {
		h.must(s.AddPerson(ctx, store.Person{ID: p, Name: "x", Zone: "UTC"}))
	}
	h.must(s.AddAccount(ctx, store.Account{ID: ann, Email: "ann@example.org", EmailKey: "ann@example.org", Person: annP}))
	h.must(s.AddAccount(ctx, store.Account{ID: bob, Email: "bob@example.org", EmailKey: "bob@example.org", Person: bobP}))
	h.must(s.Grant(ctx, bobP, ann, store.ReadOnly, 1))
	h.must(s.Grant(ctx, child, ann, store.ReadWrite, 1))
	return h
}

func (h *house) clock() record.Instant { return record.Instant(h.now.Load()) }

func (h *house) later(d time.Duration) { h.now.Add(d.Microseconds()) }

func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) sql(sql string, args ...any) {
	h.t.Helper()
	h.must(h.db.Write(context.Background(), "", func(tx engine.Tx) error {
		n, err := tx.Exec(context.Background(), sql, args...)
		if err == nil && n == 0 {
			err = errors.New("nothing was changed")
		}
		return err
	}))
}

func (h *house) token(account string, person record.PersonID, scopes ...Scope) string {
	h.t.Helper()
	secret, err := h.MintToken(context.Background(), account, person, "laptop", scopes, 30*day)
	h.must(err)
	return secret
}

func (h *house) link(account string, person record.PersonID) string {
	h.t.Helper()
	secret, err := h.MintLink(context.Background(), account, person, 0)
	h.must(err)
	return secret
}

// key is that of the newest credential.
func (h *house) key(list func(context.Context, string) ([]Listed, error)) string {
	h.t.Helper()
	all, err := list(context.Background(), Operator)
	h.must(err)
	return all[len(all)-1].Key
}

func (h *house) revokeBoth(by string) {
	h.t.Helper()
	h.must(h.RevokeToken(context.Background(), by, h.key(h.Tokens)))
	h.must(h.RevokeLink(context.Background(), by, h.key(h.Links)))
}

func TestACredentialSaysWhoseItIs(t *testing.T) {
	h := newHouse(t)
	ctx := context.Background()
	for _, person := range []record.PersonID{annP, bobP, child} {
		c, err := h.Token(ctx, h.token(ann, person, APIRead, MCPRead), MCPRead)
		want := Caller{Account: ann, Person: person, Scopes: []Scope{MCPRead, APIRead}, Via: ViaToken, Key: h.key(h.Tokens)}
		if err != nil || !reflect.DeepEqual(c, want) {
			t.Errorf("%+v, %v", c, err)
		}
		c, err = h.Link(ctx, h.link(ann, person))
		want = Caller{Account: ann, Person: person, Scopes: []Scope{MCPRead}, Via: ViaLink, Key: h.key(h.Links)}
		if err != nil || !reflect.DeepEqual(c, want) {
			t.Errorf("%+v, %v", c, err)
		}
		h.later(time.Microsecond) // the newest is told by when it was made
	}
}

// ends are all the ways in which a credential that was good stops being so. The account is Ann's, and the record Ann's
// own, Bob's, which was granted to her, or the child's, which has no account.
var ends = []struct {
	name   string
	person record.PersonID
	end    func(h *house)
}{
	{"it has expired", annP, func(h *house) { h.later(30 * day) }},
	{"it is revoked by whom it belongs to", annP, func(h *house) { h.revokeBoth(ann) }},
	{"it is revoked by whose record it reads", bobP, func(h *house) { h.revokeBoth(bob) }},
	{"it is revoked by the operator", annP, func(h *house) { h.revokeBoth(Operator) }},
	{"its account is disabled", annP, func(h *house) {
		h.sql(`UPDATE account SET disabled_at = 1 WHERE account_id = ?`, ann)
	}},
	{"its account is gone", annP, func(h *house) {
		h.sql(`DELETE FROM account WHERE account_id = ?`, ann)
	}},
	{"its account is disabled, and the record another's", bobP, func(h *house) {
		h.sql(`UPDATE account SET disabled_at = 1 WHERE account_id = ?`, ann)
	}},
	{"its account has got another record", annP, func(h *house) {
		h.sql(`UPDATE account SET person_id = 'p-other' WHERE account_id = ?`, ann)
	}},
	{"the account of the one whose record it reads is disabled", bobP, func(h *house) {
		h.sql(`UPDATE account SET disabled_at = 1 WHERE account_id = ?`, bob)
	}},
	{"the record is gone", bobP, func(h *house) {
		h.sql(`DELETE FROM person WHERE person_id = ?`, string(bobP))
	}},
	{"the account's own record is gone", annP, func(h *house) {
		h.sql(`DELETE FROM person WHERE person_id = ?`, string(annP))
	}},
	{"the grant is withdrawn", bobP, func(h *house) {
		h.must(h.store.Grant(context.Background(), bobP, ann, store.NoAccess, 2))
	}},
	{"the grant of a record without an account is withdrawn", child, func(h *house) {
		h.must(h.store.Grant(context.Background(), child, ann, store.NoAccess, 2))
	}},
	{"the grant is of no level", bobP, func(h *house) {
		h.sql(`UPDATE care_grant SET level = 0 WHERE person_id = ?`, string(bobP))
	}},
	{"the store has lost it", annP, func(h *house) {
		for _, table := range []string{"token", "link"} {
			h.sql(`DELETE FROM ` + table)
		}
	}},
}

func TestACredentialIsAskedAtEveryRequestAndEndsAtOnceInEveryWay(t *testing.T) {
	for _, tt := range ends {
		t.Run(tt.name, func(t *testing.T) {
			ctx := context.Background()
			h := newHouse(t)
			token, link := h.token(ann, tt.person, MCPRead), h.link(ann, tt.person)
			shown := map[string]func() (Caller, error){
				"a token": func() (Caller, error) { return h.Token(ctx, token, MCPRead) },
				// What is wrong with it does not hide behind a scope that it never had.
				"a token for another scope": func() (Caller, error) { return h.Token(ctx, token, APIRead) },
				"a link":                    func() (Caller, error) { return h.Link(ctx, link) },
			}
			for name, show := range shown {
				if c, err := show(); err != nil && !errors.Is(err, ErrScope) || err == nil && c.Person != tt.person {
					t.Fatalf("%s: %+v, %v", name, c, err)
				}
			}
			tt.end(h)
			for name, show := range shown {
				c, err := show()
				if err != ErrInvalid || !reflect.DeepEqual(c, Caller{}) { //nolint:errorlint // not even wrapped: one error, nothing in it
					t.Errorf("%s: %+v, %v", name, c, err)
				}
			}
		})
	}
}

func TestWhatIsNoCredentialIsNotLookedUp(t *testing.T) {
	h := newHouse(t)
	token, link := h.token(ann, annP, MCPRead), h.link(ann, annP)
	h.store.Close() // a look-up would fail, and not be invalid
	raw := bytes.Repeat([]byte{0xff}, 32)
	whole := base64.RawURLEncoding.EncodeToString(raw)
	for name, secret := range map[string]string{
		"empty": "", "a prefix": "rst_", "another prefix": "xst_" + whole, "none": whole, "in another case": "RST_" + whole, "too short": "rst_" + whole[1:], "too long": "rst_" + whole + "A",
		"padded": "rst_" + whole + "=", "in the other alphabet": "rst_" + base64.RawStdEncoding.EncodeToString(raw), "with a line break": "rst_" + whole[:20] + "\n" + whole[21:],
		"with bits that stand for nothing": "rst_" + whole[:42] + "9", "with a blank": token + " ", "no text": "\xff\x00", "long": strings.Repeat("rst_", 1<<18), "a link as a token": link,
	} {
		if _, err := h.Token(context.Background(), secret, MCPRead); err != ErrInvalid { //nolint:errorlint // one error
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := h.Link(context.Background(), token); err != ErrInvalid { //nolint:errorlint // one error
		t.Errorf("a token as a link: %v", err)
	}
	if _, err := h.Token(context.Background(), token, MCPRead); err == nil || errors.Is(err, ErrInvalid) || errors.Is(err, ErrScope) {
		t.Errorf("a store that fails is no invalid token: %v", err)
	}
	if _, err := h.Token(context.Background(), "rst_"+base64.RawURLEncoding.EncodeToString(make([]byte, 32)), MCPRead); err == nil || errors.Is(err, ErrInvalid) {
		t.Errorf("nor is it for one that nobody has: %v", err)
	}
}

func TestATokenOpensWhatItIsForAndNothingElse(t *testing.T) {
	h := newHouse(t)
	ctx := context.Background()
	for _, tt := range []struct {
		has  []Scope
		need Scope
		want error
	}{
		{[]Scope{MCPRead}, MCPRead, nil},
		{[]Scope{MCPRead}, APIRead, ErrScope},
		{[]Scope{APIRead}, APIRead, nil},
		{[]Scope{APIRead}, MCPRead, ErrScope},
		{[]Scope{APIRead, MCPRead}, APIRead, nil},
		{[]Scope{APIRead, MCPRead}, MCPRead, nil},
		{[]Scope{APIRead, MCPRead}, "", ErrScope},
		{[]Scope{APIRead, MCPRead}, "read", ErrScope},
		{[]Scope{APIRead, MCPRead}, "mcp:read api:read", ErrScope},
	} {
		if c, err := h.Token(ctx, h.token(ann, annP, tt.has...), tt.need); !errors.Is(err, tt.want) || err != nil && !reflect.DeepEqual(c, Caller{}) {
			t.Errorf("%v for %q: %+v, %v", tt.has, tt.need, c, err)
		}
	}
	token := h.token(ann, annP, MCPRead)
	h.sql(`UPDATE token SET scopes = 'mcp:write  api:readx everything'`)
	for _, s := range append(Scopes(), "everything", "mcp:write") {
		if _, err := h.Token(ctx, token, s); !errors.Is(err, ErrScope) {
			t.Errorf("a scope of another version opens %s: %v", s, err)
		}
	}
}

func TestAnOperationThatNobodyListedIsOpenToNobody(t *testing.T) {
	all := []audit.Operation{Session, Vocabulary, audit.Presence, audit.Readings, audit.Medications, audit.Records, audit.Journal}
	want := map[audit.Surface]map[Scope][]audit.Operation{
		audit.MCP:  {MCPRead: {Session, Vocabulary, audit.Presence, audit.Readings, audit.Medications}},
		audit.REST: {APIRead: {audit.Presence, audit.Readings, audit.Medications, audit.Records, audit.Journal}},
	}
	for _, surface := range []audit.Surface{audit.MCP, audit.REST, audit.Web, audit.Chat, audit.CLI, "", "ftp"} {
		for _, scope := range Scopes() {
			c := &Caller{Scopes: []Scope{scope}}
			for _, op := range append(all, "", "delete", "readings ") {
				if got, want := c.May(surface, op), slices.Contains(want[surface][scope], op); got != want {
					t.Errorf("%s may %q on %s: %v", scope, op, surface, got)
				}
			}
		}
		for _, op := range all {
			if (&Caller{}).May(surface, op) {
				t.Errorf("a caller without scopes may %q on %s", op, surface)
			}
		}
	}
}

func TestScopesAreReadFromAClosedSet(t *testing.T) {
	for list, want := range map[string][]Scope{
		"mcp:read": {MCPRead}, "api:read,mcp:read": {MCPRead, APIRead}, " mcp:read , mcp:read": {MCPRead},
		"": nil, ",": nil, "mcp:read,": nil, "mcp": nil, "MCP:READ": nil, "mcp:read api:read": nil, "mcp:read,admin": nil, "*": nil,
	} {
		if got, err := ParseScopes(list); !slices.Equal(got, want) || (want == nil) != errors.Is(err, ErrScopes) {
			t.Errorf("%q: %v, %v", list, got, err)
		}
	}
}

func TestCredentialsAreMadeForWhatAnAccountMayReadAndForNoMore(t *testing.T) {
	h := newHouse(t)
	ctx := context.Background()
	h.sql(`INSERT INTO account (account_id, email, email_key, person_id, password_hash, created_at, disabled_at) VALUES ('a-off', 'o', 'o', 'p-ann', '', 1, 5)`)
	for _, tt := range []struct {
		name    string
		account string
		person  record.PersonID
		label   string
		scopes  []Scope
		life    time.Duration
		want    error
	}{
		{"the account's own record", ann, annP, "x", []Scope{MCPRead}, day, nil},
		{"one that it was granted", ann, bobP, "x", []Scope{MCPRead}, day, nil},
		{"one without an account that it was granted", ann, child, "x", []Scope{MCPRead}, day, nil},
		{"one that it was not granted", bob, annP, "x", []Scope{MCPRead}, day, ErrDenied},
		{"one that is not there", ann, stranger, "x", []Scope{MCPRead}, day, ErrDenied},
		{"no record", ann, "", "x", []Scope{MCPRead}, day, ErrDenied},
		{"an account that is not there", "a-nobody", annP, "x", []Scope{MCPRead}, day, ErrDenied},
		{"no account", "", annP, "x", []Scope{MCPRead}, day, ErrDenied},
		{"the operator", Operator, annP, "x", []Scope{MCPRead}, day, ErrDenied},
		{"a disabled account", "a-off", annP, "x", []Scope{MCPRead}, day, ErrDenied},
		{"no scope", ann, annP, "x", nil, day, ErrScopes},
		{"a scope that is none", ann, annP, "x", []Scope{MCPRead, "write"}, day, ErrScopes},
		{"no life", ann, annP, "x", []Scope{MCPRead}, 0, ErrLife},
		{"a life before", ann, annP, "x", []Scope{MCPRead}, -day, ErrLife},
		{"too long a life", ann, annP, "x", []Scope{MCPRead}, 367 * day, ErrLife},
		{"the longest life that there is", ann, annP, "x", []Scope{MCPRead}, math.MaxInt64, ErrLife},
		{"no label", ann, annP, "", []Scope{MCPRead}, day, ErrLabel},
		{"a label of two lines", ann, annP, "x\ny", []Scope{MCPRead}, day, ErrLabel},
		{"a label that is no text", ann, annP, "\xff", []Scope{MCPRead}, day, ErrLabel},
		{"a label with blanks around it", ann, annP, " x", []Scope{MCPRead}, day, ErrLabel},
		{"a label of a hundred characters", ann, annP, strings.Repeat("电", 100), []Scope{MCPRead}, day, nil},
		{"a longer label", ann, annP, strings.Repeat("电", 101), []Scope{MCPRead}, day, ErrLabel},
	} {
		before, err := h.Tokens(ctx, Operator)
		h.must(err)
		secret, err := h.MintToken(ctx, tt.account, tt.person, tt.label, tt.scopes, tt.life)
		if !errors.Is(err, tt.want) || (err == nil) != (secret != "") {
			t.Errorf("%s: %v", tt.name, err)
		}
		after, err := h.Tokens(ctx, Operator)
		h.must(err)
		if added := len(after) - len(before); (tt.want == nil) != (added == 1) {
			t.Errorf("%s: %d were added", tt.name, added)
		}
	}
	if _, err := h.MintLink(ctx, bob, annP, 0); !errors.Is(err, ErrDenied) {
		t.Error(err)
	}
	if _, err := h.MintLink(ctx, ann, annP, 367*day); !errors.Is(err, ErrLife) {
		t.Error(err)
	}
}

func TestANewLinkEndsTheOldOneOfTheSameMakerAndRecordAndNoOther(t *testing.T) {
	h := newHouse(t)
	ctx := context.Background()
	h.must(h.store.Grant(ctx, bobP, ann, store.ReadOnly, 1))
	h.must(h.store.Grant(ctx, annP, bob, store.ReadOnly, 1))
	first, others := h.link(ann, annP), []string{h.link(ann, bobP), h.link(bob, annP), h.link(bob, bobP)}
	second := h.link(ann, annP)
	if second == first {
		t.Error("the old one was given again")
	}
	if _, err := h.Link(ctx, first); !errors.Is(err, ErrInvalid) {
		t.Errorf("the old one still opens: %v", err)
	}
	for i, l := range append(others, second) {
		if _, err := h.Link(ctx, l); err != nil {
			t.Errorf("%d: %v", i, err)
		}
	}
	// One that is refused ends nothing.
	h.must(h.store.Grant(ctx, bobP, ann, store.NoAccess, 1))
	if _, err := h.MintLink(ctx, ann, bobP, 0); !errors.Is(err, ErrDenied) {
		t.Error(err)
	}
	h.must(h.store.Grant(ctx, bobP, ann, store.ReadOnly, 1))
	if _, err := h.Link(ctx, others[0]); err != nil {
		t.Errorf("a link that was not made ended one: %v", err)
	}
	// It lives for ten days, and is not prolonged by being used.
	h.later(10*day - time.Microsecond)
	if _, err := h.Link(ctx, second); err != nil {
		t.Error(err)
	}
	h.later(time.Microsecond)
	if _, err := h.Link(ctx, second); !errors.Is(err, ErrInvalid) {
		t.Errorf("after ten days: %v", err)
	}
}

func TestLinksMadeAtOnceLeaveOne(t *testing.T) {
	h := newHouse(t)
	errs := make(chan error)
	for range 8 {
		go func() {
			_, err := h.MintLink(context.Background(), ann, annP, 0)
			errs <- err
		}()
	}
	for range 8 {
		h.must(<-errs)
	}
	all, err := h.Links(context.Background(), ann)
	h.must(err)
	live := 0
	for _, l := range all {
		if l.State == Live {
			live++
		}
	}
	if live != 1 || len(all) != 8 {
		t.Errorf("%d of %d live", live, len(all))
	}
}

func TestOnlyTheMakerTheSubjectAndTheOperatorSeeAndRevokeACredential(t *testing.T) {
	h := newHouse(t)
	ctx := context.Background()
	h.must(h.store.AddPerson(ctx, store.Person{ID: "p-eve", Name: "x", Zone: "UTC"}))
	h.must(h.store.AddAccount(ctx, store.Account{ID: "a-eve", Email: "e", EmailKey: "e", Person: "p-eve"}))
	h.must(h.store.Grant(ctx, bobP, "a-eve", store.ReadWrite, 1)) // who may read Bob's record does not see who else does
	h.token(ann, bobP, MCPRead)
	h.link(ann, bobP)
	for _, k := range []struct {
		list   func(context.Context, string) ([]Listed, error)
		revoke func(context.Context, string, string) error
	}{{h.Tokens, h.RevokeToken}, {h.Links, h.RevokeLink}} {
		key := h.key(k.list)
		for who, want := range map[string]int{ann: 1, bob: 1, Operator: 1, "a-eve": 0, "": 0, "a-nobody": 0, "a-": 0, "%": 0} {
			l, err := k.list(ctx, who)
			if err != nil || len(l) != want {
				t.Errorf("%q sees %+v, %v", who, l, err)
			}
			if want == 0 {
				if err := k.revoke(ctx, who, key); !errors.Is(err, ErrNoKey) {
					t.Errorf("%q revokes: %v", who, err)
				}
			}
		}
		for _, key := range []string{"", key[:15], key + "0", key[:15] + "g", strings.Repeat("0", 16), strings.ToUpper(key) + "x"} {
			if err := k.revoke(ctx, Operator, key); !errors.Is(err, ErrNoKey) {
				t.Errorf("%q: %v", key, err)
			}
		}
		h.must(k.revoke(ctx, bob, key))
		if err := k.revoke(ctx, ann, key); !errors.Is(err, ErrNoKey) {
			t.Errorf("revoked twice: %v", err)
		}
		if l, err := k.list(ctx, ann); err != nil || l[0].State != Revoked {
			t.Errorf("%+v, %v", l, err)
		}
	}
}

func TestAListHasWhatIsToBeKnownAndNoSecret(t *testing.T) {
	h := newHouse(t)
	ctx := context.Background()
	secret := h.token(ann, bobP, APIRead)
	made := h.clock()
	l, err := h.Tokens(ctx, ann)
	want := []Listed{{Key: h.key(h.Tokens), Account: ann, Person: bobP, Label: "laptop", Scopes: []Scope{APIRead}, State: Live, CreatedAt: made, ExpiresAt: made.Add(30 * day)}}
	if err != nil || !reflect.DeepEqual(l, want) {
		t.Errorf("%+v, %v", l, err)
	}
	if strings.Contains(secret, l[0].Key) || len(l[0].Key) != 16 {
		t.Errorf("the key is %q", l[0].Key)
	}
	h.later(30 * day)
	if l, err = h.Tokens(ctx, ann); err != nil || l[0].State != Expired {
		t.Errorf("%+v, %v", l, err)
	}
}

func TestSecretsAreRandomAndStoredAsDigestsOnly(t *testing.T) {
	h := newHouse(t)
	seen := map[string]bool{}
	var secrets []string
	for range 20 {
		secrets = append(secrets, h.token(ann, annP, MCPRead), h.link(ann, annP))
	}
	for _, s := range secrets {
		b, err := base64.RawURLEncoding.DecodeString(s[4:])
		if err != nil || len(b) != 32 || seen[s] || s[:4] != "rst_" && s[:4] != "rsl_" {
			t.Errorf("%q: %v", s, err)
		}
		seen[s] = true
	}
	var stored []byte
	files, err := filepath.Glob(h.file + "*")
	h.must(err)
	for _, f := range files {
		b, err := os.ReadFile(f)
		h.must(err)
		stored = append(stored, b...)
	}
	for _, s := range secrets {
		raw, err := base64.RawURLEncoding.DecodeString(s[4:])
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(stored, []byte(s[4:])) || bytes.Contains(stored, raw) {
			t.Error("a secret is in the store")
		}
	}
	if !bytes.Contains(stored, []byte("laptop")) {
		t.Error("the tokens are not in what was searched")
	}
	short := New(Config{Store: h.store, Now: h.clock, Random: strings.NewReader("too little")})
	if s, err := short.MintToken(context.Background(), ann, annP, "x", Scopes(), day); err == nil || s != "" {
		t.Errorf("a secret of too few random bytes: %v", err)
	}
}

func TestNoSecretIsLogged(t *testing.T) {
	var log bytes.Buffer
	old := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug - 100})))
	defer slog.SetDefault(old)
	h := newHouse(t)
	ctx := context.Background()
	var secrets []string
	shown := func() {
		for _, s := range secrets {
			_, err1 := h.Token(ctx, s, MCPRead)
			_, err2 := h.Link(ctx, s)
			for _, err := range []error{err1, err2} {
				if err != nil && strings.Contains(err.Error(), s[4:]) {
					t.Errorf("an error quotes a secret: %v", err)
				}
			}
		}
	}
	secrets = append(secrets, h.token(ann, annP, MCPRead), h.token(ann, bobP, APIRead), h.link(ann, annP), "rst_Hannelore", "rsl_"+strings.Repeat("H", 43))
	shown()
	h.must(h.RevokeToken(ctx, ann, h.key(h.Tokens)))
	shown()
	h.uses.write()
	h.store.Close()
	shown()
	h.later(day)
	h.uses.note(store.CredentialUse{Kind: store.TokenCredential, At: h.clock()}, 0)
	h.uses.write() // fails, and says so
	if log.Len() == 0 {
		t.Error("nothing was logged at all")
	}
	for _, s := range secrets {
		if strings.Contains(log.String(), s[4:]) {
			t.Errorf("a secret is in the log: %s", log.String())
		}
	}
	for _, s := range []string{"example.org", "laptop", ann, string(annP)} {
		if strings.Contains(log.String(), s) {
			t.Errorf("%s is in the log", s)
		}
	}
}
