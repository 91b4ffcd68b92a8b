-- Where all tasks stood once. `revision` is that of the plan then, `whole` whether it was all tasks, `number` that by which
-- files of other programs know it. `gone` is the revision of its deletion: it goes when the log is cut.
create table _baselines (
  id        integer not null primary key,
  name      text    not null,
  made      text    not null,
  author    text    not null,
  author_id text,
  revision  integer not null,
  tasks     integer not null,
  whole     integer not null,
  number    integer,
  version   integer not null,
  gone      integer
) strict;
create table _baseline_tasks (
  baseline integer not null,
  id       integer not null,
  type     text    not null,
  text     text    not null,
  start    text    not null,
  finish   text,
  duration real,
  progress real    not null,
  length   real,
  work     real,
  primary key (baseline, id)
) strict, without rowid;
alter table _plan add column next_baseline integer not null default 1;
