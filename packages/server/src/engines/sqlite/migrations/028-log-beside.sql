-- What comments, links and assignments are, or were, at: also those that are gone are found with it. Of what a comment is on only the
-- beginning, as paths may be long.
create index _changes_comment on _changes (substr(coalesce(after, before) -> '$.of', 1, 200))
  where operation in ('comment-added', 'comment-updated', 'comment-deleted');
create index _changes_source on _changes (coalesce(after, before) -> '$.source')
  where operation in ('link-added', 'link-deleted');
create index _changes_target on _changes (coalesce(after, before) -> '$.target')
  where operation in ('link-added', 'link-deleted');
create index _changes_assigned on _changes (coalesce(after, before) -> '$.task')
  where operation in ('assignment-added', 'assignment-deleted');
