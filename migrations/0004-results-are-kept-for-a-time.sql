-- Finds what has outlived its time without reading every job; and, for a token that is deleted, the jobs that name it.
create index jobs_ended on jobs (ended_at) where ended_at is not null;
create index jobs_token on jobs (token_id) where token_id is not null;
