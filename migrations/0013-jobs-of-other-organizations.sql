-- A job of another organization is not there at all: a caller is told of another department only within its own.

create or replace function department_of_job(wanted bigint) returns bigint stable language sql security definer set search_path = pg_catalog, public, pg_temp as
$$ select department_id from public.jobs
    where id = wanted and erased_at is null and organization_id = coalesce(public.turnus_organization(), organization_id) $$;
