-- What is kept of files though nobody sees it on the drive: what was deleted, and former states of
-- files. `node` lies directly below the top of what is hidden; `path` is where it was.
create table _kept (
  node     integer not null primary key,
  kind     text    not null,
  "of"     integer,
  parent   integer not null,
  path     text    not null,
  at       integer not null,
  actor    text,
  actor_id text
) strict;
create index _kept_at on _kept (kind, at, node);
create index _kept_of on _kept ("of") where "of" is not null;
