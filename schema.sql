-- Generated from the migrations; never edited by hand.

create table audit_events (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  organization_id bigint,
  department_id bigint,
  actor text not null,
  token_id bigint,
  user_id bigint,
  address text,
  action text not null,
  target text,
  target_id bigint,
  target_name text,
  detail jsonb not null default '{}'::jsonb,
  constraint audit_events_action_check CHECK (((length(action) >= 1) AND (length(action) <= 60))),
  constraint audit_events_actor_check CHECK ((actor = ANY (ARRAY['token'::text, 'user'::text, 'command line'::text, 'stranger'::text]))),
  constraint audit_events_address_check CHECK ((length(address) <= 100)),
  constraint audit_events_check CHECK (((department_id IS NULL) OR (organization_id IS NOT NULL))),
  constraint audit_events_check1 CHECK (((actor = 'token'::text) = (token_id IS NOT NULL))),
  constraint audit_events_check2 CHECK (
CASE actor
    WHEN 'user'::text THEN (user_id IS NOT NULL)
    WHEN 'token'::text THEN true
    ELSE (user_id IS NULL)
END),
  constraint audit_events_check3 CHECK (((target IS NULL) = ((target_id IS NULL) AND (target_name IS NULL)))),
  constraint audit_events_detail_check CHECK (((jsonb_typeof(detail) = 'object'::text) AND (length((detail)::text) <= 10000))),
  constraint audit_events_pkey PRIMARY KEY (id),
  constraint audit_events_target_check CHECK ((length(target) <= 60)),
  constraint audit_events_target_name_check CHECK ((length(target_name) <= 200))
);
CREATE INDEX audit_events_at ON public.audit_events USING btree (at);
CREATE INDEX audit_events_newest ON public.audit_events USING btree (organization_id, id DESC);
CREATE TRIGGER audit_append_only BEFORE DELETE OR UPDATE ON public.audit_events FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON public.audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
alter table audit_events enable row level security;
create policy append on audit_events for insert to turnus_gateway with check ((actor <> 'command line'::text) AND ((organization_id IS NULL) OR ((organization_id = turnus_organization()) AND ((turnus_department() IS NULL) OR (department_id = turnus_department())))));
create policy organization on audit_events for select to turnus_gateway using ((organization_id = turnus_organization()) AND (turnus_department() IS NULL));
grant select on audit_events to turnus_gateway;
grant insert (organization_id, department_id, actor, token_id, user_id, address, action, target, target_id, target_name, detail) on audit_events to turnus_gateway;

create table callback_origins (
  department_id bigint not null,
  origin text not null,
  put_off_until timestamp with time zone,
  put_offs integer not null default 0,
  failures integer not null default 0,
  tried_at timestamp with time zone not null,
  succeeded_at timestamp with time zone,
  failed_at timestamp with time zone,
  status integer,
  error text,
  constraint callback_origins_department_id_fkey FOREIGN KEY (department_id) REFERENCES departments(id) ON DELETE CASCADE,
  constraint callback_origins_failures_check CHECK ((failures >= 0)),
  constraint callback_origins_pkey PRIMARY KEY (department_id, origin),
  constraint callback_origins_put_offs_check CHECK ((put_offs >= 0))
);
CREATE INDEX callback_origins_tried ON public.callback_origins USING btree (tried_at);
alter table callback_origins enable row level security;
create policy department on callback_origins to turnus_gateway using (department_id = turnus_department());
grant select on callback_origins to turnus_gateway;

