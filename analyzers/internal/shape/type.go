// Package shape tells what a Go type alone says about the values it holds: that every one of them may be logged
// (an identifier, a duration, a member of a closed set), or that none may (a header map, a time, a FHIR name).
package shape

import (
	"go/types"
	"reflect"
	"strings"

	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
)

// A Verdict is what a type says. Shape is set where the type allows, Class where it refuses; both are empty where
// the type leaves it open.
type Verdict struct {
	Shape policy.Shape
	Class policy.Class
	Why   string
	// Foreign marks a verdict from the tables of known types: it holds for the parts of a value too.
	Foreign bool
	// Closed marks a closed set: allowed by type, yet a conversion from text opens it.
	Closed bool
}

// Allowed reports whether the type vouches for every value.
func (v Verdict) Allowed() bool { return v.Shape != "" }

// Types judges types; it remembers what it has judged and belongs to one package's analysis.
type Types struct {
	words  *policy.Words
	self   *types.Package
	memo   map[types.Type]Verdict
	closed map[*types.Package]map[*types.TypeName]int
	leaf   map[types.Type]string
}

// New returns a judge of types as seen from package self.
func New(words *policy.Words, self *types.Package) *Types {
	return &Types{
		words: words, self: self,
		memo: map[types.Type]Verdict{}, closed: map[*types.Package]map[*types.TypeName]int{}, leaf: map[types.Type]string{},
	}
}

// allowedTypes are types every value of which may be logged. A "/v*" in a path stands for any major version.
var allowedTypes = map[string]policy.Shape{
	"github.com/google/uuid.UUID": policy.Identifier, "github.com/gofrs/uuid.UUID": policy.Identifier, "github.com/satori/go.uuid.UUID": policy.Identifier,
	"github.com/gofrs/uuid/v*.UUID": policy.Identifier, "github.com/pborman/uuid.UUID": policy.Identifier, "github.com/google/uuid.NullUUID": policy.Identifier,
	"github.com/oklog/ulid.ULID": policy.Identifier, "github.com/oklog/ulid/v*.ULID": policy.Identifier, "github.com/segmentio/ksuid.KSUID": policy.Identifier,
	"github.com/rs/xid.ID": policy.Identifier, "go.mongodb.org/mongo-driver/bson/primitive.ObjectID": policy.Identifier,
	"go.mongodb.org/mongo-driver/v*/bson.ObjectID": policy.Identifier, "gopkg.in/mgo.v2/bson.ObjectId": policy.Identifier, "github.com/globalsign/mgo/bson.ObjectId": policy.Identifier,
	"go.opentelemetry.io/otel/trace.TraceID": policy.Identifier, "go.opentelemetry.io/otel/trace.SpanID": policy.Identifier,
	"github.com/jackc/pgx/v*/pgtype.UUID": policy.Identifier, "k8s.io/apimachinery/pkg/types.UID": policy.Identifier,
	"github.com/hashicorp/go-uuid.UUID": policy.Identifier, "github.com/bwmarrin/snowflake.ID": policy.Identifier,

	"time.Duration": policy.Duration, "time.Month": policy.Status, "time.Weekday": policy.Status,
	"google.golang.org/protobuf/types/known/durationpb.Duration": policy.Duration,

	"google.golang.org/grpc/codes.Code": policy.Status, "go.opentelemetry.io/otel/codes.Code": policy.Status,
	"log/slog.Level": policy.Status, "go.uber.org/zap/zapcore.Level": policy.Status, "go.uber.org/zap.AtomicLevel": policy.Status,
	"github.com/rs/zerolog.Level": policy.Status, "github.com/sirupsen/logrus.Level": policy.Status, "github.com/hashicorp/go-hclog.Level": policy.Status,
	"os.Signal": policy.Status, "syscall.Signal": policy.Status, "syscall.Errno": policy.Status, "net/http.ConnState": policy.Status, "io/fs.FileMode": policy.Status,
	"os.ProcessState": policy.Status,

	"reflect.Type": policy.TypeName, "reflect.Kind": policy.TypeName, "go/token.Token": policy.TypeName,
	"runtime/debug.BuildInfo": policy.Constant, "runtime/debug.Module": policy.Constant,
	"runtime.MemStats": policy.Count, "database/sql.DBStats": policy.Count,
	"sync/atomic.Int32": policy.Count, "sync/atomic.Int64": policy.Count, "sync/atomic.Uint32": policy.Count, "sync/atomic.Uint64": policy.Count,
}

