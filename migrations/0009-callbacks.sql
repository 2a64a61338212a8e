-- Callbacks: addresses that are put off, entries of the queue that are out of date, and two signing secrets while one is being changed.

-- Scheme, host and port of the address: what is limited and put off together.
alter table deliveries add column origin text;
update deliveries set origin = coalesce(substring(lower(url) from '^https?://[^/?#]+'), '');
alter table deliveries alter column origin set not null;
-- Number of its newest entry in the queue: an older one that is still there means nothing any more.
alter table deliveries add column queue_number integer not null default 1;
create index deliveries_pending on deliveries (department_id, origin) where state = 'PENDING';

-- How the calls to an origin went, for each department: what is answered to one puts off no other's callbacks.
create table callback_origins (
  department_id     bigint      not null references departments on delete cascade,
  origin            text        not null,
  -- No call before; null when none is put off.
  put_off_until     timestamptz,
  -- How often in a row it was put off; each time for longer.
  put_offs          integer     not null default 0 check (put_offs >= 0),
  -- Failed tries in a row.
  failures          integer     not null default 0 check (failures >= 0),
  tried_at          timestamptz not null,
  succeeded_at      timestamptz,
  failed_at         timestamptz,
  -- HTTP status of the last failed try, null when there was no answer; and what went wrong.
  status            integer,
  error             text,
  primary key (department_id, origin)
);
create index callback_origins_tried on callback_origins (tried_at);
alter table callback_origins enable row level security;
create policy department on callback_origins to turnus_gateway using (department_id = turnus_department());
grant select on callback_origins to turnus_gateway;

-- The secret before the present one, sealed: it signs too until then, so that receivers can change over.
alter table departments add column previous_signing_secret bytea;
alter table departments add column previous_secret_until timestamptz;
alter table departments add check ((previous_signing_secret is null) = (previous_secret_until is null));
