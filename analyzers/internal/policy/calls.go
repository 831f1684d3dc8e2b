package policy

import (
	"strings"
	"sync"
)

// An Effect says what the results of a known function are, seen from its arguments.
type Effect struct {
	Shape Shape // allowed, whatever the arguments
	Class Class // refused, whatever the arguments
	// Through lists the arguments the first result is made of; -1 is the receiver. Empty with Rest false: none.
	Through []int
	// Rest also takes every argument from the last one of Through on.
	Rest bool
	// Parse marks a parser: the result's form was checked, so its name may vouch for it.
	Parse bool
	// Marshal marks an encoder: allowed where what it encodes is, else a payload.
	Marshal bool
	Keyed   bool // a look-up by key: the constant key is the value's own name
}

// callRows are functions outside the module under analysis whose results are known. A line is
// "effect: path.Func path.(Recv).Method …"; "/v*" in a path stands for any major version.
const callRows = `
all: fmt.Sprint fmt.Sprintf fmt.Sprintln fmt.Errorf fmt.Append fmt.Appendf fmt.Appendln errors.Join
all: github.com/pkg/errors.Errorf golang.org/x/xerrors.Errorf
all: strings.Join bytes.Join strings.Replace strings.ReplaceAll path.Join path/filepath.Join net/url.JoinPath
all: github.com/pkg/errors.Wrap github.com/pkg/errors.Wrapf github.com/pkg/errors.WithMessage github.com/pkg/errors.WithMessagef
all: github.com/cockroachdb/errors.Wrap github.com/cockroachdb/errors.Wrapf github.com/cockroachdb/errors.Newf
all: slices.Concat net.JoinHostPort
0: errors.New github.com/pkg/errors.New golang.org/x/xerrors.New github.com/cockroachdb/errors.New errors.Unwrap
0: github.com/pkg/errors.Cause github.com/pkg/errors.WithStack github.com/pkg/errors.Unwrap github.com/cockroachdb/errors.WithStack
0: strings.ToLower strings.ToUpper strings.ToTitle strings.Title strings.TrimSpace strings.Trim strings.TrimLeft strings.TrimRight strings.TrimPrefix strings.TrimSuffix
0: strings.TrimFunc strings.Repeat strings.Clone strings.Fields strings.Split strings.SplitN strings.SplitAfter strings.Cut strings.CutPrefix strings.CutSuffix strings.ToValidUTF8
0: strings.NewReader bytes.NewReader bytes.NewBufferString bytes.NewBuffer
0: bytes.ToLower bytes.ToUpper bytes.TrimSpace bytes.Trim bytes.TrimPrefix bytes.TrimSuffix bytes.Clone bytes.Split bytes.Fields
0: strconv.Itoa strconv.FormatInt strconv.FormatUint strconv.FormatFloat strconv.FormatBool strconv.Quote strconv.QuoteToASCII strconv.Unquote
1: strconv.AppendInt strconv.AppendQuote
0: slices.Sorted slices.Collect slices.Values slices.Clone slices.Compact slices.Reverse maps.Keys maps.Values maps.Clone slices.Max slices.Min
0: path.Base path.Dir path.Clean path.Ext path/filepath.Base path/filepath.Dir path/filepath.Clean path/filepath.Ext path/filepath.Abs path/filepath.ToSlash
0: html.EscapeString html.UnescapeString net/url.QueryEscape net/url.PathEscape net/url.QueryUnescape net/url.PathUnescape
0: encoding/hex.EncodeToString crypto/sha256.Sum256 crypto/sha1.Sum crypto/md5.Sum crypto/sha512.Sum512
0: math.Round math.Floor math.Ceil math.Abs math.Trunc unicode.ToUpper unicode.ToLower
0: github.com/aws/aws-sdk-go/aws.String github.com/aws/aws-sdk-go-v2/aws.String github.com/aws/aws-sdk-go-v2/aws.ToString github.com/aws/aws-sdk-go/aws.StringValue
0: k8s.io/utils/ptr.To k8s.io/utils/ptr.Deref k8s.io/utils/pointer.String
-1: time.(Time).Format time.(Time).String time.(Time).Unix time.(Time).UnixNano time.(Time).UnixMilli time.(Time).UnixMicro time.(Time).UTC time.(Time).Local time.(Time).In
-1: time.(Time).Add time.(Time).AddDate time.(Time).Truncate time.(Time).Round time.(Time).Date time.(Time).Clock time.(Time).Year time.(Time).YearDay time.(Time).Day time.(Time).Month time.(Time).Weekday
-1: strings.(Builder).String bytes.(Buffer).String bytes.(Buffer).Bytes error.Error
0: encoding/base64.(Encoding).EncodeToString encoding/base64.(Encoding).DecodeString encoding/base32.(Encoding).EncodeToString strings.(Replacer).Replace

parse: strconv.Atoi strconv.ParseInt strconv.ParseUint strconv.ParseFloat strconv.ParseBool
marshal: encoding/json.Marshal encoding/json.MarshalIndent encoding/xml.Marshal encoding/xml.MarshalIndent google.golang.org/protobuf/proto.Marshal
marshal: google.golang.org/protobuf/encoding/protojson.Marshal google.golang.org/protobuf/encoding/protojson.Format gopkg.in/yaml.v3.Marshal gopkg.in/yaml.v2.Marshal github.com/goccy/go-json.Marshal
marshal: github.com/davecgh/go-spew/spew.Sdump github.com/davecgh/go-spew/spew.Sprint github.com/kr/pretty.Sprint

constant: runtime.Version runtime/debug.ReadBuildInfo runtime.GOROOT
identifier: os.Getpid os.Getppid os.Getuid os.Geteuid os.Getgid github.com/google/uuid.NewString github.com/google/uuid.New github.com/google/uuid.NewRandom
identifier: github.com/hashicorp/go-uuid.GenerateUUID database/sql.(Result).LastInsertId github.com/lithammer/shortuuid/v*.New github.com/jaevor/go-nanoid.Standard
identifier: github.com/go-chi/chi/v*/middleware.GetReqID github.com/go-chi/chi/middleware.GetReqID
count: runtime.NumGoroutine runtime.NumCPU runtime.GOMAXPROCS database/sql.(Result).RowsAffected unicode/utf8.RuneCountInString unicode/utf8.RuneCount unicode/utf8.RuneLen
count: strings.Count strings.Index strings.LastIndex strings.IndexByte bytes.Count bytes.Index bytes.IndexByte slices.Index slices.IndexFunc sort.Search
count: bytes.(Buffer).Len strings.(Builder).Len bytes.(Buffer).Cap strings.(Reader).Len bytes.(Reader).Len bufio.(Reader).Buffered bufio.(Writer).Buffered
count: sync/atomic.LoadInt32 sync/atomic.LoadInt64 sync/atomic.LoadUint32 sync/atomic.LoadUint64 sync/atomic.AddInt32 sync/atomic.AddInt64 sync/atomic.AddUint32 sync/atomic.AddUint64
count: sync/atomic.(Int32).Load sync/atomic.(Int64).Load sync/atomic.(Uint32).Load sync/atomic.(Uint64).Load sync/atomic.(Int32).Add sync/atomic.(Int64).Add sync/atomic.(Uint32).Add sync/atomic.(Uint64).Add
count: io.Copy io.CopyN io.WriteString net/http.(ResponseWriter).Write os.(FileInfo).Size io/fs.(FileInfo).Size reflect.(Value).Len reflect.(Type).NumField reflect.(Type).NumMethod
count: github.com/jackc/pgx/v*/pgconn.(CommandTag).RowsAffected github.com/jackc/pgconn.(CommandTag).RowsAffected
duration: time.Since time.Until time.(Time).Sub
status: net/http.StatusText google.golang.org/grpc/status.Code
flag: errors.Is errors.As strings.Contains strings.ContainsAny strings.ContainsRune strings.HasPrefix strings.HasSuffix strings.EqualFold bytes.Equal bytes.Contains bytes.HasPrefix bytes.EqualFold
flag: slices.Contains slices.ContainsFunc slices.Equal maps.Equal reflect.DeepEqual regexp.(Regexp).MatchString regexp.MatchString os.IsNotExist os.IsExist os.IsPermission os.IsTimeout path/filepath.IsAbs
flag: time.(Time).Before time.(Time).After time.(Time).Equal time.(Time).IsZero sync/atomic.(Bool).Load crypto/subtle.ConstantTimeCompare unicode/utf8.ValidString unicode/utf8.Valid
type-name: reflect.TypeOf reflect.TypeFor runtime.(Func).Name reflect.(Type).String reflect.(Type).Name reflect.(Type).PkgPath reflect.(Kind).String runtime.(Frame).Function
clock: time.Now context.(Context).Deadline

keyed: net/http.(Header).Get net/http.(Header).Values net/url.(Values).Get net/http.(Request).FormValue net/http.(Request).PostFormValue net/http.(Request).PathValue net/http.(Request).Cookie net/textproto.(MIMEHeader).Get
keyed: github.com/gin-gonic/gin.(Context).Param github.com/gin-gonic/gin.(Context).Query github.com/gin-gonic/gin.(Context).DefaultQuery github.com/gin-gonic/gin.(Context).PostForm github.com/gin-gonic/gin.(Context).GetHeader github.com/gin-gonic/gin.(Context).GetQuery
keyed: github.com/labstack/echo/v*.(Context).Param github.com/labstack/echo/v*.(Context).QueryParam github.com/labstack/echo/v*.(Context).FormValue github.com/julienschmidt/httprouter.(Params).ByName
keyed: github.com/gofiber/fiber/v*.(Ctx).Params github.com/gofiber/fiber/v*.(Ctx).Query github.com/gofiber/fiber/v*.(Ctx).FormValue github.com/gofiber/fiber/v*.(Ctx).Get
keyed: github.com/ant0ine/go-json-rest/rest.(Request).PathParam github.com/emicklei/go-restful/v*.(Request).PathParameter github.com/emicklei/go-restful/v*.(Request).QueryParameter
keyed1: github.com/go-chi/chi/v*.URLParam github.com/go-chi/chi.URLParam github.com/go-chi/chi/v*.URLParamFromCtx
payload: github.com/gorilla/mux.Vars net/http.(Request).Cookies net/http.(Request).Referer net/http.(Request).BasicAuth net/http.(Request).Context net/http.(Request).MultipartReader
payload: net/http/httputil.DumpRequest net/http/httputil.DumpRequestOut net/http/httputil.DumpResponse io.ReadAll io/ioutil.ReadAll os.ReadFile io/ioutil.ReadFile
payload: net/url.Parse net/url.ParseRequestURI net/url.ParseQuery os.Getwd os.TempDir os.UserHomeDir os.UserConfigDir os.Executable os.(File).Name os.Readlink
payload: bufio.(Scanner).Text bufio.(Scanner).Bytes bufio.(Reader).ReadString bufio.(Reader).ReadLine bufio.(Reader).ReadBytes regexp.(Regexp).FindString regexp.(Regexp).FindStringSubmatch
payload: os.Environ github.com/gin-gonic/gin.(Context).GetRawData
payload: io/fs.(DirEntry).Name io/fs.(FileInfo).Name os.(FileInfo).Name os.(DirEntry).Name
personal: net/http.(Request).UserAgent github.com/gin-gonic/gin.(Context).ClientIP github.com/labstack/echo/v*.(Context).RealIP net.SplitHostPort net.ParseIP net.LookupHost net.LookupIP net.(Conn).RemoteAddr
type-name: github.com/gin-gonic/gin.(Context).FullPath github.com/labstack/echo/v*.(Context).Path github.com/go-chi/chi/v*.(Context).RoutePattern github.com/gorilla/mux.(Route).GetPathTemplate github.com/gorilla/mux.(Route).GetName
error-text: go.uber.org/zap.Stack go.uber.org/zap.StackSkip runtime/debug.Stack runtime.Stack context.Cause
value: math/rand.Int math/rand.Intn math/rand/v2.IntN math/rand.Float64
`

