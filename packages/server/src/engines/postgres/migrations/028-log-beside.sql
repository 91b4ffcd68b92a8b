-- Older servers may go on.
-- What comments, links and assignments are, or were, at: also those that are gone are found with it. Of what a comment is on only the
-- beginning, as paths may be long. Read as text, as there may be signs in it that are no JSON to this database.
create index _changes_comment on _changes (substr(substring(coalesce(after, before) from '^\{"id":"[^"]*","of":("([^"\\]|\\.)*")'), 1, 200))
  where operation in ('comment-added', 'comment-updated', 'comment-deleted');
create index _changes_source on _changes (substring(coalesce(after, before) from '"id":\d+,"source":(\d+),"target":\d+,"type":"'))
  where operation in ('link-added', 'link-deleted');
create index _changes_target on _changes (substring(coalesce(after, before) from '"id":\d+,"source":\d+,"target":(\d+),"type":"'))
  where operation in ('link-added', 'link-deleted');
create index _changes_assigned on _changes (substring(coalesce(after, before) from '"id":\d+,"task":(\d+),"resource":\d+,"units":'))
  where operation in ('assignment-added', 'assignment-deleted');