// fieldTypes are ready-made fields: what they hold was judged where they were built.
var fieldTypes = map[string]bool{
	"log/slog.Attr": true, "log/slog.Value": true, "golang.org/x/exp/slog.Attr": true, "golang.org/x/exp/slog.Value": true,
	"go.uber.org/zap/zapcore.Field": true, "go.uber.org/zap.Field": true,
	"go.opentelemetry.io/otel/attribute.KeyValue": true, "go.opentelemetry.io/otel/attribute.Value": true, "go.opentelemetry.io/otel/attribute.Set": true,
	"go.opentelemetry.io/otel/log.KeyValue": true, "go.opentelemetry.io/otel/log.Value": true,
	"go.opentelemetry.io/otel/trace.SpanStartOption": true, "go.opentelemetry.io/otel/trace.EventOption": true, "go.opentelemetry.io/otel/trace.SpanStartEventOption": true,
	"go.opentelemetry.io/otel/metric.MeasurementOption": true, "go.opentelemetry.io/otel/metric.AddOption": true, "go.opentelemetry.io/otel/metric.RecordOption": true,
	"go.opencensus.io/trace.Attribute": true, "go.opencensus.io/tag.Mutator": true,
	"github.com/rs/zerolog.Event": true, "github.com/rs/zerolog.Context": true, "github.com/rs/zerolog.Array": true, "github.com/phuslu/log.Entry": true,
	"github.com/DataDog/dd-trace-go/v*/ddtrace/tracer.StartSpanOption": true,
}

// refusedTypes are types no value of which may be logged.
var refusedTypes = map[string]policy.Class{
	"time.Time": policy.Time, "database/sql.NullTime": policy.Time, "google.golang.org/protobuf/types/known/timestamppb.Timestamp": policy.Time,
	"net/http.Header": policy.Payload, "net/http.Request": policy.Payload, "net/http.Response": policy.Payload, "net/url.URL": policy.Payload,
	"net/url.Values": policy.Payload, "net/url.Userinfo": policy.Secret, "net/http.Cookie": policy.Secret, "mime/multipart.Form": policy.Payload,
	"mime/multipart.FileHeader": policy.Payload, "encoding/json.RawMessage": policy.Payload, "context.Context": policy.Payload, "bytes.Buffer": policy.Payload,
	"strings.Builder": policy.Payload, "strings.Reader": policy.Payload, "io.Reader": policy.Payload, "io.ReadCloser": policy.Payload, "bufio.Reader": policy.Payload,
	"net/textproto.MIMEHeader": policy.Payload, "net/mail.Address": policy.Personal, "net/mail.Message": policy.Payload,
	"net.IP": policy.Personal, "net.IPNet": policy.Personal, "net/netip.Addr": policy.Personal, "net/netip.AddrPort": policy.Personal, "net.Addr": policy.Personal,
	"net.TCPAddr": policy.Personal, "net.UDPAddr": policy.Personal, "net.HardwareAddr": policy.Personal, "net.Conn": policy.Personal,
	"math/big.Int": policy.Value, "math/big.Float": policy.Value, "math/big.Rat": policy.Value,
	"reflect.Value": policy.Composite, "text/template.Template": policy.Composite, "golang.org/x/oauth2.Token": policy.Secret,
	"crypto/rsa.PrivateKey": policy.Secret, "crypto/ecdsa.PrivateKey": policy.Secret, "crypto/ed25519.PrivateKey": policy.Secret, "crypto/tls.Certificate": policy.Secret,
	"github.com/golang-jwt/jwt/v*.Token": policy.Secret, "github.com/golang-jwt/jwt.Token": policy.Secret,
}

