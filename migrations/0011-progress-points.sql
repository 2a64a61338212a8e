-- How the score of a search went down over time, so that who opens it late sees all of it. One point for a step of the time searched: steps of a
-- second at first, later of a fiftieth of that time, so that a day has fewer than 400.

create table progress_points (
  department_id     bigint      not null,
  job_id            bigint      not null,
  -- Number of the step; the newest point in it is kept.
  step              integer     not null check (step >= 0),
  -- Searched until then, over all attempts.
  solve_ms          bigint      not null check (solve_ms >= 0),
  score             bigint[]    not null check (cardinality(score) = 4),
  -- Null when none is proved.
  bound             bigint[]    check (cardinality(bound) = 4),
  primary key (job_id, step),
  foreign key (department_id, job_id) references jobs (department_id, id) on delete cascade
);
alter table progress_points enable row level security;
create policy department on progress_points to turnus_gateway using (department_id = turnus_department());
grant select on progress_points to turnus_gateway;
