-- The processes that share this database. For people only: who owns a job is decided by its lease, never by this table.

create table nodes (
  -- Made by the process itself, so that saying "I live" is one statement, also when its row is gone.
  id         uuid        primary key,
  -- host:pid, as jobs.node has it. Not unique: a pid is used again, and containers may share both.
  name       text        not null check (name <> ''),
  roles      text[]      not null check (cardinality(roles) > 0 and roles <@ array['gateway', 'solver', 'dispatcher']),
  version    text        not null,
  -- Jobs that it solves side by side; 0 when it is no solver.
  threads    integer     not null check (threads >= 0),
  started_at timestamptz not null,
  seen_at    timestamptz not null default now()
);
create index nodes_seen on nodes (seen_at);
