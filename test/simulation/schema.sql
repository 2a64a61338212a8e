-- What the simulation adds to a migrated database: its clock, its queue, and the guard over every change of a job.
-- Every connection has the schema in front of pg_catalog on its search_path, so that the real statements find `now()` here.

create schema simulation;

create function simulation.now() returns timestamptz language sql stable
  return current_setting('simulation.now')::timestamptz;

-- A default keeps the function that it was made with.
do $$
declare
  column_ record;
begin
  for column_ in
    select attrelid::regclass as relation, attname as name
      from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
     where pg_get_expr(adbin, adrelid) = 'now()' and attrelid::regclass::text not like 'pg_%'
  loop
    execute format('alter table %s alter column %I set default simulation.now()', column_.relation, column_.name);
  end loop;
end
$$;

-- Nothing is done behind the scheduler's back.
alter table jobs set (autovacuum_enabled = false);
alter table departments set (autovacuum_enabled = false);
alter table deliveries set (autovacuum_enabled = false);
alter table delivery_attempts set (autovacuum_enabled = false);
alter table callback_origins set (autovacuum_enabled = false);

-- The queue: an entry waits, is taken, and is gone once it is settled.
create table simulation.entries (
  id          bigint generated always as identity primary key,
  queue       text        not null check (queue in ('solves', 'deliveries')),
  -- The delivery; null for a ticket.
  subject     bigint,
  -- Which entry of the delivery; null for a ticket.
  number      integer,
  start_after timestamptz not null,
  -- Who has it: one taking out of the queue.
  taken_by    text
) with (autovacuum_enabled = false);

-- Who took up which attempt: the only one that may write what it came to.
create table simulation.claims (
  job_id  bigint  not null,
  attempt integer not null,
  actor   text    not null,
  primary key (job_id, attempt)
) with (autovacuum_enabled = false);

create function simulation.refuse(wrong text) returns void language plpgsql as $$
begin
  raise exception '%', wrong using errcode = 'SIM00';
end
$$;

-- As its owner, whoever changes a job.
create function simulation.guard_job() returns trigger language plpgsql security definer as $$
declare
  me text := current_setting('simulation.actor');
  holder text;
begin
  if tg_op = 'DELETE' and me = 'reset' then
    return old;
  end if;
  if tg_op = 'DELETE' then
    perform simulation.refuse(format('invariant 1: job %s is deleted', old.id));
  end if;
  if old.ended_at is not null and new.state <> old.state then
    perform simulation.refuse(format('job %s has ended as %s and becomes %s', old.id, old.state, new.state));
  end if;
  if old.state = 'SOLVING' and new.state = 'QUEUED' then
    perform simulation.refuse(format('job %s is SOLVING and becomes QUEUED', old.id));
  end if;
  if new.attempt not in (old.attempt, old.attempt + 1) then
    perform simulation.refuse(format('job %s goes from attempt %s to %s', old.id, old.attempt, new.attempt));
  end if;
  if new.handed_back > old.handed_back and old.node is null then
    perform simulation.refuse(format('attempt %s of job %s is handed back a second time', old.attempt, old.id));
  end if;
  -- The client takes everything back, whoever works on it.
  if new.erased_at is not null and old.erased_at is null then
    return new;
  end if;
  if new.attempt > old.attempt then
    if old.leased_until >= now() then
      perform simulation.refuse(format('invariant 2: %s takes up job %s, which is leased until %s', me, old.id, old.leased_until));
    end if;
    insert into simulation.claims values (new.id, new.attempt, me);
    return new;
  end if;

  -- What only the attempt that has the job may write: everything that a search comes to, and how long it goes on having the job.
  if (new.roster, new.score, new.bound, new.moves, new.solve_ms, new.revision, new.solution, new.stop_reason, new.handed_back)
       is distinct from (old.roster, old.score, old.bound, old.moves, old.solve_ms, old.revision, old.solution, old.stop_reason, old.handed_back)
     or new.leased_until is not null and new.leased_until is distinct from old.leased_until
     or new.leased_until is null and old.leased_until >= now() then
    select actor into holder from simulation.claims where job_id = old.id and attempt = old.attempt;
    if holder is distinct from me then
      perform simulation.refuse(format('invariant 2: %s writes to job %s, whose attempt %s belongs to %s', me, old.id, old.attempt, holder));
    end if;
  end if;
  if old.leased_until is null and new.leased_until is not null then
    perform simulation.refuse(format('invariant 2: the lease of job %s was taken away from %s, who takes it back', old.id, me));
  end if;
  -- Scores are compared as arrays are: by the first number that differs. A lower one is better.
  if new.score > old.score then
    perform simulation.refuse(format('invariant 4: job %s has score %s, and gets the worse %s', old.id, old.score, new.score));
  end if;
  if new.roster is not null and new.roster is distinct from old.roster and new.score >= old.score then
    perform simulation.refuse(format('invariant 4: job %s has score %s, and gets a roster of %s', old.id, old.score, new.score));
  end if;
  return new;
end
$$;

-- What gateways do, they do as turnus_gateway.
grant usage on schema simulation to turnus_gateway;
grant select, insert, update, delete on simulation.entries to turnus_gateway;

create trigger guard before update or delete on jobs for each row execute function simulation.guard_job();