create table deliveries (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  department_id bigint not null,
  job_id bigint not null,
  type text not null,
  message_id text not null,
  url text not null,
  header_name text,
  header_value bytea,
  body bytea,
  state text not null default 'PENDING'::text,
  tries integer not null default 0,
  created_at timestamp with time zone not null default now(),
  next_try_at timestamp with time zone default now(),
  ended_at timestamp with time zone,
  origin text not null,
  queue_number integer not null default 1,
  constraint deliveries_check CHECK (((state = 'PENDING'::text) = (ended_at IS NULL))),
  constraint deliveries_check1 CHECK (((state <> 'PENDING'::text) OR (body IS NOT NULL))),
  constraint deliveries_department_id_job_id_fkey FOREIGN KEY (department_id, job_id) REFERENCES jobs(department_id, id),
  constraint deliveries_message_id_key UNIQUE (message_id),
  constraint deliveries_pkey PRIMARY KEY (id),
  constraint deliveries_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'GIVEN_UP'::text, 'CANCELLED'::text]))),
  constraint deliveries_tries_check CHECK ((tries >= 0)),
  constraint deliveries_type_check CHECK ((type = ANY (ARRAY['schedule.solved'::text, 'schedule.failed'::text])))
);
CREATE INDEX deliveries_job ON public.deliveries USING btree (job_id);
CREATE INDEX deliveries_newest ON public.deliveries USING btree (department_id, id DESC);
CREATE INDEX deliveries_pending ON public.deliveries USING btree (department_id, origin) WHERE (state = 'PENDING'::text);
alter table deliveries enable row level security;
create policy department on deliveries to turnus_gateway using (department_id = turnus_department());
grant select, update on deliveries to turnus_gateway;

create table delivery_attempts (
  id bigint not null generated always as identity,
  department_id bigint not null,
  delivery_id bigint not null,
  number integer not null,
  started_at timestamp with time zone not null,
  duration_ms integer not null,
  status integer,
  error text,
  answer text,
  next_try_at timestamp with time zone,
  constraint delivery_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE,
  constraint delivery_attempts_delivery_id_number_key UNIQUE (delivery_id, number),
  constraint delivery_attempts_number_check CHECK ((number > 0)),
  constraint delivery_attempts_pkey PRIMARY KEY (id)
);
alter table delivery_attempts enable row level security;
create policy department on delivery_attempts to turnus_gateway using (department_id = turnus_department());
grant select on delivery_attempts to turnus_gateway;

create table departments (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  name text not null,
  signing_secret bytea not null,
  created_at timestamp with time zone not null default now(),
  turn bigint not null default 0,
  previous_signing_secret bytea,
  previous_secret_until timestamp with time zone,
  priority_names jsonb not null default '{}'::jsonb,
  constraint departments_check CHECK (((previous_signing_secret IS NULL) = (previous_secret_until IS NULL))),
  constraint departments_name_check CHECK (((name <> ''::text) AND (length(name) <= 200))),
  constraint departments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint departments_organization_id_id_key UNIQUE (organization_id, id),
  constraint departments_organization_id_name_key UNIQUE (organization_id, name),
  constraint departments_pkey PRIMARY KEY (id),
  constraint departments_priority_names_check CHECK (((jsonb_typeof(priority_names) = 'object'::text) AND (length((priority_names)::text) <= 2000)))
);
alter table departments enable row level security;
create policy organization on departments to turnus_gateway using ((organization_id = turnus_organization()) AND ((turnus_department() IS NULL) OR (id = turnus_department())));
grant insert on departments to turnus_gateway;
grant select (id, organization_id, name, created_at, priority_names) on departments to turnus_gateway;
grant update (priority_names) on departments to turnus_gateway;

create table employee_links (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  department_id bigint not null,
  plan_id bigint not null,
  employee text not null,
  hash bytea not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint employee_links_department_id_plan_id_fkey FOREIGN KEY (department_id, plan_id) REFERENCES plans(department_id, id) ON DELETE CASCADE,
  constraint employee_links_employee_check CHECK ((length(employee) <= 400)),
  constraint employee_links_hash_check CHECK ((length(hash) = 32)),
  constraint employee_links_hash_key UNIQUE (hash),
  constraint employee_links_pkey PRIMARY KEY (id)
);
CREATE INDEX employee_links_plan ON public.employee_links USING btree (plan_id, id DESC);
alter table employee_links enable row level security;
create policy department on employee_links to turnus_gateway using (department_id = turnus_department());
grant insert, select on employee_links to turnus_gateway;
grant update (revoked_at) on employee_links to turnus_gateway;

