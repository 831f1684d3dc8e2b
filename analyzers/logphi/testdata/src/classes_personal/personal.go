package classes_personal

import (
	"log"
	"log/slog"
	"net"
	"net/http"
	"time"
)

type person struct {
	FirstName       string
	LastName        string
	FullName        string
	GivenName       string
	FamilyName      string
	Surname         string
	MaidenName      string
	Email           string
	EmailAddress    string
	Phone           string
	PhoneNumber     string
	MobilePhone     string
	Address         string
	HomeAddress     string
	Postcode        string
	PostalCode      string
	ZipCode         string
	BirthDate       time.Time
	DateOfBirth     string
	DOB             string
	Age             int
	Sex             string
	Gender          string
	SSN             string
	MRN             string
	BSN             string
	NHSNumber       string
	MBI             string
	InsuranceNumber string
	DeviceSerial    string
	SerialNumber    string
	Photo           []byte
	PhotoURL        string
	UserAgent       string
	IPAddress       string
	RemoteIP        net.IP
	Emails          []string
	email_address   string
}

func words(p person, email string) {
	keep(email)
	log.Print(p.FirstName)       // want "p\\.FirstName is personal"
	log.Print(p.LastName)        // want "p\\.LastName is personal"
	log.Print(p.FullName)        // want "p\\.FullName is personal"
	log.Print(p.GivenName)       // want "p\\.GivenName is personal"
	log.Print(p.FamilyName)      // want "p\\.FamilyName is personal"
	log.Print(p.Surname)         // want "p\\.Surname is personal"
	log.Print(p.MaidenName)      // want "p\\.MaidenName is personal"
	log.Print(p.Email)           // want "p\\.Email is personal"
	log.Print(p.EmailAddress)    // want "p\\.EmailAddress is personal"
	log.Print(p.Phone)           // want "p\\.Phone is personal"
	log.Print(p.PhoneNumber)     // want "p\\.PhoneNumber is personal"
	log.Print(p.MobilePhone)     // want "p\\.MobilePhone is personal"
	log.Print(p.Address)         // want "p\\.Address is personal"
	log.Print(p.HomeAddress)     // want "p\\.HomeAddress is personal"
	log.Print(p.Postcode)        // want "p\\.Postcode is personal"
	log.Print(p.PostalCode)      // want "p\\.PostalCode is personal"
	log.Print(p.ZipCode)         // want "p\\.ZipCode is personal"
	log.Print(p.BirthDate)       // want "p\\.BirthDate is personal"
	log.Print(p.DateOfBirth)     // want "p\\.DateOfBirth is personal"
	log.Print(p.DOB)             // want "p\\.DOB is personal"
	log.Print(p.Age)             // want "p\\.Age is personal"
	log.Print(p.Sex)             // want "p\\.Sex is personal"
	log.Print(p.Gender)          // want "p\\.Gender is personal"
	log.Print(p.SSN)             // want "p\\.SSN is personal"
	log.Print(p.MRN)             // want "p\\.MRN is personal"
	log.Print(p.BSN)             // want "p\\.BSN is personal"
	log.Print(p.NHSNumber)       // want "p\\.NHSNumber is personal"
	log.Print(p.MBI)             // want "p\\.MBI is personal"
	log.Print(p.InsuranceNumber) // want "p\\.InsuranceNumber is personal"
	log.Print(p.DeviceSerial)    // want "p\\.DeviceSerial is personal"
	log.Print(p.SerialNumber)    // want "p\\.SerialNumber is personal"
	log.Print(p.Photo)           // want "p\\.Photo is personal"
	log.Print(p.UserAgent)       // want "p\\.UserAgent is personal"
	log.Print(p.IPAddress)       // want "p\\.IPAddress is personal"
	log.Print(p.RemoteIP)        // want "p\\.RemoteIP is personal"
	log.Print(p.Emails)          // want "p\\.Emails is personal"
	log.Print(p.email_address)   // want "p\\.email_address is personal"
	log.Print(email)             // want "email is personal"
	slog.Info("x", "v", p.Email) // want "p\\.Email is personal"
}

// Formats of a personal date are personal too.
func dates(p person) {
	log.Print(p.BirthDate.Format("2006")) // want "p\\.BirthDate\\.Format\\(\"2006\"\\) is personal"
	log.Print(p.BirthDate.Year())         // want "p\\.BirthDate\\.Year\\(\\) is (personal|value|time)"
}

// What an HTTP request tells of its sender.
func sender(r *http.Request) {
	keep(r)
	log.Print(r.RemoteAddr)  // want "r\\.RemoteAddr is personal"
	log.Print(r.UserAgent()) // want "r\\.UserAgent\\(\\) is personal"
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	log.Print(host) // want "host is (personal|opaque-call|free-text)"
}

type settings struct {
	Stage            string
	Usage            int
	Message          string
	Page             int
	PackageTag       string
	Nickel           string
	Sexton           string
	Agent            string
	Location         string
	AddressBookCount int
}

// Words that only contain the letters of a personal word.
func lookAlikes(s settings) {
	log.Print(s.Stage)      // want "s\\.Stage is free-text"
	log.Print(s.Usage)      // want "s\\.Usage is value"
	log.Print(s.Message)    // want "s\\.Message is (free-text|payload)"
	log.Print(s.PackageTag) // want "s\\.PackageTag is free-text"
	log.Print(s.Nickel)     // want "s\\.Nickel is free-text"
	log.Print(s.Sexton)     // want "s\\.Sexton is free-text"
	log.Print(s.Page)
}
