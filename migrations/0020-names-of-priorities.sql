-- What a department calls the four priorities, by `first` to `fourth`; one that is not there has the name that everybody knows it by.

alter table departments add column priority_names jsonb not null default '{}'
  check (jsonb_typeof(priority_names) = 'object' and length(priority_names::text) <= 2000);
grant select (priority_names), update (priority_names) on departments to turnus_gateway;
