-- Older servers may go on.
-- Links by which strangers reach a file or a folder: by its id in the index, wherever it is. Of the
-- secret in the link only the hash is here.
create table _shares (
  id          text collate "C" not null primary key,
  hash        text collate "C" not null unique,
  entry       bigint not null,
  access      text collate "C" not null,
  name        text collate "C",
  sharer      text collate "C",
  password    text collate "C",
  downloads   bigint,
  downloaded  bigint not null,
  created_at  bigint not null,
  expires_at  bigint,
  tries       bigint not null default 0,
  tried_since bigint not null default 0
);
