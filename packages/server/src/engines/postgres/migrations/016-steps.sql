-- Older servers may go on.
-- What was one request is found by its step, what somebody did last by their client, and what became
-- of a thing by its name.
create index _changes_step on _changes (step) where step is not null;
create index _changes_origin on _changes (origin, revision) where step is not null;
create index _changes_entity on _changes (entity, revision);
