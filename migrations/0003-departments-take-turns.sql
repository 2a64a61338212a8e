-- Departments take turns, and the database itself holds a job to its states.

create sequence turns;
-- Number of the last turn in which a job of the department was taken up; 0 is never, so a new department comes first.
alter table departments add column turn bigint not null default 0;

-- What a node may take up: waiting for the first time, or without an owner since its last one went away.
create index jobs_claimable on jobs (department_id, priority desc, id) where leased_until is null and state in ('QUEUED', 'SOLVING');
create index jobs_running on jobs (department_id) where leased_until is not null;

create function refuse_job_state_change() returns trigger language plpgsql as $$
begin
  raise exception 'a job that is % does not become %', old.state, new.state
    using errcode = 'check_violation', constraint = 'job_state_change', table = 'jobs';
end
$$;

-- The same pairs as NEXT_STATES in src/model/job.ts; a test compares them.
create trigger job_state_change before update on jobs for each row
  when (old.state <> new.state
        and (old.state, new.state) not in (('QUEUED', 'SOLVING'), ('QUEUED', 'CANCELLED'),
                                           ('SOLVING', 'SOLVED'), ('SOLVING', 'FAILED'), ('SOLVING', 'CANCELLED')))
  execute function refuse_job_state_change();