// fieldRows are struct fields outside the module whose content is known.
const fieldRows = `
payload: net/http.Request.URL net/http.Request.Header net/http.Request.Body net/http.Request.Host net/http.Request.RequestURI net/http.Request.Form net/http.Request.PostForm net/http.Request.Trailer net/http.Request.MultipartForm
payload: net/http.Response.Body net/http.Response.Header net/http.Response.Request net/http.Response.Trailer net/http.Server.Addr
personal: net/http.Request.RemoteAddr mime/multipart.FileHeader.Filename
payload: github.com/aws/aws-lambda-go/events.APIGatewayProxyRequest.PathParameters github.com/aws/aws-lambda-go/events.APIGatewayProxyRequest.QueryStringParameters github.com/aws/aws-lambda-go/events.APIGatewayProxyRequest.Headers github.com/aws/aws-lambda-go/events.APIGatewayProxyRequest.Path
payload: github.com/aws/aws-lambda-go/events.APIGatewayV2HTTPRequest.PathParameters github.com/aws/aws-lambda-go/events.APIGatewayV2HTTPRequest.QueryStringParameters github.com/aws/aws-lambda-go/events.APIGatewayV2HTTPRequest.Headers github.com/aws/aws-lambda-go/events.APIGatewayV2HTTPRequest.RawPath
type-name: github.com/aws/aws-lambda-go/events.APIGatewayProxyRequest.HTTPMethod github.com/aws/aws-lambda-go/events.APIGatewayProxyRequest.Resource github.com/aws/aws-lambda-go/events.APIGatewayV2HTTPRequest.RouteKey
status: net/http.Response.ProtoMajor net/http.Response.ProtoMinor
status: net/http.Response.StatusCode net/http.Response.Status net/http.Request.Proto net/http.Response.Proto net/http.Request.ProtoMajor net/http.Request.ProtoMinor net/http.Request.Close net/url.URL.Scheme
status: google.golang.org/grpc/status.Status.Code
count: net/http.Request.ContentLength net/http.Response.ContentLength mime/multipart.FileHeader.Size
type-name: net/http.Request.Method net/http.Request.Pattern google.golang.org/grpc.UnaryServerInfo.FullMethod google.golang.org/grpc.StreamServerInfo.FullMethod runtime.Frame.Function reflect.StructField.Name reflect.Method.Name
judged: log/slog.Record.Message log/slog.Record.Time log/slog.Record.Level log/slog.Record.PC log/slog.Attr.Key log/slog.Attr.Value go.uber.org/zap/zapcore.Entry.Message go.uber.org/zap/zapcore.Entry.LoggerName go.uber.org/zap/zapcore.Entry.Time
judged: github.com/sirupsen/logrus.Entry.Message github.com/sirupsen/logrus.Entry.Time github.com/sirupsen/logrus.Entry.Data
constant: runtime/debug.BuildInfo.GoVersion runtime/debug.BuildInfo.Path runtime/debug.Module.Version runtime/debug.Module.Path runtime/debug.Module.Sum runtime/debug.BuildSetting.Key runtime/debug.BuildSetting.Value
`

