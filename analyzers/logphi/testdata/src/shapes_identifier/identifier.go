package shapes_identifier

import (
	"log"
	"log/slog"
	"net/http"

	"github.com/google/uuid"
	"github.com/oklog/ulid/v2"
	"github.com/seed-a76b335c/philint/redact"
	"github.com/segmentio/ksuid"
	"go.mongodb.org/mongo-driver/bson/primitive"
	"go.opentelemetry.io/otel/trace"
)

type PatientID string

type OrderID int64

type Label string

// Identifier types, whatever their name.
func byType(a uuid.UUID, b ulid.ULID, c ksuid.KSUID, d primitive.ObjectID, e trace.TraceID, f trace.SpanID, g PatientID, h OrderID) {
	keep(a, b, c, d, e, f, g, h)
	log.Print(a, b, c, d, e, f, g, h)
	slog.Info("made", "a", a, "g", g)
	log.Printf("%s %v %d", g, a, h)
}

// A named type whose name does not end in ID gives nothing.
func otherNamed(l Label) {
	keep(l)
	log.Print(l) // want "l is free-text"
}

// Methods that only spell an identifier.
func byExpression(a uuid.UUID, b ulid.ULID, d primitive.ObjectID, e trace.SpanContext) {
	log.Print(a.String(), b.String(), d.Hex(), d.String())
	log.Print(e.TraceID().String(), e.SpanID())
	log.Print(uuid.New(), uuid.New().String(), uuid.NewString())
	log.Print(string(PatientID("x")))
}

type req struct {
	ID       string
	CMSID    string
	userId   string
	user_id  string
	OwnerIDs []string
	Refs     [2]int
}

// The last part of the name, whatever its spelling.
func byName(r req, userID *string, ids []int64, pair_ids [2]string) {
	keep(userID, ids, pair_ids)
	log.Print(r.ID, r.CMSID, r.userId, r.user_id)
	log.Print(r.OwnerIDs, *userID, userID, ids, pair_ids)
	slog.Info("x", "id", r.ID)
}

// Words that only end in the same letters, or stand first.
func notNames(paid, grid, valid, identity, idle string, idText string) {
	keep(paid, grid, valid, identity, idle, idText)
	log.Print(paid)     // want "paid is free-text"
	log.Print(grid)     // want "grid is free-text"
	log.Print(valid)    // want "valid is free-text"
	log.Print(identity) // want "identity is free-text"
	log.Print(idle)     // want "idle is free-text"
	log.Print(idText)   // want "idText is free-text"
}

type blob struct{ Text string }

// The name speaks only for an integer, a string, a pointer to one, a slice or an array of them.
func wrongType(userID any, orderID float64, jobID blob, taskID map[string]string) {
	keep(userID, orderID, jobID, taskID)
	log.Print(userID)  // want "userID is composite"
	log.Print(orderID) // want "orderID is value"
	log.Print(jobID)   // want "jobID is composite"
	log.Print(taskID)  // want "taskID is composite"
}

// The key of the log line is never evidence.
func keyIsNoEvidence(remark string, r req) {
	keep(remark)
	slog.Info("x", "user_id", remark)                 // want "remark is free-text"
	slog.Info("x", slog.String("request_id", remark)) // want "remark is free-text"
	slog.Info("x", "remark", r.ID)
}

type source interface {
	CorrelationID() string
	Remark() string
	Find() string
}

// An opaque call whose own name is the evidence, and a receiving variable's.
func opaque(s source) {
	keep(s)
	log.Print(s.CorrelationID())
	log.Print(s.Remark()) // want "s\\.Remark\\(\\) is (opaque-call|free-text)"
	log.Print(s.Find())   // want "s\\.Find\\(\\) is (opaque-call|free-text)"
	jobID := s.Find()
	log.Print(jobID)
	remark := s.Find()
	log.Print(remark) // want "remark is (opaque-call|free-text)"
}

// A keyed read of a string or an integer.
func keyed(m map[string]string, n map[string]int64, a map[string]any, r *http.Request) {
	keep(m, n, a, r)
	log.Print(m["user_id"], n["order_id"])
	log.Print(m["remark"])       // want "m\\[\"remark\"\\] is (free-text|opaque-call)"
	log.Print(a["user_id"])      // want "a\\[\"user_id\"\\] is composite"
	log.Print(r.Form["user_id"]) // want "r\\.Form\\[\"user_id\"\\] is payload"
	log.Print(r.FormValue("id")) // want "r\\.FormValue\\(\"id\"\\) is payload"
	log.Print(redact.ID(r.FormValue("id")))
	log.Print(redact.ID(r.PathValue("id")))
}
