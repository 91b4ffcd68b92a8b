-- Older servers may go on.
-- What came or went with a branch of the plan that the log tells of by the number of its tasks alone,
-- by the revision of that entry: its tasks, and all links and assignments that touch them.
create table _task_images (
  revision bigint not null,
  id       bigint not null,
  parent   bigint not null,
  place    text collate "C" not null,
  type     text collate "C" not null,
  text     text collate "C" not null,
  start    text collate "C" not null,
  finish   text collate "C",
  duration double precision,
  progress double precision not null,
  open     smallint not null,
  lazy     smallint,
  fields   text collate "C" not null,
  children bigint not null,
  version  bigint not null,
  primary key (revision, id)
);
create table _link_images (
  revision bigint not null,
  id       bigint not null,
  source   bigint not null,
  target   bigint not null,
  type     text collate "C" not null,
  lag      double precision,
  fields   text collate "C" not null,
  version  bigint not null,
  primary key (revision, id)
);
create table _assignment_images (
  revision bigint not null,
  id       bigint not null,
  task     bigint not null,
  resource bigint not null,
  units    double precision not null,
  fields   text collate "C" not null,
  version  bigint not null,
  primary key (revision, id)
);
-- Whether there were rules on any of a branch, which go nowhere else: elsewhere nobody knows what they were.
alter table _images add column ruled smallint not null default 0;
