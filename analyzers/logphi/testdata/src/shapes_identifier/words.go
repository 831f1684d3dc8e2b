package shapes_identifier

import "log"

// Every identifier word, as the whole name of a string.
type words struct {
	id   string
	ids  string
	uid  string
	uuid string
	guid string
	oid  string
	gid  string
	pid  string
	tid  string
	kid  string
	jti  string
	DID  string
	ID   string
	IDs  []string
}

func whole(w words) {
	log.Print(w.id)
	log.Print(w.ids)
	log.Print(w.uid)
	log.Print(w.uuid)
	log.Print(w.guid)
	log.Print(w.oid)
	log.Print(w.gid)
	log.Print(w.pid)
	log.Print(w.tid)
	log.Print(w.kid)
	log.Print(w.jti)
	log.Print(w.DID)
	log.Print(w.ID)
	log.Print(w.IDs)
}

// Every identifier word, as the last part of the name of an integer.
type parts struct {
	orderId   int64
	orderIds  int64
	orderUid  int64
	orderUuid int64
	orderGuid int64
	orderOid  int64
	orderGid  int64
	orderPid  int64
	orderTid  int64
	orderKid  int64
	orderJti  int64
}

func last(p parts) {
	log.Print(p.orderId)
	log.Print(p.orderIds)
	log.Print(p.orderUid)
	log.Print(p.orderUuid)
	log.Print(p.orderGuid)
	log.Print(p.orderOid)
	log.Print(p.orderGid)
	log.Print(p.orderPid)
	log.Print(p.orderTid)
	log.Print(p.orderKid)
	log.Print(p.orderJti)
}

// Identifiers of one operation.
func operations(requestID, traceID, spanID, correlationID, taskID, jobID, messageID string) {
	keep(requestID, traceID, spanID, correlationID, taskID, jobID, messageID)
	log.Print(requestID)
	log.Print(traceID)
	log.Print(spanID)
	log.Print(correlationID)
	log.Print(taskID)
	log.Print(jobID)
	log.Print(messageID)
}
