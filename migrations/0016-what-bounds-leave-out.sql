-- Which rules no bound of a solved job follows, so that its entry says so beside the bound: empty where it follows all, before the end, and of jobs that ended earlier.

alter table jobs add column bound_leaves_out text[] not null default '{}';
