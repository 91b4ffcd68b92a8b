-- Tables that were deleted, by the revision of that: their rows lie in SQL tables named by it, and
-- go when the log is cut. With them their views and the rules on them, as JSON.
create table _dropped (
  revision   integer not null primary key,
  definition text not null,
  next_id    integer not null,
  widest     integer,
  views      text not null,
  rules      text not null
) strict;
