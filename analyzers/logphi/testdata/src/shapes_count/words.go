package shapes_count

import "log"

// Every count word, as the whole name of an integer.
type words struct {
	n         int
	count     int
	counts    int
	len       int
	length    int
	total     int
	size      int
	bytes     int
	rows      int
	cap       int
	capacity  int
	revision  int
	attempt   int
	attempts  int
	retry     int
	retries   int
	index     int
	idx       int
	i         int
	j         int
	k         int
	offset    int
	limit     int
	page      int
	pages     int
	port      int
	depth     int
	level     int
	version   int
	line      int
	lines     int
	chunk     int
	chunks    int
	batch     int
	batches   int
	shard     int
	partition int
	worker    int
	workers   int
	inserted  int
	updated   int
	deleted   int
	skipped   int
	failed    int
	written   int
	scanned   int
	processed int
	changed   int
	fixed     int
	percent   int
	progress  int
	complete  int
}

func whole(w words) {
	log.Print(w.n)
	log.Print(w.count)
	log.Print(w.counts)
	log.Print(w.len)
	log.Print(w.length)
	log.Print(w.total)
	log.Print(w.size)
	log.Print(w.bytes)
	log.Print(w.rows)
	log.Print(w.cap)
	log.Print(w.capacity)
	log.Print(w.revision)
	log.Print(w.attempt)
	log.Print(w.attempts)
	log.Print(w.retry)
	log.Print(w.retries)
	log.Print(w.index)
	log.Print(w.idx)
	log.Print(w.i)
	log.Print(w.j)
	log.Print(w.k)
	log.Print(w.offset)
	log.Print(w.limit)
	log.Print(w.page)
	log.Print(w.pages)
	log.Print(w.port)
	log.Print(w.depth)
	log.Print(w.level)
	log.Print(w.version)
	log.Print(w.line)
	log.Print(w.lines)
	log.Print(w.chunk)
	log.Print(w.chunks)
	log.Print(w.batch)
	log.Print(w.batches)
	log.Print(w.shard)
	log.Print(w.partition)
	log.Print(w.worker)
	log.Print(w.workers)
	log.Print(w.inserted)
	log.Print(w.updated)
	log.Print(w.deleted)
	log.Print(w.skipped)
	log.Print(w.failed)
	log.Print(w.written)
	log.Print(w.scanned)
	log.Print(w.processed)
	log.Print(w.changed)
	log.Print(w.fixed)
	log.Print(w.percent)
	log.Print(w.progress)
	log.Print(w.complete)
}

// Every count word, as the last part of the name.
type parts struct {
	queueCount     int64
	queueCounts    int64
	queueLen       int64
	queueLength    int64
	queueTotal     int64
	queueSize      int64
	queueBytes     int64
	queueRows      int64
	queueCap       int64
	queueCapacity  int64
	queueRevision  int64
	queueAttempt   int64
	queueAttempts  int64
	queueRetry     int64
	queueRetries   int64
	queueIndex     int64
	queueIdx       int64
	queueOffset    int64
	queueLimit     int64
	queuePage      int64
	queuePages     int64
	queuePort      int64
	queueDepth     int64
	queueLevel     int64
	queueVersion   int64
	queueLine      int64
	queueLines     int64
	queueChunk     int64
	queueChunks    int64
	queueBatch     int64
	queueBatches   int64
	queueShard     int64
	queuePartition int64
	queueWorker    int64
	queueWorkers   int64
	queueInserted  int64
	queueUpdated   int64
	queueDeleted   int64
	queueSkipped   int64
	queueFailed    int64
	queueWritten   int64
	queueScanned   int64
	queueProcessed int64
	queueChanged   int64
	queueFixed     int64
	queuePercent   int64
	queueProgress  int64
	queueComplete  int64
}

func last(p parts) {
	log.Printf("%d", p.queueCount)
	log.Printf("%d", p.queueCounts)
	log.Printf("%d", p.queueLen)
	log.Printf("%d", p.queueLength)
	log.Printf("%d", p.queueTotal)
	log.Printf("%d", p.queueSize)
	log.Printf("%d", p.queueBytes)
	log.Printf("%d", p.queueRows)
	log.Printf("%d", p.queueCap)
	log.Printf("%d", p.queueCapacity)
	log.Printf("%d", p.queueRevision)
	log.Printf("%d", p.queueAttempt)
	log.Printf("%d", p.queueAttempts)
	log.Printf("%d", p.queueRetry)
	log.Printf("%d", p.queueRetries)
	log.Printf("%d", p.queueIndex)
	log.Printf("%d", p.queueIdx)
	log.Printf("%d", p.queueOffset)
	log.Printf("%d", p.queueLimit)
	log.Printf("%d", p.queuePage)
	log.Printf("%d", p.queuePages)
	log.Printf("%d", p.queuePort)
	log.Printf("%d", p.queueDepth)
	log.Printf("%d", p.queueLevel)
	log.Printf("%d", p.queueVersion)
	log.Printf("%d", p.queueLine)
	log.Printf("%d", p.queueLines)
	log.Printf("%d", p.queueChunk)
	log.Printf("%d", p.queueChunks)
	log.Printf("%d", p.queueBatch)
	log.Printf("%d", p.queueBatches)
	log.Printf("%d", p.queueShard)
	log.Printf("%d", p.queuePartition)
	log.Printf("%d", p.queueWorker)
	log.Printf("%d", p.queueWorkers)
	log.Printf("%d", p.queueInserted)
	log.Printf("%d", p.queueUpdated)
	log.Printf("%d", p.queueDeleted)
	log.Printf("%d", p.queueSkipped)
	log.Printf("%d", p.queueFailed)
	log.Printf("%d", p.queueWritten)
	log.Printf("%d", p.queueScanned)
	log.Printf("%d", p.queueProcessed)
	log.Printf("%d", p.queueChanged)
	log.Printf("%d", p.queueFixed)
	log.Printf("%d", p.queuePercent)
	log.Printf("%d", p.queueProgress)
	log.Printf("%d", p.queueComplete)
}

