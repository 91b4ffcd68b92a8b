-- From whom and from where an entry came, and with which others: those of one request have the same
-- step. The hash binds each entry to the one before it; entries from before have none. Older servers
-- would add entries without one, which nobody could tell from entries that somebody has forged.
alter table _changes
  add column actor_id text collate "C",
  add column address  text collate "C",
  add column step     text collate "C",
  add column hash     text collate "C";

-- The revision is part of the hash, so it is known before an entry is written.
alter table _changes alter column revision drop default;
drop function next_revision();
