-- The workspace's one log: every mutation, in the transaction that made it.
-- SQLite numbers a new row one above the last, so there are no gaps; the last row is never deleted.
create table _changes (
  revision  integer not null primary key,
  at        text    not null,
  actor     text    not null,
  origin    text,
  area      text    not null,
  operation text    not null,
  entity    text    not null,
  before    text,
  after     text
) strict;

-- The catalogue of the user's tables. Their rows lie in SQL tables of the same name.
create table _tables (
  number     integer not null primary key,
  name       text    not null unique,
  definition text    not null,
  revision   integer not null,
  next_id    integer not null
) strict;

-- Tells this database from every other, so that a version of one is no version of another.
create table _identity (id text not null) strict;
insert into _identity values (lower(hex(randomblob(6))));
