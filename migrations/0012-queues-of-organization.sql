-- What an administrator may know of how busy Turnus is: the processes, of which nothing says whose jobs they solve, and how many jobs of the own
-- organization wait and are solved, by department. The jobs themselves stay out of sight, and so does everything of other organizations.

grant select (id, name, roles, version, threads, started_at, seen_at) on nodes to turnus_gateway;

create function queues_of_organization()
  returns table (department_id bigint, department_name text, waiting bigint, solving bigint, oldest_at timestamptz)
  stable language sql security definer set search_path = pg_catalog, public, pg_temp as
$$ select d.id, d.name, w.jobs, s.jobs, w.oldest_at
     from public.departments d
    cross join lateral (select count(*) as jobs, min(j.created_at) as oldest_at from public.jobs j
                         where j.department_id = d.id and j.leased_until is null and j.state in ('QUEUED', 'SOLVING')) w
    cross join lateral (select count(*) as jobs from public.jobs j where j.department_id = d.id and j.leased_until is not null) s
    where d.organization_id = public.turnus_organization() and public.turnus_department() is null and w.jobs + s.jobs > 0 $$;
revoke execute on function queues_of_organization() from public;
grant execute on function queues_of_organization() to turnus_gateway;