create table helping_searches (
  id uuid not null,
  job_id bigint not null,
  attempt integer not null,
  node text not null,
  threads integer not null,
  leased_until timestamp with time zone not null,
  roster bytea,
  score bigint[],
  bound bigint[],
  constraint helping_searches_bound_check CHECK ((cardinality(bound) = 4)),
  constraint helping_searches_check CHECK (((roster IS NULL) = (score IS NULL))),
  constraint helping_searches_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id) ON DELETE CASCADE,
  constraint helping_searches_pkey PRIMARY KEY (id),
  constraint helping_searches_score_check CHECK ((cardinality(score) = 4)),
  constraint helping_searches_threads_check CHECK ((threads >= 1))
);
CREATE INDEX helping_searches_of_job ON public.helping_searches USING btree (job_id);

create table jobs (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  department_id bigint not null,
  token_id bigint,
  state text not null default 'QUEUED'::text,
  attempt integer not null default 0,
  handed_back integer not null default 0,
  node text,
  leased_until timestamp with time zone,
  stop_requested_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  erased_at timestamp with time zone,
  document bytea,
  document_bytes integer not null,
  employees integer not null default 0,
  shifts integer not null default 0,
  max_seconds integer not null,
  priority integer not null default 0,
  warnings jsonb not null default '[]'::jsonb,
  callback_url text,
  callback_header_name text,
  callback_header_value bytea,
  idempotency_key text,
  request_hash bytea not null,
  revision integer not null default 0,
  roster bytea,
  score bigint[],
  bound bigint[],
  gap double precision,
  moves bigint not null default 0,
  solve_ms bigint not null default 0,
  improved_at timestamp with time zone,
  solution bytea,
  stop_reason text,
  failure_reason text,
  traceparent text,
  no_bound_reason text,
  name text,
  reference text,
  labels jsonb not null default '{}'::jsonb,
  bound_leaves_out text[] not null default '{}'::text[],
  based_on bigint,
  constraint jobs_attempt_check CHECK ((attempt >= 0)),
  constraint jobs_bound_check CHECK ((cardinality(bound) = 4)),
  constraint jobs_check CHECK (((handed_back >= 0) AND (handed_back <= attempt))),
  constraint jobs_check1 CHECK (((state = 'SOLVED'::text) = (stop_reason IS NOT NULL))),
  constraint jobs_check2 CHECK (((state = 'FAILED'::text) = (failure_reason IS NOT NULL))),
  constraint jobs_check3 CHECK (((state = ANY (ARRAY['SOLVED'::text, 'FAILED'::text, 'CANCELLED'::text])) = (ended_at IS NOT NULL))),
  constraint jobs_check4 CHECK (((leased_until IS NULL) OR (state = 'SOLVING'::text))),
  constraint jobs_check5 CHECK (((state <> 'SOLVED'::text) OR (solution IS NOT NULL) OR (erased_at IS NOT NULL))),
  constraint jobs_check6 CHECK (((erased_at IS NULL) OR ((document IS NULL) AND (roster IS NULL) AND (solution IS NULL) AND (callback_header_value IS NULL)))),
  constraint jobs_check7 CHECK (((no_bound_reason IS NULL) OR ((state = 'SOLVED'::text) AND (bound IS NULL)))),
  constraint jobs_department_id_id_key UNIQUE (department_id, id),
  constraint jobs_idempotency_key_check CHECK ((length(idempotency_key) <= 255)),
  constraint jobs_max_seconds_check CHECK ((max_seconds > 0)),
  constraint jobs_organization_id_department_id_fkey FOREIGN KEY (organization_id, department_id) REFERENCES departments(organization_id, id),
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_score_check CHECK ((cardinality(score) = 4)),
  constraint jobs_state_check CHECK ((state = ANY (ARRAY['QUEUED'::text, 'SOLVING'::text, 'SOLVED'::text, 'FAILED'::text, 'CANCELLED'::text]))),
  constraint jobs_stop_reason_check CHECK ((stop_reason = ANY (ARRAY['OPTIMAL'::text, 'TIME_LIMIT'::text, 'CONVERGED'::text, 'STOPPED'::text]))),
  constraint jobs_token_id_fkey FOREIGN KEY (token_id) REFERENCES tokens(id) ON DELETE SET NULL
);
CREATE INDEX jobs_based_on ON public.jobs USING btree (department_id, based_on, id DESC) WHERE (based_on IS NOT NULL);
CREATE INDEX jobs_claimable ON public.jobs USING btree (department_id, priority DESC, id) WHERE ((leased_until IS NULL) AND (state = ANY (ARRAY['QUEUED'::text, 'SOLVING'::text])));
CREATE INDEX jobs_ended ON public.jobs USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE UNIQUE INDEX jobs_idempotency ON public.jobs USING btree (department_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX jobs_leased ON public.jobs USING btree (leased_until) WHERE (leased_until IS NOT NULL);
CREATE INDEX jobs_newest ON public.jobs USING btree (department_id, id DESC) WHERE (erased_at IS NULL);
CREATE INDEX jobs_reference ON public.jobs USING btree (department_id, reference, id DESC) WHERE (reference IS NOT NULL);
CREATE INDEX jobs_running ON public.jobs USING btree (department_id) WHERE (leased_until IS NOT NULL);
CREATE INDEX jobs_token ON public.jobs USING btree (token_id) WHERE (token_id IS NOT NULL);
CREATE INDEX jobs_waiting ON public.jobs USING btree (department_id) WHERE (state = 'QUEUED'::text);
CREATE TRIGGER job_state_change BEFORE UPDATE ON public.jobs FOR EACH ROW WHEN (((old.state <> new.state) AND ((((((old.state <> 'QUEUED'::text) OR (new.state <> 'SOLVING'::text)) AND ((old.state <> 'QUEUED'::text) OR (new.state <> 'CANCELLED'::text))) AND ((old.state <> 'SOLVING'::text) OR (new.state <> 'SOLVED'::text))) AND ((old.state <> 'SOLVING'::text) OR (new.state <> 'FAILED'::text))) AND ((old.state <> 'SOLVING'::text) OR (new.state <> 'CANCELLED'::text))))) EXECUTE FUNCTION refuse_job_state_change();
alter table jobs enable row level security;
create policy department on jobs to turnus_gateway using (department_id = turnus_department());
grant insert, select, update on jobs to turnus_gateway;

create table login_windows (
  subject bytea not null,
  started_at timestamp with time zone not null,
  attempts integer not null,
  constraint login_windows_attempts_check CHECK ((attempts >= 0)),
  constraint login_windows_pkey PRIMARY KEY (subject),
  constraint login_windows_subject_check CHECK ((length(subject) = 32))
);
CREATE INDEX login_windows_started ON public.login_windows USING btree (started_at);
grant insert, select, update on login_windows to turnus_gateway;

create table memberships (
  organization_id bigint not null,
  user_id bigint not null,
  department_id bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint memberships_organization_id_department_id_fkey FOREIGN KEY (organization_id, department_id) REFERENCES departments(organization_id, id),
  constraint memberships_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE,
  constraint memberships_pkey PRIMARY KEY (user_id, department_id)
);
CREATE INDEX memberships_department ON public.memberships USING btree (department_id);
alter table memberships enable row level security;
create policy organization on memberships to turnus_gateway using ((organization_id = turnus_organization()) AND (turnus_department() IS NULL));
grant delete, insert, select on memberships to turnus_gateway;

create table migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);

