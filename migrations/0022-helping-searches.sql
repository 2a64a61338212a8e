-- Searches of idle nodes that help the search of another one: each has a row while it lasts, in which the node leaves what it finds. Of the moment,
-- like `nodes`; the HTTP interface sees nothing of it.

create table helping_searches (
  id                    uuid        primary key,
  job_id                bigint      not null references jobs (id) on delete cascade,
  -- The attempt that it helps: another one is nothing to it.
  attempt               integer     not null,
  -- host:pid of the node that helps.
  node                  text        not null,
  threads               integer     not null check (threads >= 1),
  leased_until          timestamptz not null,
  -- The best that it has found, if anything; roster is little-endian int32, gzip.
  roster                bytea,
  score                 bigint[]    check (cardinality(score) = 4),
  bound                 bigint[]    check (cardinality(bound) = 4),
  check ((roster is null) = (score is null))
);
create index helping_searches_of_job on helping_searches (job_id);