// fhirTypes are the FHIR data types that hold content, whatever package generated them for Go.
var fhirTypes = map[string]policy.Class{
	"Coding": policy.Health, "CodeableConcept": policy.Health, "CodeableReference": policy.Health, "Quantity": policy.Health, "SampledData": policy.Health,
	"Dosage": policy.Health, "Annotation": policy.Health, "Narrative": policy.Health, "Attachment": policy.Health, "Ratio": policy.Health, "Range": policy.Health,
	"HumanName": policy.Personal, "ContactPoint": policy.Personal, "Address": policy.Personal, "ContactDetail": policy.Personal, "RelatedArtifact": policy.Health,
}

// Of says what the type alone decides.
func (ts *Types) Of(t types.Type) Verdict {
	if v, ok := ts.memo[t]; ok {
		return v
	}
	ts.memo[t] = Verdict{} // a recursive type says nothing of itself
	v := ts.of(t)
	ts.memo[t] = v
	return v
}

func (ts *Types) of(t types.Type) Verdict {
	t = types.Unalias(t)
	switch u := t.(type) {
	case *types.Pointer:
		switch v := ts.Of(u.Elem()); {
		case v.Shape == policy.Count && isAtomic(u.Elem()):
			return v
		case v.Class != "" || v.Shape != "":
			return v
		}
		return Verdict{}
	case *types.Named:
		if v := ts.named(u); v != (Verdict{}) {
			return v
		}
	case *types.TypeParam:
		return Verdict{}
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		if isByte(u.Elem()) {
			return Verdict{}
		}
		return ts.element(u.Elem())
	case *types.Array:
		return ts.element(u.Elem())
	case *types.Map:
		k, e := ts.Of(u.Key()), ts.Of(u.Elem())
		if k.Allowed() && e.Allowed() {
			return Verdict{Shape: policy.Allowed, Why: "its keys and values are allowed by type"}
		}
		if e.Class != "" {
			return e
		}
	}
	return Verdict{}
}

func (ts *Types) element(t types.Type) Verdict {
	v := ts.Of(t)
	v.Closed = false
	return v
}

func (ts *Types) named(n *types.Named) Verdict {
	obj := n.Obj()
	name := policy.Split(obj.Name())
	if obj.Pkg() == nil {
		return Verdict{}
	}
	key := Key(n)
	if shape, ok := allowedTypes[key]; ok {
		return Verdict{Shape: shape, Why: "its type is " + typeName(n)}
	}
	if fieldTypes[key] {
		return Verdict{Shape: policy.Judged, Why: "its type is " + typeName(n) + ", judged where it was built"}
	}
	if class, ok := refusedTypes[key]; ok {
		return Verdict{Class: class, Why: "its type is " + typeName(n), Foreign: true}
	}
	if class, word := ts.words.Veto(name); class == policy.Secret && !isBool(n) && !isInteger(n) && !isInterface(n) && !isCode(n) {
		if _, count := ts.closedSet(n); !count {
			return Verdict{Class: class, Why: "its type " + obj.Name() + ` says "` + word + `"`}
		}
	}
	if class, ok := fhirTypes[obj.Name()]; ok && isStruct(n) && (fhirPath(obj.Pkg().Path()) || obj.Name() == "CodeableConcept" || obj.Name() == "HumanName" || obj.Name() == "ContactPoint") {
		return Verdict{Class: class, Why: "its type is the FHIR data type " + obj.Name()}
	}
	if ts.words.Identifies(name) && identifying(n) {
		if class, word := ts.words.Veto(name); class != "" {
			return Verdict{Class: class, Why: "its type " + obj.Name() + ` says "` + word + `"`}
		}
		return Verdict{Shape: policy.Identifier, Why: "its type is " + typeName(n)}
	}
	if strings.HasSuffix(obj.Name(), "Level") && isInteger(n) {
		if members, _ := ts.closedSet(n); members >= 2 {
			return Verdict{Shape: policy.Status, Why: "its type is " + typeName(n) + ", a level", Closed: true}
		}
	}
	if members, ok := ts.closedSet(n); ok {
		_ = members
		return Verdict{Shape: policy.Status, Why: "its type " + typeName(n) + " is a closed set", Closed: true}
	}
	return Verdict{}
}

