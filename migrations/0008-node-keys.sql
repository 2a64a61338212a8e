-- Which secret key each node seals with, by a name that tells nothing of the key: before an old key is thrown away, nobody may seal with it.

alter table nodes add column key_name text check (key_name ~ '^[0-9a-f]{8}$');