// Calls finds the effect of a function by its key: "path.Func" or "path.(Recv).Method", a major version as v*.
func Calls(key string) (*Effect, bool) {
	e, ok := calls()[key]
	return e, ok
}

// FieldOf finds what a struct field holds by its key: "path.Type.Field".
func FieldOf(key string) (*Effect, bool) {
	e, ok := fields()[key]
	return e, ok
}

var (
	calls  = sync.OnceValue(func() map[string]*Effect { return parseRows(callRows) })
	fields = sync.OnceValue(func() map[string]*Effect { return parseRows(fieldRows) })
)

func parseRows(text string) map[string]*Effect {
	m := map[string]*Effect{}
	for line := range strings.Lines(text) {
		head, names, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			continue
		}
		e := effect(head)
		for _, n := range strings.Fields(names) {
			m[n] = e
			m[strings.ReplaceAll(n, "/v*", "")] = e // the first major version has no element in its path
		}
	}
	return m
}

func effect(head string) *Effect {
	switch head {
	case "all":
		return &Effect{Through: []int{0}, Rest: true}
	case "0":
		return &Effect{Through: []int{0}}
	case "1":
		return &Effect{Through: []int{1}}
	case "-1":
		return &Effect{Through: []int{-1}}
	case "parse":
		return &Effect{Parse: true, Through: []int{0}}
	case "marshal":
		return &Effect{Marshal: true, Through: []int{0}}
	case "keyed":
		return &Effect{Class: Payload, Keyed: true, Through: []int{0}}
	case "keyed1":
		return &Effect{Class: Payload, Keyed: true, Through: []int{1}}
	case "flag":
		return &Effect{Shape: Status}
	}
	for _, s := range []Shape{Constant, Identifier, Count, Duration, Status, TypeName, Clock, Judged} {
		if string(s) == head {
			return &Effect{Shape: s}
		}
	}
	return &Effect{Class: Class(head)}
}