create table nodes (
  id uuid not null,
  name text not null,
  roles text[] not null,
  version text not null,
  threads integer not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null default now(),
  key_name text,
  constraint nodes_key_name_check CHECK ((key_name ~ '^[0-9a-f]{8}$'::text)),
  constraint nodes_name_check CHECK ((name <> ''::text)),
  constraint nodes_pkey PRIMARY KEY (id),
  constraint nodes_roles_check CHECK (((cardinality(roles) > 0) AND (roles <@ ARRAY['gateway'::text, 'solver'::text, 'dispatcher'::text]))),
  constraint nodes_threads_check CHECK ((threads >= 0))
);
CREATE INDEX nodes_seen ON public.nodes USING btree (seen_at);
grant select (id, name, roles, version, threads, started_at, seen_at) on nodes to turnus_gateway;

create table organizations (
  id bigint not null generated always as identity,
  name text not null,
  created_at timestamp with time zone not null default now(),
  constraint organizations_name_check CHECK (((name <> ''::text) AND (length(name) <= 200))),
  constraint organizations_name_key UNIQUE (name),
  constraint organizations_pkey PRIMARY KEY (id)
);
alter table organizations enable row level security;
create policy organization on organizations to turnus_gateway using (id = turnus_organization());
grant select on organizations to turnus_gateway;

