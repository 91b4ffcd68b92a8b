-- Older servers may go on.
-- Who is with which server, as JSON. It is worth nothing after a crash, so it is not in the log of
-- the database; each server writes its row again every few seconds.
create unlogged table _people (
  server  text collate "C" not null primary key,
  guests  text collate "C" not null,
  expires timestamp with time zone not null
);
