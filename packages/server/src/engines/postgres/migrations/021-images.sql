-- Older servers may go on.
-- What rows were before a change that the log tells of by their number alone: one entry of it, and
-- what all of its rows became, where that is the same; with the rules on columns that went.
create table _images (
  revision bigint not null primary key,
  after    text collate "C",
  rules    text collate "C",
  bytes    bigint not null
);
-- Each of these rows: its cells as JSON, null where it was not there; its place where it went as a whole.
create table _row_images (
  revision bigint not null,
  id       bigint not null,
  place    text collate "C",
  before   text collate "C",
  after    text collate "C",
  primary key (revision, id)
);