create table plan_publications (
  id bigint not null generated always as identity,
  department_id bigint not null,
  plan_id bigint not null,
  version integer not null,
  author text not null,
  published_at timestamp with time zone not null default now(),
  constraint plan_publications_department_id_plan_id_fkey FOREIGN KEY (department_id, plan_id) REFERENCES plans(department_id, id) ON DELETE CASCADE,
  constraint plan_publications_pkey PRIMARY KEY (id)
);
CREATE INDEX plan_publications_plan ON public.plan_publications USING btree (plan_id, id DESC);
alter table plan_publications enable row level security;
create policy department on plan_publications to turnus_gateway using (department_id = turnus_department());
grant insert, select on plan_publications to turnus_gateway;

create table plan_requests (
  department_id bigint not null,
  plan_id bigint not null,
  job_id bigint not null,
  version integer not null,
  constraint plan_requests_department_id_job_id_fkey FOREIGN KEY (department_id, job_id) REFERENCES jobs(department_id, id) ON DELETE CASCADE,
  constraint plan_requests_department_id_plan_id_fkey FOREIGN KEY (department_id, plan_id) REFERENCES plans(department_id, id) ON DELETE CASCADE,
  constraint plan_requests_pkey PRIMARY KEY (plan_id, job_id)
);
CREATE INDEX plan_requests_job ON public.plan_requests USING btree (job_id);
alter table plan_requests enable row level security;
create policy department on plan_requests to turnus_gateway using (department_id = turnus_department());
grant insert, select on plan_requests to turnus_gateway;

create table plan_versions (
  id bigint not null generated always as identity,
  department_id bigint not null,
  plan_id bigint not null,
  number integer not null,
  author text not null,
  source text not null,
  note text not null default ''::text,
  accepted_job_id bigint,
  content bytea not null,
  content_bytes integer not null,
  employees integer not null,
  shifts integer not null,
  errors integer not null,
  warnings integer not null,
  created_at timestamp with time zone not null default now(),
  constraint plan_versions_department_id_plan_id_fkey FOREIGN KEY (department_id, plan_id) REFERENCES plans(department_id, id) ON DELETE CASCADE,
  constraint plan_versions_note_check CHECK ((length(note) <= 1000)),
  constraint plan_versions_number_check CHECK ((number > 0)),
  constraint plan_versions_pkey PRIMARY KEY (id),
  constraint plan_versions_plan_id_number_key UNIQUE (plan_id, number),
  constraint plan_versions_source_check CHECK ((source = ANY (ARRAY['EDITED'::text, 'ACCEPTED'::text])))
);
CREATE INDEX plan_versions_bytes ON public.plan_versions USING btree (department_id) INCLUDE (content_bytes);
alter table plan_versions enable row level security;
create policy department on plan_versions to turnus_gateway using (department_id = turnus_department());
grant delete, insert, select on plan_versions to turnus_gateway;

create table plans (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  department_id bigint not null,
  name text not null,
  note text not null default ''::text,
  version integer not null,
  published integer,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  archived_at timestamp with time zone,
  constraint plans_department_id_id_key UNIQUE (department_id, id),
  constraint plans_name_check CHECK (((name <> ''::text) AND (length(name) <= 200))),
  constraint plans_note_check CHECK ((length(note) <= 1000)),
  constraint plans_organization_id_department_id_fkey FOREIGN KEY (organization_id, department_id) REFERENCES departments(organization_id, id),
  constraint plans_pkey PRIMARY KEY (id),
  constraint plans_version_check CHECK ((version > 0))
);
CREATE INDEX plans_newest ON public.plans USING btree (department_id, id DESC);
alter table plans enable row level security;
create policy department on plans to turnus_gateway using (department_id = turnus_department());
grant delete, insert, select on plans to turnus_gateway;
grant update (name, note, version, published, updated_at, archived_at) on plans to turnus_gateway;

