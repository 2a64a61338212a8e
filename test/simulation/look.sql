-- One look at what is committed: every law that is broken now, and what the scheduler has to know. $1: ids that clients were answered 201.
-- $2: jobs of one department that may run at a time.
with broken (law) as (
  select format('invariant 1: job %s was answered 201 and is not there', promised)
    from unnest($1::bigint[]) promised
   where not exists (select from jobs where id = promised)
  union all
  select format('%s jobs were stored for %s', count(*), traceparent) from jobs group by traceparent having count(*) > 1
  union all
  select format('job %s had %s attempts that count', id, attempt - handed_back) from jobs where attempt - handed_back > 3
  union all
  select format('job %s has no attempt left, and neither an owner nor an end', id)
    from jobs
   where attempt - handed_back >= 3 and leased_until is null and ended_at is null
  union all
  select format('%s jobs of department %s run at a time', count(*), department_id)
    from jobs where leased_until is not null group by department_id having count(*) > $2
  union all
  select format('invariant 3: job %s is %s and has %s deliveries', id, state, made.deliveries)
    from jobs, lateral (select count(*) as deliveries from deliveries where job_id = jobs.id) made
   where erased_at is null
     and made.deliveries <> case when state in ('SOLVED', 'FAILED') and callback_url is not null then 1 else 0 end
  union all
  select format('invariant 3: job %s was withdrawn and has delivery %s pending', jobs.id, d.id)
    from jobs join deliveries d on d.job_id = jobs.id
   where erased_at is not null and d.state = 'PENDING'
  union all
  select format('delivery %s is pending and nobody will try it', d.id)
    from deliveries d
   where d.state = 'PENDING' and not exists (select from simulation.entries where queue = 'deliveries' and subject = d.id and number = d.queue_number)
), wanted as (
  -- As many tickets as jobs that may be taken up now.
  select coalesce(sum(least(waiting, greatest(0, $2 - running))), 0) as tickets
    from (select count(*) filter (where leased_until is null) as waiting, count(*) filter (where leased_until is not null) as running
            from jobs where ended_at is null group by department_id) department
)
select (select min(law) from broken) as broken,
       (select count(*) from jobs where ended_at is null) as unfinished,
       (select coalesce(max(queued), 0) from (select count(*) as queued from jobs where state = 'QUEUED' group by department_id) department) as fullest,
       (select count(*) from deliveries where state = 'PENDING') as undelivered,
       (select tickets from wanted) - (select count(*) from simulation.entries where queue = 'solves') as missing,
       (select json_agg(json_build_object('id', id, 'queue', queue, 'atMs', extract(epoch from start_after) * 1000, 'isTaken', taken_by is not null) order by id)
          from simulation.entries) as entries
