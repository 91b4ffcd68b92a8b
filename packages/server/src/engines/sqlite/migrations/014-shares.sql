-- Links by which strangers reach a file or a folder: by its id in the index, wherever it is. Of the
-- secret in the link only the hash is here.
create table _shares (
  id          text    not null primary key,
  hash        text    not null unique,
  entry       integer not null,
  access      text    not null,
  name        text,
  sharer      text,
  password    text,
  downloads   integer,
  downloaded  integer not null,
  created_at  integer not null,
  expires_at  integer,
  tries       integer not null default 0,
  tried_since integer not null default 0
) strict;
