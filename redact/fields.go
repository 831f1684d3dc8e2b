package redact

import "strings"

// The built-in registry. Each block is the names of one kind and one form of value. A name is here
// when an operator needs it to run a server and its values cannot describe a person: no free text, no
// address, no measured quantity, no name of what was measured.
var builtinFields = []struct {
	kind  Kind
	form  form
	names string
}{
	{KindIdentifier, formDefault, `
		id uid uuid guid oid gid pid tid kid jti ids
		user_id subject_id owner_id actor_id account_id org_id organization_id tenant_id practice_id
		winning_user_id losing_user_id grantor_id grantee_id member_id
		patient_id practitioner_id encounter_id observation_id record_id resource_id document_id
		medication_id prescription_id order_id appointment_id indicator_id series_id set_id plan_id
		course_id dose_id consent_id group_id device_id
		client_id app_id key_id request_id req_id trace_id span_id parent_id parent_span_id correlation_id
		causation_id transaction_id operation_id idempotency_id message_id msg_id conversation_id chat_id
		turn_id thread_id call_id tool_call_id task_id job_id run_id batch_id chunk_id upload_id file_id
		blob_id object_id event_id subscription_id delivery_id webhook_id workflow_id step_id schedule_id
		queue_id worker_id shard_id partition_id node_id pod_id container_id instance_id process_id
		goroutine_id connection_id conn_id lease_id lock_id version_id revision_id commit_id build_id
		release_id migration_id source_id target_id entity_id row_id item_id
		user_ids subject_ids patient_ids record_ids request_ids message_ids task_ids job_ids
		trace.id span.id dd.trace_id dd.span_id w3c_trace_id
		enduser.id service.instance.id messaging.message.id faas.invocation_id gen_ai.response.id
		fingerprint key_fingerprint token_fingerprint secret_fingerprint cert_fingerprint
		digest sha256 checksum etag user_tag subject_tag tag
		commit revision_hash vcs.revision
	`},
	{KindIdentifier, formVersion, `
		version app_version service_version schema_version api_version go_version runtime_version
		build_version protocol_version client_version service.version telemetry.sdk.version
		process.runtime.version otel.scope.version
	`},
	{KindCount, formDefault, `
		n count counts total len length size bytes rows lines chars runes words pages chunks batches
		items entries records events messages files users subjects patients observations series
		attempt attempts max_attempts retry retries index idx offset limit page per_page port depth
		revision seq sequence generation position line column_number
		cap capacity workers worker shards partitions partition shard connections conns goroutines
		open_conns idle_conns in_use idle waiting queued running_count pending_count
		inserted updated deleted skipped failed written read scanned processed changed fixed created_count
		rejected accepted coded decided undecided retracted imported exported matched unmatched
		duplicates dropped ignored sent received acked nacked requeued expired evicted hits misses
		errors warnings findings refused succeeded completed progress percent
		row_count record_count user_count item_count file_count error_count retry_count attempt_count
		message_count event_count chunk_count batch_count page_count param_count arg_count field_count
		indicator_count result_count skipped_count skipped_invalid_count inserted_count updated_count
		deleted_count failed_count token_count tool_count call_count line_count byte_count dropped_count
		num_rows num_items num_workers max_rows max_items max_bytes max_conns min_conns
		size_bytes body_bytes request_bytes response_bytes bytes_in bytes_out bytes_read bytes_written
		content_length body_size request_size response_size file_size upload_size message_size
		queue_length queue_depth queue_size backlog lag rows_affected affected affected_rows
		input_tokens output_tokens total_tokens cached_tokens prompt_tokens completion_tokens max_tokens
		alloc_bytes heap_bytes heap_objects rss_bytes num_gc num_goroutine cpu_count gomaxprocs
		http.request.body.size http.response.body.size http.resend_count
		db.response.returned_rows messaging.batch.message_count gen_ai.usage.input_tokens
		gen_ai.usage.output_tokens server.port process.pid process.parent_pid code.lineno
		code.line.number
	`},
	{KindDuration, formDefault, `
		duration elapsed latency took ttl timeout interval backoff delay wait waited age_of_cache
		uptime idle_time cpu_time queue_time deadline_in retry_after retry_in expires_in max_age
		duration_ns duration_us duration_ms duration_s duration_seconds duration_secs
		elapsed_ns elapsed_us elapsed_ms elapsed_s elapsed_seconds latency_ms latency_us latency_seconds
		took_ms wait_ms waited_ms backoff_ms delay_ms timeout_ms timeout_s timeout_seconds ttl_seconds
		interval_ms interval_seconds uptime_seconds time_cost time_ms response_time response_time_ms
		ms secs seconds minutes hours gc_pause gc_pause_ms
		http.server.request.duration db.client.operation.duration
	`},
	{KindStatus, formDefault, `
		status status_code code http_status http_status_code grpc_code grpc_status exit_code exit_status
		errno signal state phase outcome result verdict level severity log_level finish_reason
		stop_reason reason error_code error_kind error_class old_state new_state old_status new_status
		from_state to_state health readiness priority
		http.response.status_code http.status_code rpc.grpc.status_code otel.status_code
		rpc.response.status_code
	`},
	{KindStatus, formSQLState, `sqlstate sql_state db.response.status_code pg_code`},
	{KindTypeName, formGoType, `
		err error error_type err_type cause cause_type panic panic_type recovered exception_type
		error.type exception.type go_type value_type
	`},
	{KindTypeName, formFunc, `
		func function func_name function_name caller_func stack frames code.function code.function.name
	`},
	{KindTypeName, formSource, `caller source_line`},
	{KindTypeName, formRoute, `route pattern route_pattern http_route http.route endpoint_pattern`},
	{KindTypeName, formMethod, `http_method http.request.method http.method`},
	{KindTypeName, formPath, `path http_path`},
	{KindTypeName, formMedia, `content_type media_type mime_type content_types`},
	{KindTypeName, formLabel, `
		model model_name hostname node pod instance container image service.name service.namespace
		k8s.pod.name k8s.node.name host.name k8s.namespace.name gen_ai.request.model
		gen_ai.response.model cloud.region cloud.availability_zone
	`},
	{KindTypeName, formDefault, `
		component subsystem module package pkg service app application program command cmd subcommand
		logger logger_name job task worker_name queue topic stream channel schedule trigger hook stage step
		handler middleware controller method rpc rpc_method rpc_service mcp_method jsonrpc_method
		operation op action event event_type event_name tool tool_name tool_names provider vendor driver
		engine backend store database db_system db.system db.system.name db.operation db.operation.name
		table column index_name migration collection bucket_class
		kind type class data_type resource_type result_type message_type payload_type content_kind
		type_name class_name struct interface schema format encoding codec compression content_encoding
		protocol scheme transport network tls_version cipher_suite http_version
		mode strategy policy_name algorithm view window_semantics env environment region zone cluster namespace
		goos goarch os arch platform_os
		rpc.system rpc.system.name rpc.method rpc.service messaging.system messaging.operation.type
		network.protocol.name network.transport url.scheme span.kind otel.scope.name otel.library.name
		deployment.environment.name telemetry.sdk.language telemetry.sdk.name faas.trigger
		gen_ai.operation.name gen_ai.provider.name gen_ai.system gen_ai.tool.name mcp.method.name
		process.runtime.name os.type host.arch
	`},
	{KindFlag, formDefault, `
		ok success enabled disabled found done ready valid retryable retrying cached cache_hit created
		exists empty dry_run debug verbose truncated partial complete final first last more has_more
		active alive healthy connected secure tls streaming stream_closed timed_out canceled cancelled
		aborted recovered_ok panicked forced fallback degraded leader readonly read_only new changed_flag
		authenticated authorized allowed denied hijacked reused sampled
	`},
	{KindTime, formDefault, `
		time timestamp ts started started_at start start_time finished finished_at finish end end_time
		ended_at deadline expires expires_at expiry created_at updated_at deleted_at scheduled_at
		enqueued_at received_at sent_at next_run next_run_at last_run last_run_at not_before not_after
		lease_until locked_until retry_at build_time boot_time now
	`},
	{KindGroup, formDefault, `
		http request req response resp rpc_call grpc db_stats db_pool pool mem memory gc runtime process
		build server client user subject account org tenant job_stats task_stats queue_stats stats counts_by
		source metrics limits config_summary health_check checks trace span error_info err_info patient record
		document upload batch import_stats export_stats usage labels meta timing timings gen_ai k8s host
	`},
}

// closedFields are built-in names whose every value is known.
var closedFields = []Field{
	{Name: "log_flags", Kind: KindStatus, Values: []string{"std", "utc"}},
}

func builtin() *Registry {
	r := new(Registry)
	s := new(snapshot).clone(800)
	add := func(f Field) {
		if err := s.add(f); err != nil {
			panic(err) // a mistake in the tables above: no program can start with it
		}
	}
	for _, b := range builtinFields {
		for _, name := range strings.Fields(b.names) {
			add(Field{Name: name, Kind: b.kind, form: b.form})
		}
	}
	for _, f := range closedFields {
		add(f)
	}
	r.snap.Store(s)
	return r
}
