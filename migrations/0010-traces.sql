-- A trace follows a job from node to node.

-- The span of its submission, as W3C Trace Context writes it (traceparent); null where nothing is traced.
-- Without a check, so that the table is not read through while it is locked.
alter table jobs add column traceparent text;
