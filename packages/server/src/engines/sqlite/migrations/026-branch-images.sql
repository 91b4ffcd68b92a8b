-- What came or went with a branch of the plan that the log tells of by the number of its tasks alone,
-- by the revision of that entry: its tasks, and all links and assignments that touch them.
create table _task_images (
  revision integer not null,
  id       integer not null,
  parent   integer not null,
  place    text    not null,
  type     text    not null,
  text     text    not null,
  start    text    not null,
  finish   text,
  duration real,
  progress real    not null,
  open     integer not null,
  lazy     integer,
  fields   text    not null,
  children integer not null,
  version  integer not null,
  primary key (revision, id)
) strict, without rowid;
create table _link_images (
  revision integer not null,
  id       integer not null,
  source   integer not null,
  target   integer not null,
  type     text    not null,
  lag      real,
  fields   text    not null,
  version  integer not null,
  primary key (revision, id)
) strict, without rowid;
create table _assignment_images (
  revision integer not null,
  id       integer not null,
  task     integer not null,
  resource integer not null,
  units    real    not null,
  fields   text    not null,
  version  integer not null,
  primary key (revision, id)
) strict, without rowid;
-- Whether there were rules on any of a branch, which go nowhere else: elsewhere nobody knows what they were.
alter table _images add column ruled integer not null default 0;
