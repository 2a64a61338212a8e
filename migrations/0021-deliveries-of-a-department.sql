-- Lists the callbacks of a department, newest first, without reading those of the others.

create index deliveries_newest on deliveries (department_id, id desc);
