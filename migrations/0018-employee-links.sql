-- Links by which an employee reads the own roster of the version of a plan that is published, without a token.

create table employee_links (
  id                bigint      generated always as identity primary key,
  organization_id   bigint      not null,
  department_id     bigint      not null,
  plan_id           bigint      not null,
  -- The id of the employee in the schedule, as JSON.
  employee          text        not null check (length(employee) <= 400),
  -- SHA-256 of the secret in the link.
  hash              bytea       not null unique check (length(hash) = 32),
  created_at        timestamptz not null default now(),
  expires_at        timestamptz not null,
  revoked_at        timestamptz,
  last_used_at      timestamptz,
  foreign key (department_id, plan_id) references plans (department_id, id) on delete cascade
);
create index employee_links_plan on employee_links (plan_id, id desc);
alter table employee_links enable row level security;
create policy department on employee_links to turnus_gateway using (department_id = turnus_department());
grant select, insert on employee_links to turnus_gateway;
grant update (revoked_at) on employee_links to turnus_gateway;

-- The link with this SHA-256 when it is neither expired nor revoked, and its plan neither archived nor without a published version. Notes the use, at most once a minute.
create function use_employee_link(wanted bytea) returns setof employee_links volatile language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found employee_links;
begin
  select l.* into found
    from public.employee_links l
   where l.hash = wanted and l.revoked_at is null and l.expires_at > now()
     and exists (select from public.plans p where p.id = l.plan_id and p.archived_at is null and p.published is not null);
  if found.id is null then
    return;
  end if;
  if found.last_used_at is null or found.last_used_at < now() - interval '1 minute' then
    update public.employee_links set last_used_at = now() where id = found.id;
  end if;
  return next found;
end
$$;
revoke all on function use_employee_link(bytea) from public;
grant execute on function use_employee_link(bytea) to turnus_gateway;