// The same words do not vouch for a string.
type texts struct {
	count     string
	counts    string
	len       string
	length    string
	total     string
	size      string
	bytes     string
	rows      string
	cap       string
	capacity  string
	revision  string
	attempt   string
	attempts  string
	retry     string
	retries   string
	index     string
	idx       string
	offset    string
	limit     string
	page      string
	pages     string
	port      string
	depth     string
	level     string
	version   string
	line      string
	lines     string
	chunk     string
	chunks    string
	batch     string
	batches   string
	shard     string
	partition string
	worker    string
	workers   string
	inserted  string
	updated   string
	deleted   string
	skipped   string
	failed    string
	written   string
	scanned   string
	processed string
	changed   string
	fixed     string
	percent   string
	progress  string
	complete  string
}

func strings(t texts) {
	log.Print(t.count)     // want "t\\.count is free-text"
	log.Print(t.counts)    // want "t\\.counts is free-text"
	log.Print(t.len)       // want "t\\.len is free-text"
	log.Print(t.length)    // want "t\\.length is free-text"
	log.Print(t.total)     // want "t\\.total is free-text"
	log.Print(t.size)      // want "t\\.size is free-text"
	log.Print(t.bytes)     // want "t\\.bytes is free-text"
	log.Print(t.rows)      // want "t\\.rows is free-text"
	log.Print(t.cap)       // want "t\\.cap is free-text"
	log.Print(t.capacity)  // want "t\\.capacity is free-text"
	log.Print(t.revision)  // want "t\\.revision is free-text"
	log.Print(t.attempt)   // want "t\\.attempt is free-text"
	log.Print(t.attempts)  // want "t\\.attempts is free-text"
	log.Print(t.retry)     // want "t\\.retry is free-text"
	log.Print(t.retries)   // want "t\\.retries is free-text"
	log.Print(t.index)     // want "t\\.index is free-text"
	log.Print(t.idx)       // want "t\\.idx is free-text"
	log.Print(t.offset)    // want "t\\.offset is free-text"
	log.Print(t.limit)     // want "t\\.limit is free-text"
	log.Print(t.page)      // want "t\\.page is free-text"
	log.Print(t.pages)     // want "t\\.pages is free-text"
	log.Print(t.port)      // want "t\\.port is free-text"
	log.Print(t.depth)     // want "t\\.depth is free-text"
	log.Print(t.level)     // want "t\\.level is free-text"
	log.Print(t.version)   // want "t\\.version is free-text"
	log.Print(t.line)      // want "t\\.line is free-text"
	log.Print(t.lines)     // want "t\\.lines is free-text"
	log.Print(t.chunk)     // want "t\\.chunk is free-text"
	log.Print(t.chunks)    // want "t\\.chunks is free-text"
	log.Print(t.batch)     // want "t\\.batch is free-text"
	log.Print(t.batches)   // want "t\\.batches is free-text"
	log.Print(t.shard)     // want "t\\.shard is free-text"
	log.Print(t.partition) // want "t\\.partition is free-text"
	log.Print(t.worker)    // want "t\\.worker is free-text"
	log.Print(t.workers)   // want "t\\.workers is free-text"
	log.Print(t.inserted)  // want "t\\.inserted is free-text"
	log.Print(t.updated)   // want "t\\.updated is free-text"
	log.Print(t.deleted)   // want "t\\.deleted is free-text"
	log.Print(t.skipped)   // want "t\\.skipped is free-text"
	log.Print(t.failed)    // want "t\\.failed is free-text"
	log.Print(t.written)   // want "t\\.written is free-text"
	log.Print(t.scanned)   // want "t\\.scanned is free-text"
	log.Print(t.processed) // want "t\\.processed is free-text"
	log.Print(t.changed)   // want "t\\.changed is free-text"
	log.Print(t.fixed)     // want "t\\.fixed is free-text"
	log.Print(t.percent)   // want "t\\.percent is free-text"
	log.Print(t.progress)  // want "t\\.progress is free-text"
	log.Print(t.complete)  // want "t\\.complete is free-text"
}
