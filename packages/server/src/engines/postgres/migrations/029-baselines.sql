-- Older servers may go on.
-- Where all tasks stood once. `revision` is that of the plan then, `whole` whether it was all tasks, `number` that by which
-- files of other programs know it. `gone` is the revision of its deletion: it goes when the log is cut.
create table _baselines (
  id        bigint not null primary key,
  name      text collate "C" not null,
  made      text collate "C" not null,
  author    text collate "C" not null,
  author_id text collate "C",
  revision  bigint not null,
  tasks     bigint not null,
  whole     smallint not null,
  number    smallint,
  version   bigint not null,
  gone      bigint
);
create table _baseline_tasks (
  baseline bigint not null,
  id       bigint not null,
  type     text collate "C" not null,
  text     text collate "C" not null,
  start    text collate "C" not null,
  finish   text collate "C",
  duration double precision,
  progress double precision not null,
  length   double precision,
  work     double precision,
  primary key (baseline, id)
);
alter table _plan add column next_baseline bigint not null default 1;
