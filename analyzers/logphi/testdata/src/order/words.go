package order

import (
	"log"
	"net/netip"

	"github.com/google/uuid"
)

// Personal identifiers are not identifiers.
type personalIDs struct {
	ssn             string
	mrn             string
	bsn             string
	mbi             string
	nhsNumber       string
	medicalRecordID string
	nationalID      string
	taxID           string
	passportID      string
	driverLicenseID string
	insuranceID     string
	deviceSerial    string
	transmitterID   string
	emailID         string
	phoneID         string
	ipAddr          string
}

func personal(p personalIDs) {
	log.Print(p.ssn)             // want "p\\.ssn is personal"
	log.Print(p.mrn)             // want "p\\.mrn is personal"
	log.Print(p.bsn)             // want "p\\.bsn is personal"
	log.Print(p.mbi)             // want "p\\.mbi is personal"
	log.Print(p.nhsNumber)       // want "p\\.nhsNumber is personal"
	log.Print(p.medicalRecordID) // want "p\\.medicalRecordID is personal"
	log.Print(p.nationalID)      // want "p\\.nationalID is personal"
	log.Print(p.taxID)           // want "p\\.taxID is personal"
	log.Print(p.passportID)      // want "p\\.passportID is personal"
	log.Print(p.driverLicenseID) // want "p\\.driverLicenseID is personal"
	log.Print(p.insuranceID)     // want "p\\.insuranceID is personal"
	log.Print(p.deviceSerial)    // want "p\\.deviceSerial is personal"
	log.Print(p.transmitterID)   // want "p\\.transmitterID is personal"
	log.Print(p.emailID)         // want "p\\.emailID is personal"
	log.Print(p.phoneID)         // want "p\\.phoneID is personal"
	log.Print(p.ipAddr)          // want "p\\.ipAddr is personal"
}

type record struct {
	SSN          string
	HolderMRN    string
	NationalId   string
	EmailID      string
	national_id  string
	OwnerBSN     int
	PhoneNumber  int64
	Token        uuid.UUID
	PhoneID      uuid.UUID
	Addr         netip.Addr
	IPAddr       netip.Addr
	Sex          Sex
	PasswordHash [32]byte
	SessionID    uuid.UUID
}

// Sex is a closed set of personal data.
type Sex string

const (
	SexA Sex = "a"
	SexB Sex = "b"
)

// Other spellings of the same.
func spellings(r record) {
	log.Print(r.SSN)         // want "r\\.SSN is personal"
	log.Print(r.HolderMRN)   // want "r\\.HolderMRN is personal"
	log.Print(r.NationalId)  // want "r\\.NationalId is personal"
	log.Print(r.EmailID)     // want "r\\.EmailID is personal"
	log.Print(r.national_id) // want "r\\.national_id is personal"
}

// Words beat types, and beat names.
func wordsBeatTypes(r record) {
	log.Print(r.OwnerBSN)     // want "r\\.OwnerBSN is personal"
	log.Print(r.PhoneNumber)  // want "r\\.PhoneNumber is personal"
	log.Print(r.Token)        // want "r\\.Token is secret"
	log.Print(r.PhoneID)      // want "r\\.PhoneID is personal"
	log.Print(r.IPAddr)       // want "r\\.IPAddr is personal"
	log.Print(r.Sex)          // want "r\\.Sex is personal"
	log.Print(r.PasswordHash) // want "r\\.PasswordHash is (secret|composite)"
	log.Print(r.SessionID)    // want "r\\.SessionID is secret"
}

// An own word refuses a value of a good origin too.
func wordsBeatOrigin(id string) {
	keep(id)
	email := id
	log.Print(email) // want "email is personal"
	password := "fixed"
	log.Print(len(password), password == id)
}
