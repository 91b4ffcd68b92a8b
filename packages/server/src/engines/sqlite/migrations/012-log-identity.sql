-- From whom and from where an entry came, and with which others: those of one request have the same
-- step. The hash binds each entry to the one before it; entries from before have none.
alter table _changes add column actor_id text;
alter table _changes add column address text;
alter table _changes add column step text;
alter table _changes add column hash text;
