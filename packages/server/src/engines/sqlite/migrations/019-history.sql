-- The file or folder that an entry of the log is about, whatever it is called by now: its id in the index.
alter table _changes add column thing integer;
create index _changes_thing on _changes (thing, revision) where thing is not null;
-- What was below a task, and is gone.
create index _changes_deleted_task on _changes (cast(json_extract(before, '$.parent') as text))
  where operation = 'task-deleted';
-- The last entry that was cut off from the log, which begins behind it: one row, or none.
create table _log_start (
  revision integer not null primary key,
  hash     text
) strict;
