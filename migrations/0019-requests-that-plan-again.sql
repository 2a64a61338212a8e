-- The request that one plans again. No reference: the older one may be erased for good, and what is based on it stays. The number alone is told of it then.

alter table jobs add column based_on bigint;
create index jobs_based_on on jobs (department_id, based_on, id desc) where based_on is not null;
