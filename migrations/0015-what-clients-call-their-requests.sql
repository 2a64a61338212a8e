-- What a client calls its request, so that its own number finds it: shown in the entry, the events and the callback, and asked for in the list.

alter table jobs
  add column name text,
  add column reference text,
  add column labels jsonb not null default '{}';
create index jobs_reference on jobs (department_id, reference, id desc) where reference is not null;
