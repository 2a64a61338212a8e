-- Plans: schedules that are kept and edited, with every version of them, which of them were published, and the requests that were made of them.

create table plans (
  id                bigint      generated always as identity primary key,
  organization_id   bigint      not null,
  department_id     bigint      not null,
  name              text        not null check (name <> '' and length(name) <= 200),
  note              text        not null default '' check (length(note) <= 1000),
  -- Number of the newest version.
  version           integer     not null check (version > 0),
  -- Number of the version that is published now; null when none is.
  published         integer,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  archived_at       timestamptz,
  unique (department_id, id),
  foreign key (organization_id, department_id) references departments (organization_id, id)
);
create index plans_newest on plans (department_id, id desc);

-- What a plan was at a time; never changed. One that nobody named, published or accepted is deleted when there are too many newer ones.
create table plan_versions (
  id                bigint      generated always as identity primary key,
  department_id     bigint      not null,
  plan_id           bigint      not null,
  number            integer     not null check (number > 0),
  -- Who saved it: an e-mail, or the name of a token.
  author            text        not null,
  source            text        not null check (source in ('EDITED', 'ACCEPTED')),
  note              text        not null default '' check (length(note) <= 1000),
  -- The request whose roster it took over; null unless it was accepted.
  accepted_job_id   bigint,
  -- Issues and schedule, gzip and sealed.
  content           bytea       not null,
  content_bytes     integer     not null,
  employees         integer     not null,
  shifts            integer     not null,
  errors            integer     not null,
  warnings          integer     not null,
  created_at        timestamptz not null default now(),
  unique (plan_id, number),
  foreign key (department_id, plan_id) references plans (department_id, id) on delete cascade
);
create index plan_versions_bytes on plan_versions (department_id) include (content_bytes);

create table plan_publications (
  id                bigint      generated always as identity primary key,
  department_id     bigint      not null,
  plan_id           bigint      not null,
  version           integer     not null,
  author            text        not null,
  published_at      timestamptz not null default now(),
  foreign key (department_id, plan_id) references plans (department_id, id) on delete cascade
);
create index plan_publications_plan on plan_publications (plan_id, id desc);

create table plan_requests (
  department_id     bigint      not null,
  plan_id           bigint      not null,
  job_id            bigint      not null,
  -- The version that was submitted.
  version           integer     not null,
  primary key (plan_id, job_id),
  foreign key (department_id, plan_id) references plans (department_id, id) on delete cascade,
  foreign key (department_id, job_id) references jobs (department_id, id) on delete cascade
);
create index plan_requests_job on plan_requests (job_id);

alter table plans enable row level security;
create policy department on plans to turnus_gateway using (department_id = turnus_department());
grant select, insert, delete on plans to turnus_gateway;
grant update (name, note, version, published, updated_at, archived_at) on plans to turnus_gateway;

alter table plan_versions enable row level security;
create policy department on plan_versions to turnus_gateway using (department_id = turnus_department());
grant select, insert, delete on plan_versions to turnus_gateway;

alter table plan_publications enable row level security;
create policy department on plan_publications to turnus_gateway using (department_id = turnus_department());
grant select, insert on plan_publications to turnus_gateway;

alter table plan_requests enable row level security;
create policy department on plan_requests to turnus_gateway using (department_id = turnus_department());
grant select, insert on plan_requests to turnus_gateway;

-- The department of a plan within the organization: so that another's is answered 403 and none 404.
create function department_of_plan(wanted bigint) returns bigint stable language sql security definer set search_path = pg_catalog, public, pg_temp as
$$ select department_id from public.plans where id = wanted and organization_id = public.turnus_organization() $$;

-- Who a token of the organization stands for, in words: the e-mail of the user who logged in, or the name that the token was given.
create function author_of_token(wanted bigint) returns text stable language sql security definer set search_path = pg_catalog, public, pg_temp as
$$ select coalesce(u.email, nullif(t.name, ''), 'token ' || t.id)
     from public.tokens t left join public.users u on u.id = t.user_id
    where t.id = wanted and t.organization_id = public.turnus_organization() $$;

revoke all on function department_of_plan(bigint), author_of_token(bigint) from public;
grant execute on function department_of_plan(bigint), author_of_token(bigint) to turnus_gateway;