// closedSet counts the constants declared of exactly the type in its package: with two or more, it is a closed set.
func (ts *Types) closedSet(n *types.Named) (int, bool) {
	b, ok := n.Underlying().(*types.Basic)
	if !ok || b.Info()&(types.IsInteger|types.IsString) == 0 {
		return 0, false
	}
	pkg := n.Obj().Pkg()
	counts, ok := ts.closed[pkg]
	if !ok {
		counts = map[*types.TypeName]int{}
		scope := pkg.Scope()
		for _, name := range scope.Names() {
			if c, ok := scope.Lookup(name).(*types.Const); ok {
				if cn, ok := types.Unalias(c.Type()).(*types.Named); ok && cn.Obj().Pkg() == pkg {
					counts[cn.Obj()]++
				}
			}
		}
		ts.closed[pkg] = counts
	}
	k := counts[n.Obj()]
	return k, k >= 2
}

// Field reports whether the type is a ready-made field of some logger, or a slice of them.
func (ts *Types) Field(t types.Type) bool {
	for {
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			t = u.Elem()
			continue
		case *types.Slice:
			t = u.Elem()
			continue
		case *types.Named:
			return fieldTypes[Key(u)]
		}
		return false
	}
}

// Key is the table key of a named type: its path and name, a major version in the path as v*.
func Key(n *types.Named) string {
	if n.Obj().Pkg() == nil {
		return n.Obj().Name()
	}
	return AnyMajor(n.Obj().Pkg().Path()) + "." + n.Obj().Name()
}

// AnyMajor replaces a path's major version element (v2, v5) by v*.
func AnyMajor(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		if i > 0 && len(p) >= 2 && p[0] == 'v' && strings.Trim(p[1:], "0123456789") == "" {
			parts[i] = "v*"
			return strings.Join(parts, "/")
		}
	}
	return path
}

func fhirPath(path string) bool {
	p := strings.ToLower(path)
	return strings.Contains(p, "fhir") || strings.Contains(p, "hl7") || strings.Contains(p, "openehr")
}

func identifying(n *types.Named) bool {
	switch u := n.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsInteger|types.IsString) != 0
	case *types.Array:
		b, ok := u.Elem().Underlying().(*types.Basic)
		return ok && b.Info()&types.IsInteger != 0
	case *types.Slice:
		return isByte(u.Elem())
	}
	return false
}

func isAtomic(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync/atomic"
}

func isBool(n *types.Named) bool {
	b, ok := n.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

func isInteger(n *types.Named) bool {
	b, ok := n.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

func isInterface(n *types.Named) bool { return types.IsInterface(n) }

func isStruct(n *types.Named) bool { _, ok := n.Underlying().(*types.Struct); return ok }

// isCode reports whether values of the type are code rather than data: a TokenService is no token.
func isCode(n *types.Named) bool {
	switch u := n.Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Struct:
		return u.NumFields() == 0
	}
	return false
}

func isByte(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Byte
}

func typeName(n *types.Named) string {
	if n.Obj().Pkg() == nil {
		return n.Obj().Name()
	}
	return n.Obj().Pkg().Name() + "." + n.Obj().Name()
}

// IsError reports whether values of the type are errors.
func IsError(t types.Type) bool {
	if t == nil {
		return false
	}
	return types.Implements(t, errorType) || !types.IsInterface(t) && types.Implements(types.NewPointer(t), errorType)
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// Basic says which kind of name-vouched value the type is: an integer, float, string or bool, behind at most one
// pointer, or a slice or array of them.
func Basic(t types.Type) policy.Basic {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		if isByte(u.Elem()) {
			return policy.Other
		}
		t = u.Elem()
	case *types.Array:
		t = u.Elem()
	}
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return policy.Other
	}
	switch info := b.Info(); {
	case info&types.IsInteger != 0:
		return policy.Integer
	case info&types.IsFloat != 0:
		return policy.Float
	case info&types.IsString != 0:
		return policy.String
	case info&types.IsBoolean != 0:
		return policy.Bool
	case info&types.IsComplex != 0:
		return policy.Complex
	}
	return policy.Other
}

// Tag returns the directive that a struct tag carries: phi:"…" or Kubernetes' datapolicy:"…".
func Tag(tag string) (string, bool) {
	st := reflect.StructTag(tag)
	for _, k := range []string{"phi", "datapolicy"} {
		if v, ok := st.Lookup(k); ok && v != "-" && v != "" {
			return k + `:"` + v + `"`, true
		}
	}
	return "", false
}
