-- Older servers may go on.
-- Tables that were deleted, by the revision of that: their rows lie in SQL tables named by it, and
-- go when the log is cut. With them their views and the rules on them, as JSON.
create table _dropped (
  revision   bigint not null primary key,
  definition text collate "C" not null,
  next_id    bigint not null,
  widest     bigint,
  views      text collate "C" not null,
  rules      text collate "C" not null
);
