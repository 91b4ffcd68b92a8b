-- The same entries as before. For a list of three SQLite makes a table in memory each time something is written to the log, whatever it is.
drop index _changes_comment;
create index _changes_comment on _changes (substr(coalesce(after, before) -> '$.of', 1, 200))
  where operation = 'comment-added' or operation = 'comment-updated' or operation = 'comment-deleted';
