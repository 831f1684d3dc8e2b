package order

import (
	"log"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/seed-a76b335c/philint/redact"
)

// Text that a client sent is never allowed by its name.
func unchecked(r *http.Request) {
	keep(r)
	log.Print(r.FormValue("user_id"))     // want "r\\.FormValue\\(\"user_id\"\\) is payload"
	log.Print(r.PathValue("id"))          // want "r\\.PathValue\\(\"id\"\\) is payload"
	log.Print(r.URL.Query().Get("id"))    // want "r\\.URL\\.Query\\(\\)\\.Get\\(\"id\"\\) is payload"
	log.Print(r.PostFormValue("task_id")) // want "r\\.PostFormValue\\(\"task_id\"\\) is payload"
	log.Print(r.Header.Get("X-Job-Id"))   // want "r\\.Header\\.Get\\(\"X-Job-Id\"\\) is payload"
	log.Print(chi.URLParam(r, "id"))      // want "chi\\.URLParam\\(r, \"id\"\\) is payload"
	id := r.PathValue("id")
	log.Print(id) // want "id is payload: .*id ← r\\.PathValue"
	jobID := r.URL.Query().Get("job")
	slog.Info("x", "job", jobID) // want "jobID is payload"
	userID := chi.URLParam(r, "userID")
	log.Print(userID) // want "userID is payload"
	ids := r.URL.Query()["id"]
	log.Print(ids) // want "ids is payload"
}

// Until a check or a parser has seen it.
func checked(r *http.Request) {
	log.Print(redact.ID(r.PathValue("id")))
	id := redact.ID(r.FormValue("id"))
	log.Print(id)
	u, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		log.Print(redact.ErrType(err))
	}
	log.Print(u, u.String())
	orderID, _ := strconv.Atoi(r.PathValue("order"))
	log.Print(orderID)
	page, _ := strconv.ParseInt(r.FormValue("page"), 10, 64)
	log.Print(page)
	amount, _ := strconv.Atoi(r.FormValue("amount"))
	log.Print(amount) // want "amount is (value|payload)"
	log.Print(len(r.FormValue("q")), r.FormValue("q") == "")
}
