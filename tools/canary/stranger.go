package canarycheck

import (
	"context"
	"net/http"

	"github.com/seed-a76b335c/philint/internal/web"
)

// stranger asks all that can be asked as another person: none of what comes back may have a word of the first one's record,
// nor of what the others asked. Each answer is collected where it is sent.
func (d *Driver) stranger(ctx context.Context) {
	var tasks []func()
	for _, r := range web.Routes() {
		for _, q := range goodQueries[r.Path] {
			target := r.Path
			if q != "" {
				target += "?" + q
			}
			tasks = append(tasks, func() {
				if r := d.send(ctx, request{who: other, target: target}); r.status != 200 {
					d.fault("another person's %s: %d", target, r.status)
				}
			})
		}
	}
	for _, method := range []string{"tools/list", "prompts/list", "resources/list"} {
		tasks = append(tasks, func() { d.ask(ctx, message{who: other, method: method}) })
	}
	for _, t := range d.offer.Tools {
		for _, args := range goodCalls[t.Name] {
			tasks = append(tasks, func() {
				d.ask(ctx, message{who: other, method: "tools/call", params: `"name":"` + t.Name + `","arguments":` + args})
			})
		}
	}
	for _, r := range d.offer.Resources {
		tasks = append(tasks, func() { d.ask(ctx, message{who: other, method: "resources/read", params: `"uri":"` + r.URI + `"`}) })
	}
	each(ctx, tasks)
}

// metrics collects what is counted.
func (d *Driver) metrics(ctx context.Context) {
	at := d.target.Metrics()
	if at == "" {
		d.fault("there are no metrics to look at")
		return
	}
	body, status := send(ctx, http.MethodGet, at)
	if status != 200 || len(body) < 1000 {
		d.fault("metrics: %d", status)
		return
	}
	d.collect("metrics", body)
	d.Covered.Good(Route, "/metrics")
	if r, status := send(ctx, http.MethodPost, at+"/"+d.word(inPath)+"?"+d.word(inQuery)); status < 400 {
		d.fault("metrics are answered to what they do not take: %d", status)
	} else {
		d.Covered.Bad(Route, "/metrics")
		d.target.Answer("refusals", r)
	}
}

// end tells the server to end while it answers, and asks it until it is gone.
func (d *Driver) end(ctx context.Context) {
	done := make(chan int, 3)
	for range 3 {
		go func() {
			q := request{who: own, target: "/api/v1/journal", headers: d.asking("store.find/slow"), once: true}
			done <- d.send(ctx, q).status
		}()
	}
	sleep(ctx, 300)
	if err := d.target.Stop(ctx); err != nil {
		d.fault("the server did not end as it was told: %v", err)
	}
	answered := 0
	for range 3 {
		if <-done == 200 {
			answered++
		}
	}
	d.Covered.Good(Command, "serve")
	if answered == 0 {
		d.fault("nothing that was under way when the server was told to end was answered")
	}
}
