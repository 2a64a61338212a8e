-- What belongs to a department is invisible to others in the database itself. The HTTP interface works as the role turnus_gateway, which sees
-- the rows of the department, or the organization, that its transaction names, and none when it names none. Nodes that solve, call back and
-- sweep, and the command line, work as the owner of the tables.

create function turnus_organization() returns bigint stable language sql as
$$ select nullif(current_setting('turnus.organization_id', true), '')::bigint $$;

create function turnus_department() returns bigint stable language sql as
$$ select nullif(current_setting('turnus.department_id', true), '')::bigint $$;

grant usage on schema public to turnus_gateway;

-- Rows of one department.
alter table jobs enable row level security;
create policy department on jobs to turnus_gateway using (department_id = turnus_department());
grant select, insert, update on jobs to turnus_gateway;

alter table deliveries enable row level security;
create policy department on deliveries to turnus_gateway using (department_id = turnus_department());
grant select, update on deliveries to turnus_gateway;

alter table delivery_attempts enable row level security;
create policy department on delivery_attempts to turnus_gateway using (department_id = turnus_department());
grant select on delivery_attempts to turnus_gateway;

-- Rows of one organization; of these only the department's own unless the transaction names the organization alone, as its administration does.
alter table tokens enable row level security;
create policy organization on tokens to turnus_gateway
  using (organization_id = turnus_organization() and (turnus_department() is null or department_id = turnus_department()));
grant select, insert on tokens to turnus_gateway;
grant update (revoked_at, expires_at) on tokens to turnus_gateway;

alter table departments enable row level security;
create policy organization on departments to turnus_gateway
  using (organization_id = turnus_organization() and (turnus_department() is null or id = turnus_department()));
grant select (id, organization_id, name, created_at), insert on departments to turnus_gateway;

alter table organizations enable row level security;
create policy organization on organizations to turnus_gateway using (id = turnus_organization());
grant select on organizations to turnus_gateway;

alter table users enable row level security;
create policy organization on users to turnus_gateway using (organization_id = turnus_organization() and turnus_department() is null);
grant select (id, organization_id, email, role, created_at, disabled_at), insert on users to turnus_gateway;
grant update (password_hash, role, disabled_at) on users to turnus_gateway;

alter table memberships enable row level security;
create policy organization on memberships to turnus_gateway using (organization_id = turnus_organization() and turnus_department() is null);
grant select, insert, delete on memberships to turnus_gateway;

-- The three questions that come before anybody is known to belong anywhere. Each answers about one row, by a secret or an id.

-- The token with this SHA-256, when it is neither expired nor revoked, nor its user disabled. Notes the use, at most once a minute.
create function use_token(wanted bytea) returns setof tokens volatile language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found tokens;
begin
  select t.* into found
    from public.tokens t
   where t.hash = wanted and t.revoked_at is null and t.expires_at > now()
     and not exists (select from public.users u where u.id = t.user_id and u.disabled_at is not null);
  if found.id is null then
    return;
  end if;
  if found.last_used_at is null or found.last_used_at < now() - interval '1 minute' then
    update public.tokens set last_used_at = now() where id = found.id;
  end if;
  return next found;
end
$$;

-- The user who may log in with this e-mail, with the password hash.
create function find_login(wanted text) returns setof users stable language sql security definer set search_path = pg_catalog, public, pg_temp as
$$ select * from public.users where email = wanted and disabled_at is null $$;

-- The department of a job that was not withdrawn: so that another's is answered 403 and none 404.
create function department_of_job(wanted bigint) returns bigint stable language sql security definer set search_path = pg_catalog, public, pg_temp as
$$ select department_id from public.jobs where id = wanted and erased_at is null $$;

revoke all on function use_token(bytea), find_login(text), department_of_job(bigint) from public;
grant execute on function use_token(bytea), find_login(text), department_of_job(bigint) to turnus_gateway;
