-- Older servers may go on.
-- The file or folder that an entry of the log is about, whatever it is called by now: its id in the index.
alter table _changes add column thing bigint;
create index _changes_thing on _changes (thing, revision) where thing is not null;
-- What was below a task, and is gone. Read as text, as there may be signs in it that are no JSON to this database.
create index _changes_deleted_task on _changes (substring(before from '^\{"id":\d+,"parent":(\d+)'))
  where operation = 'task-deleted';
-- The last entry that was cut off from the log, which begins behind it: one row, or none.
create table _log_start (
  revision bigint not null primary key,
  hash     text collate "C"
);
