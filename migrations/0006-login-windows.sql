-- Logins that failed lately, counted by e-mail and by address: on every node the same, also after a restart.

create table login_windows (
  -- Keyed digest of an e-mail or an address: the table tells nobody who tried.
  subject    bytea       primary key check (length(subject) = 32),
  -- With the first attempt; it ends 15 minutes later, whatever comes in between.
  started_at timestamptz not null,
  attempts   integer     not null check (attempts >= 0)
);
create index login_windows_started on login_windows (started_at);
grant select, insert, update on login_windows to turnus_gateway;
