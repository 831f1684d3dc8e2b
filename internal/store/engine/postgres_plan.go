package engine

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
)

// Values of plan_cache_mode.
const (
	customPlans  = "force_custom_plan"
	genericPlans = "force_generic_plan"
)

// planning decides how the server plans what is read in one statement. Such statements read by key whatever their values
// are, and making a plan takes the server longer than running it: it is made once for a connection and kept.
//
// A plan that is kept is only as good as what the server knew when it made it. Of tables that are new or small it knows
// nothing: there one key is as cheap as another, and a plan may read all of a person's rows, which is found out when they
// have become many. Until the table that nearly everything is read from has statistics, and is large enough that they tell,
// plans are made each time. After that the server makes them anew by itself whenever it takes statistics again.
type planning struct {
	given   string // by the connection string; then it is that
	settled atomic.Bool
	looked  atomic.Int64 // when, in nanoseconds
}

// Where planTable has fewer rows, plans are made each time; it is looked at again after a while.
const (
	planTable = "observation"
	planRows  = 10_000
	planAgain = 5 * time.Second
)

// mode is the plan_cache_mode for one statement on a connection.
func (p *planning) mode(ctx context.Context, c *pgx.Conn) string {
	switch {
	case p.given != "":
		return p.given
	case p.settled.Load():
		return genericPlans
	}
	now, last := time.Now().UnixNano(), p.looked.Load()
	if now-last < int64(planAgain) || !p.looked.CompareAndSwap(last, now) {
		return customPlans
	}
	var settled bool
	// A server that cannot say it makes its plans each time.
	err := c.QueryRow(ctx, `SELECT reltuples >= $1 AND pg_stat_get_analyze_count(oid) + pg_stat_get_autoanalyze_count(oid) > 0
FROM pg_catalog.pg_class WHERE oid = to_regclass($2)`, float64(planRows), planTable).Scan(&settled)
	if err != nil || !settled {
		return customPlans
	}
	p.settled.Store(true)
	return genericPlans
}

// setPersonAndPlans is setPerson for a transaction of one query. A plan that is kept does not read a whole table: one that
// has next to no rows yet, as that of what is superseded, may get many before its plans are made anew.
const setPersonAndPlans = "SELECT set_config('app.person', $1, true), set_config('plan_cache_mode', $2, true), set_config('enable_seqscan', CASE WHEN $2 = '" + genericPlans + "' THEN 'off' ELSE current_setting('enable_seqscan') END, true)"
