-- Who changed what about access, who came in and who was refused: written once, never changed.

create table audit_events (
  id              bigint generated always as identity primary key,
  at              timestamptz not null default now(),
  -- Null where it is not known, as of a token that nobody ever made. No column here refers to a row elsewhere: what happened stays
  -- written when the user, the token or the department is gone.
  organization_id bigint,
  department_id   bigint check (department_id is null or organization_id is not null),
  -- A stranger is whoever showed no valid token and no right password.
  actor           text        not null check (actor in ('token', 'user', 'command line', 'stranger')),
  token_id        bigint,
  -- Who logged in; of a token that a login made, whose it is.
  user_id         bigint,
  -- IP address that the request came from; null for the command line.
  address         text check (length(address) <= 100),
  -- One of AUDIT_ACTIONS in src/storage/audit-events.ts.
  action          text        not null check (length(action) between 1 and 60),
  -- What it was done to, by id, by name or by both.
  target          text check (length(target) <= 60),
  target_id       bigint,
  target_name     text check (length(target_name) <= 200),
  detail          jsonb       not null default '{}' check (jsonb_typeof(detail) = 'object' and length(detail::text) <= 10000),
  check ((actor = 'token') = (token_id is not null)),
  check (case actor when 'user' then user_id is not null when 'token' then true else user_id is null end),
  check ((target is null) = (target_id is null and target_name is null))
);
create index audit_events_newest on audit_events (organization_id, id desc);
create index audit_events_at on audit_events (at);

-- Append-only for everybody, the owner included. Only delete_old_audit_events may delete, and only what is older than 30 days whatever it is asked.
create function refuse_audit_change() returns trigger language plpgsql as $$
declare
  days integer := nullif(current_setting('turnus.audit_days', true), '')::integer;
begin
  if tg_op = 'DELETE' then
    if days is not null and old.at < now() - make_interval(days => greatest(days, 30)) then
      return old;
    end if;
  end if;
  raise exception 'the audit log is append-only'
    using errcode = 'insufficient_privilege', hint = 'What is older than the retention is deleted by delete_old_audit_events(days, at_most).';
end
$$;
create trigger audit_append_only before update or delete on audit_events for each row execute function refuse_audit_change();
create trigger audit_no_truncate before truncate on audit_events for each statement execute function refuse_audit_change();

-- Deletes the oldest events of more than `days` days (at least 30), at most `at_most` of them, and answers how many there were.
create function delete_old_audit_events(days integer, at_most integer) returns bigint language plpgsql as $$
declare
  deleted bigint;
begin
  perform set_config('turnus.audit_days', days::text, true);
  delete from audit_events
   where id in (select id from audit_events where at < now() - make_interval(days => greatest(days, 30)) order by at limit at_most);
  get diagnostics deleted = row_count;
  perform set_config('turnus.audit_days', '', true);
  return deleted;
end
$$;
revoke all on function delete_old_audit_events(integer, integer) from public;

-- The HTTP interface reads what belongs to the organization when it acts for its administration. It writes about the organization or department
-- that it acts for, and about nobody's when that is unknown; it cannot say that it is the command line, nor when something happened.
alter table audit_events enable row level security;
create policy organization on audit_events for select to turnus_gateway
  using (organization_id = turnus_organization() and turnus_department() is null);
create policy append on audit_events for insert to turnus_gateway
  with check (actor <> 'command line'
              and (organization_id is null
                   or organization_id = turnus_organization() and (turnus_department() is null or department_id = turnus_department())));
grant select on audit_events to turnus_gateway;
grant insert (organization_id, department_id, actor, token_id, user_id, address, action, target, target_id, target_name, detail)
   on audit_events to turnus_gateway;

-- The token that another one replaces, so that a token is rotated once and both can be followed.
alter table tokens add column replaces bigint references tokens on delete set null;
create unique index tokens_replaces on tokens (replaces) where replaces is not null;

-- Whom an e-mail belongs to, also when it is disabled: for the audit log, which names users by their id.
create function find_user_of_email(wanted text) returns table (id bigint, organization_id bigint, disabled boolean)
  stable language sql security definer set search_path = pg_catalog, public, pg_temp as
$$ select u.id, u.organization_id, u.disabled_at is not null from public.users u where u.email = wanted $$;

-- The token with this SHA-256, also when it does not work any more, and why: for the audit log of refused requests.
create function find_refused_token(wanted bytea) returns table (id bigint, organization_id bigint, department_id bigint, reason text)
  stable language sql security definer set search_path = pg_catalog, public, pg_temp as
$$ select t.id, t.organization_id, t.department_id,
          case when t.revoked_at is not null then 'revoked' when t.expires_at <= now() then 'expired' else 'user-disabled' end
     from public.tokens t
    where t.hash = wanted $$;

revoke all on function find_user_of_email(text), find_refused_token(bytea) from public;
grant execute on function find_user_of_email(text), find_refused_token(bytea) to turnus_gateway;
