-- Why nothing is proved of a solved job, so that its entry says so: null with a bound, before the end, and of jobs that ended earlier.

alter table jobs add column no_bound_reason text check (no_bound_reason is null or (state = 'SOLVED' and bound is null));