create table progress_points (
  department_id bigint not null,
  job_id bigint not null,
  step integer not null,
  solve_ms bigint not null,
  score bigint[] not null,
  bound bigint[],
  constraint progress_points_bound_check CHECK ((cardinality(bound) = 4)),
  constraint progress_points_department_id_job_id_fkey FOREIGN KEY (department_id, job_id) REFERENCES jobs(department_id, id) ON DELETE CASCADE,
  constraint progress_points_pkey PRIMARY KEY (job_id, step),
  constraint progress_points_score_check CHECK ((cardinality(score) = 4)),
  constraint progress_points_solve_ms_check CHECK ((solve_ms >= 0)),
  constraint progress_points_step_check CHECK ((step >= 0))
);
alter table progress_points enable row level security;
create policy department on progress_points to turnus_gateway using (department_id = turnus_department());
grant select on progress_points to turnus_gateway;

create table tokens (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  department_id bigint not null,
  user_id bigint,
  name text not null default ''::text,
  hash bytea not null,
  scopes text[] not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  replaces bigint,
  constraint tokens_hash_check CHECK ((length(hash) = 32)),
  constraint tokens_hash_key UNIQUE (hash),
  constraint tokens_name_check CHECK ((length(name) <= 200)),
  constraint tokens_organization_id_department_id_fkey FOREIGN KEY (organization_id, department_id) REFERENCES departments(organization_id, id),
  constraint tokens_pkey PRIMARY KEY (id),
  constraint tokens_replaces_fkey FOREIGN KEY (replaces) REFERENCES tokens(id) ON DELETE SET NULL,
  constraint tokens_scopes_check CHECK (((scopes <@ ARRAY['gateway:read'::text, 'gateway:write'::text, 'tokens:admin'::text]) AND (cardinality(scopes) > 0))),
  constraint tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX tokens_department ON public.tokens USING btree (department_id);
CREATE UNIQUE INDEX tokens_replaces ON public.tokens USING btree (replaces) WHERE (replaces IS NOT NULL);
CREATE INDEX tokens_user ON public.tokens USING btree (user_id) WHERE (user_id IS NOT NULL);
alter table tokens enable row level security;
create policy organization on tokens to turnus_gateway using ((organization_id = turnus_organization()) AND ((turnus_department() IS NULL) OR (department_id = turnus_department())));
grant insert, select on tokens to turnus_gateway;
grant update (expires_at, revoked_at) on tokens to turnus_gateway;

create table users (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  email text not null,
  password_hash text not null,
  role text not null,
  created_at timestamp with time zone not null default now(),
  disabled_at timestamp with time zone,
  constraint users_email_check CHECK (((email = lower(email)) AND (email ~~ '%_@_%'::text) AND (length(email) <= 320))),
  constraint users_email_key UNIQUE (email),
  constraint users_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint users_organization_id_id_key UNIQUE (organization_id, id),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_role_check CHECK ((role = ANY (ARRAY['administrator'::text, 'planner'::text, 'reader'::text])))
);
alter table users enable row level security;
create policy organization on users to turnus_gateway using ((organization_id = turnus_organization()) AND (turnus_department() IS NULL));
grant insert on users to turnus_gateway;
grant select (id, organization_id, email, role, created_at, disabled_at) on users to turnus_gateway;
grant update (password_hash, role, disabled_at) on users to turnus_gateway;

create sequence turns;

CREATE OR REPLACE FUNCTION public.author_of_token(wanted bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$ select coalesce(u.email, nullif(t.name, ''), 'token ' || t.id)
     from public.tokens t left join public.users u on u.id = t.user_id
    where t.id = wanted and t.organization_id = public.turnus_organization() $function$;

CREATE OR REPLACE FUNCTION public.delete_old_audit_events(days integer, at_most integer)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  deleted bigint;
begin
  perform set_config('turnus.audit_days', days::text, true);
  delete from audit_events
   where id in (select id from audit_events where at < now() - make_interval(days => greatest(days, 30)) order by at limit at_most);
  get diagnostics deleted = row_count;
  perform set_config('turnus.audit_days', '', true);
  return deleted;
end
$function$;

CREATE OR REPLACE FUNCTION public.department_of_job(wanted bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$ select department_id from public.jobs
    where id = wanted and erased_at is null and organization_id = coalesce(public.turnus_organization(), organization_id) $function$;

CREATE OR REPLACE FUNCTION public.department_of_plan(wanted bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$ select department_id from public.plans where id = wanted and organization_id = public.turnus_organization() $function$;

CREATE OR REPLACE FUNCTION public.find_login(wanted text)
 RETURNS SETOF users
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$ select * from public.users where email = wanted and disabled_at is null $function$;

CREATE OR REPLACE FUNCTION public.find_refused_token(wanted bytea)
 RETURNS TABLE(id bigint, organization_id bigint, department_id bigint, reason text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$ select t.id, t.organization_id, t.department_id,
          case when t.revoked_at is not null then 'revoked' when t.expires_at <= now() then 'expired' else 'user-disabled' end
     from public.tokens t
    where t.hash = wanted $function$;

CREATE OR REPLACE FUNCTION public.find_user_of_email(wanted text)
 RETURNS TABLE(id bigint, organization_id bigint, disabled boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$ select u.id, u.organization_id, u.disabled_at is not null from public.users u where u.email = wanted $function$;

CREATE OR REPLACE FUNCTION public.queues_of_organization()
 RETURNS TABLE(department_id bigint, department_name text, waiting bigint, solving bigint, oldest_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$ select d.id, d.name, w.jobs, s.jobs, w.oldest_at
     from public.departments d
    cross join lateral (select count(*) as jobs, min(j.created_at) as oldest_at from public.jobs j
                         where j.department_id = d.id and j.leased_until is null and j.state in ('QUEUED', 'SOLVING')) w
    cross join lateral (select count(*) as jobs from public.jobs j where j.department_id = d.id and j.leased_until is not null) s
    where d.organization_id = public.turnus_organization() and public.turnus_department() is null and w.jobs + s.jobs > 0 $function$;

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  days integer := nullif(current_setting('turnus.audit_days', true), '')::integer;
begin
  if tg_op = 'DELETE' then
    if days is not null and old.at < now() - make_interval(days => greatest(days, 30)) then
      return old;
    end if;
  end if;
  raise exception 'the audit log is append-only'
    using errcode = 'insufficient_privilege', hint = 'What is older than the retention is deleted by delete_old_audit_events(days, at_most).';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_job_state_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a job that is % does not become %', old.state, new.state
    using errcode = 'check_violation', constraint = 'job_state_change', table = 'jobs';
end
$function$;

CREATE OR REPLACE FUNCTION public.turnus_department()
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('turnus.department_id', true), '')::bigint $function$;

CREATE OR REPLACE FUNCTION public.turnus_organization()
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('turnus.organization_id', true), '')::bigint $function$;

CREATE OR REPLACE FUNCTION public.use_employee_link(wanted bytea)
 RETURNS SETOF employee_links
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  found employee_links;
begin
  select l.* into found
    from public.employee_links l
   where l.hash = wanted and l.revoked_at is null and l.expires_at > now()
     and exists (select from public.plans p where p.id = l.plan_id and p.archived_at is null and p.published is not null);
  if found.id is null then
    return;
  end if;
  if found.last_used_at is null or found.last_used_at < now() - interval '1 minute' then
    update public.employee_links set last_used_at = now() where id = found.id;
  end if;
  return next found;
end
$function$;

CREATE OR REPLACE FUNCTION public.use_token(wanted bytea)
 RETURNS SETOF tokens
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  found tokens;
begin
  select t.* into found
    from public.tokens t
   where t.hash = wanted and t.revoked_at is null and t.expires_at > now()
     and not exists (select from public.users u where u.id = t.user_id and u.disabled_at is not null);
  if found.id is null then
    return;
  end if;
  if found.last_used_at is null or found.last_used_at < now() - interval '1 minute' then
    update public.tokens set last_used_at = now() where id = found.id;
  end if;
  return next found;
end
$function$;
