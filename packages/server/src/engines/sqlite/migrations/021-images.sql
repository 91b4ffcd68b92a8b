-- What rows were before a change that the log tells of by their number alone: one entry of it, and
-- what all of its rows became, where that is the same; with the rules on columns that went.
create table _images (
  revision integer not null primary key,
  after    text,
  rules    text,
  bytes    integer not null
) strict;
-- Each of these rows: its cells as JSON, null where it was not there; its place where it went as a whole.
create table _row_images (
  revision integer not null,
  id       integer not null,
  place    text,
  before   text,
  after    text,
  primary key (revision, id)
) strict, without rowid;
