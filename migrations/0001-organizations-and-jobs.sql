-- The first tables: who owns what, jobs, and the calls that deliver them.
-- Every row that belongs to a department carries department_id, so that row level security can be put on it later.

create table organizations (
  id         bigint generated always as identity primary key,
  name       text        not null unique check (name <> '' and length(name) <= 200),
  created_at timestamptz not null default now()
);

create table departments (
  id              bigint generated always as identity primary key,
  organization_id bigint      not null references organizations,
  name            text        not null check (name <> '' and length(name) <= 200),
  -- Standard Webhooks secret (whsec_…), sealed: signs every callback of the department.
  signing_secret  bytea       not null,
  created_at      timestamptz not null default now(),
  unique (organization_id, name),
  unique (organization_id, id)
);

create table users (
  id              bigint generated always as identity primary key,
  organization_id bigint      not null references organizations,
  -- Lower case; a login names no organization, so it is unique over all of them.
  email           text        not null unique check (email = lower(email) and email like '%_@_%' and length(email) <= 320),
  -- argon2id in PHC form, with its parameters.
  password_hash   text        not null,
  role            text        not null check (role in ('administrator', 'planner', 'reader')),
  created_at      timestamptz not null default now(),
  disabled_at     timestamptz,
  unique (organization_id, id)
);

-- The departments that a user may act for. An administrator acts for every department of the organization without a row here.
create table memberships (
  organization_id bigint      not null,
  user_id         bigint      not null,
  department_id   bigint      not null,
  created_at      timestamptz not null default now(),
  primary key (user_id, department_id),
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
  foreign key (organization_id, department_id) references departments (organization_id, id)
);
create index memberships_department on memberships (department_id);

create table tokens (
  id              bigint generated always as identity primary key,
  organization_id bigint      not null,
  department_id   bigint      not null,
  -- Set for a login token; null for one that an administrator made.
  user_id         bigint      references users on delete cascade,
  name            text        not null default '' check (length(name) <= 200),
  -- SHA-256 of the whole token. The token is 256 random bits, so a fast hash is enough.
  hash            bytea       not null unique check (length(hash) = 32),
  scopes          text[]      not null check (scopes <@ array ['gateway:read', 'gateway:write', 'tokens:admin'] and cardinality(scopes) > 0),
  created_at      timestamptz not null default now(),
  expires_at      timestamptz not null,
  last_used_at    timestamptz,
  revoked_at      timestamptz,
  foreign key (organization_id, department_id) references departments (organization_id, id)
);
create index tokens_department on tokens (department_id);
create index tokens_user on tokens (user_id) where user_id is not null;

-- One submission's work. Who may change a row while it is SOLVING is decided by `attempt`, the fencing number.
-- A row is always in one of three conditions: it has an entry in the queue (QUEUED, or SOLVING without a lease),
-- a node holds its lease (SOLVING, leased_until set), or it has ended.
create table jobs (
  id                    bigint generated always as identity primary key,
  organization_id       bigint      not null,
  department_id         bigint      not null,
  token_id              bigint      references tokens on delete set null,
  state                 text        not null default 'QUEUED' check (state in ('QUEUED', 'SOLVING', 'SOLVED', 'FAILED', 'CANCELLED')),
  attempt               integer     not null default 0 check (attempt >= 0),
  -- Attempts that a node gave back in good order when it shut down; they do not count against the job.
  handed_back           integer     not null default 0 check (handed_back between 0 and attempt),
  node                  text,
  leased_until          timestamptz,
  stop_requested_at     timestamptz,

  created_at            timestamptz not null default now(),
  started_at            timestamptz,
  ended_at              timestamptz,
  -- Its contents were withdrawn or have outlived their time; the row stays so that the id is never given out again.
  erased_at             timestamptz,

  -- The posted document: UTF-8 JSON, gzip, sealed, because it may carry the client's callback secret.
  document              bytea,
  document_bytes        integer     not null,
  employees             integer     not null default 0,
  shifts                integer     not null default 0,
  max_seconds           integer     not null check (max_seconds > 0),
  priority              integer     not null default 0,
  warnings              jsonb       not null default '[]',
  callback_url          text,
  callback_header_name  text,
  callback_header_value bytea,
  idempotency_key       text check (length(idempotency_key) <= 255),
  request_hash          bytea       not null,

  -- Best so far: revision 0 is none yet. roster is little-endian int32, gzip.
  revision              integer     not null default 0,
  roster                bytea,
  score                 bigint[]    check (cardinality(score) = 4),
  bound                 bigint[]    check (cardinality(bound) = 4),
  gap                   double precision,
  moves                 bigint      not null default 0,
  -- Wall clock searched so far, over all attempts.
  solve_ms              bigint      not null default 0,
  improved_at           timestamptz,
  -- The solution document: UTF-8 JSON, gzip. Set when the job is SOLVED.
  solution              bytea,
  stop_reason           text check (stop_reason in ('OPTIMAL', 'TIME_LIMIT', 'CONVERGED', 'STOPPED')),
  failure_reason        text,

  foreign key (organization_id, department_id) references departments (organization_id, id),
  unique (department_id, id),
  check ((state = 'SOLVED') = (stop_reason is not null)),
  check ((state = 'FAILED') = (failure_reason is not null)),
  check ((state in ('SOLVED', 'FAILED', 'CANCELLED')) = (ended_at is not null)),
  check (leased_until is null or state = 'SOLVING'),
  check (state <> 'SOLVED' or solution is not null or erased_at is not null),
  check (erased_at is null or (document is null and roster is null and solution is null and callback_header_value is null))
);
create unique index jobs_idempotency on jobs (department_id, idempotency_key) where idempotency_key is not null;
create index jobs_newest on jobs (department_id, id desc) where erased_at is null;
create index jobs_waiting on jobs (department_id) where state = 'QUEUED';
create index jobs_leased on jobs (leased_until) where leased_until is not null;

-- One call that has to reach the client: made in the transaction that ends the job.
create table deliveries (
  id              bigint generated always as identity primary key,
  organization_id bigint      not null,
  department_id   bigint      not null,
  job_id          bigint      not null,
  type            text        not null check (type in ('schedule.solved', 'schedule.failed')),
  -- webhook-id: the same on every try, so that a receiver can tell a repetition.
  message_id      text        not null unique,
  url             text        not null,
  header_name     text,
  header_value    bytea,
  -- The body as sent: UTF-8 JSON, gzip.
  body            bytea,
  state           text        not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'GIVEN_UP', 'CANCELLED')),
  tries           integer     not null default 0 check (tries >= 0),
  created_at      timestamptz not null default now(),
  next_try_at     timestamptz default now(),
  ended_at        timestamptz,
  foreign key (department_id, job_id) references jobs (department_id, id),
  check ((state = 'PENDING') = (ended_at is null)),
  check (state <> 'PENDING' or body is not null)
);
create index deliveries_job on deliveries (job_id);

-- Every try of a delivery, kept for people who ask why a callback did not arrive.
create table delivery_attempts (
  id            bigint generated always as identity primary key,
  department_id bigint      not null,
  delivery_id   bigint      not null references deliveries on delete cascade,
  -- 1 for the first try.
  number        integer     not null check (number > 0),
  started_at    timestamptz not null,
  duration_ms   integer     not null,
  -- HTTP status of the answer; null when there was none.
  status        integer,
  -- Why there was no answer, or why it was not a success.
  error         text,
  -- The first bytes of the answer.
  answer        text,
  next_try_at   timestamptz,
  unique (delivery_id, number)
);
