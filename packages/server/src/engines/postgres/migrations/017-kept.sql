-- Older servers may go on.
-- What is kept of files though nobody sees it on the drive: what was deleted, and former states of
-- files. `node` lies directly below the top of what is hidden; `path` is where it was.
create table _kept (
  node     bigint not null primary key,
  kind     text collate "C" not null,
  "of"     bigint,
  parent   bigint not null,
  path     text collate "C" not null,
  at       bigint not null,
  actor    text collate "C",
  actor_id text collate "C"
);
create index _kept_at on _kept (kind, at, node);
create index _kept_of on _kept ("of") where "of" is not null;
