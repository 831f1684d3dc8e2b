package canarycheck

import (
	"io"

	"github.com/seed-a76b335c/philint/canary"
	"github.com/seed-a76b335c/philint/internal/demo"
)

// Ways into the server that its clients have. Their words need not come back: that a request with one was answered is
// what shows that it arrived.
const (
	inQuery        = "query value"
	inQueryName    = "query name"
	inPath         = "path segment"
	inMethod       = "HTTP method"
	inHost         = "Host header"
	inHeader       = "header value"
	inHeaderName   = "header name"
	inUserAgent    = "user agent"
	inCookie       = "cookie"
	inReferer      = "referer"
	inOrigin       = "origin"
	inForwarded    = "forwarded address"
	inRequestID    = "request id"
	inTrace        = "trace header"
	inContentType  = "content type"
	inBearer       = "bearer token"
	inBasic        = "password of basic sign-in"
	inQueryToken   = "token in the query"
	inLinkSecret   = "link secret"
	inBody         = "body"
	inFormField    = "form field"
	inFormFile     = "file name in a form"
	inTool         = "tool name"
	inArgument     = "tool argument"
	inArgumentName = "tool argument name"
	inKeyword      = "keyword"
	inSelector     = "selector"
	inDate         = "date"
	inView         = "view"
	inUnit         = "unit"
	inReading      = "reading to code"
	inMethodRPC    = "JSON-RPC method"
	inIdentity     = "JSON-RPC id"
	inMeta         = "request metadata"
	inPrompt       = "prompt name"
	inPromptText   = "prompt argument"
	inResource     = "resource address"
	inRevision     = "protocol revision"
	inSession      = "session header"
	inClient       = "client name"
	inCapability   = "client capability"
	inNotification = "notification"
	inWithdrawal   = "reason of a cancellation"
	inLevel        = "log level of a client"
	inCompletion   = "completion value"
	inRubbish      = "bytes that are no request"
	inServerName   = "server name of a TLS handshake"
	inCursor       = "cursor"
)

// Ways in that an operator has: command lines, standard input and files.
const (
	inPersonName   = "name of a new person"
	inNewEmail     = "e-mail of a new account"
	inPassword     = "password"
	inUnknownEmail = "e-mail of nobody"
	inPersonID     = "person id"
	inZone         = "time zone"
	inLabel        = "label of a token"
	inKey          = "key of a credential"
	inTyped        = "typed reading"
	inTypedValue   = "typed value"
	inTypedNote    = "typed note"
	inSymptom      = "typed symptom"
	inCondition    = "typed condition"
	inNote         = "typed journal note"
	inCommand      = "command name"
	inFlag         = "flag name"
	inPath2        = "path on a command line"
	inDSN          = "connection string"
	inPassphrase   = "content of a key file"
	inVocabulary   = "vocabulary file"
	inBackup       = "content of a broken backup"
	inReport       = "text of a report"
	inReportPath   = "path of a report"
	inFileName     = "name of an imported file"
	inBrokenName   = "name of a broken file"
	inField        = "imported field name"
	inValue        = "imported value"
	inComment      = "imported comment"
	inPatient      = "imported patient"
	inMedication   = "imported medication"
	inDevice       = "imported device"
	inIdentifier   = "imported identifier"
	inPerformer    = "imported performer"
	inInstruction  = "imported instruction"
	inImportedUnit = "imported unit"
	inBroken       = "content of a broken file"
	inModel        = "answer of a language model"
	inModelRefusal = "refusal of a language model"
	inModelURL     = "address of a language model"
	inModelName    = "name of a language model"
	inModelKey     = "key of a language model"
)

// Clients are the ways in for clients, Operators those for whoever runs the server.
var (
	Clients = []string{
		inQuery, inQueryName, inPath, inMethod, inHost, inHeader, inHeaderName, inUserAgent, inCookie, inReferer, inOrigin, inForwarded, inRequestID, inTrace,
		inContentType, inBearer, inBasic, inQueryToken, inLinkSecret, inBody, inFormField, inFormFile, inTool, inArgument, inArgumentName, inKeyword, inSelector,
		inDate, inView, inUnit, inReading, inMethodRPC, inIdentity, inMeta, inPrompt, inPromptText, inResource, inRevision, inSession, inClient, inCapability,
		inNotification, inWithdrawal, inLevel, inCompletion, inRubbish, inServerName, inCursor,
	}
	Operators = []string{
		inPersonName, inNewEmail, inPassword, inUnknownEmail, inPersonID, inZone, inLabel, inKey, inTyped, inTypedValue, inTypedNote, inSymptom, inCondition, inNote,
		inCommand, inFlag, inPath2, inDSN, inPassphrase, inVocabulary, inBackup, inReport, inReportPath, inFileName, inBrokenName, inField, inValue, inComment,
		inPatient, inMedication, inDevice, inIdentifier, inPerformer, inInstruction, inImportedUnit, inBroken, inModel, inModelRefusal, inModelURL, inModelName, inModelKey,
	}
	// Stored are ways in whose words are kept in a record, and must be read back from it.
	Stored = []string{inPersonName, inLabel, inTyped, inTypedValue, inTypedNote, inSymptom, inCondition, inNote, inFileName, inField, inValue, inComment, inMedication, inImportedUnit}
	// Absent are ways in that no surface has yet, and why. Whoever adds one plants its word.
	Absent = map[string]string{"chat question": "there is no chat: a route that answers one is not driven before it has a step"}
)

// faultChannel is where the word of a fault comes from.
func faultChannel(name string) string { return "fault " + name }

// Tokens are the words of the demo record, and a new one for each other way in and each fault.
func Tokens(random io.Reader, faults []string) ([]canary.Token, error) {
	var out []canary.Token
	for _, c := range demo.Canaries() {
		out = append(out, canary.Token{Channel: c.Channel, Text: c.Word})
	}
	channels := append(append([]string{}, Clients...), Operators...)
	for _, f := range faults {
		channels = append(channels, faultChannel(f))
	}
	minted, err := canary.Mint(random, channels...)
	if err != nil {
		return nil, err
	}
	return append(out, minted...), nil
}

// Sent are the channels whose words need not come back.
func Sent(faults []string) []string {
	kept := map[string]bool{}
	for _, c := range Stored {
		kept[c] = true
	}
	var out []string
	for _, c := range append(append([]string{}, Clients...), Operators...) {
		if !kept[c] {
			out = append(out, c)
		}
	}
	for _, f := range faults {
		out = append(out, faultChannel(f))
	}
	// Nothing shows an address again: that a token can be made for it, and for no other, shows that it is there. Nor an
	// instruction's words: that the plan is answered, which is read together with them, has to do.
	return append(out, demo.ChannelEmail, demo.ChannelMedicationInstruction)
}
