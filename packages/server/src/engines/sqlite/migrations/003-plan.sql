-- The plan of a workspace. The parent 0 is the top of the plan, -1 the place for tasks that nobody
-- sees yet; neither has a row. `fields` is a JSON object of what is kept and not interpreted,
-- `children` a count of the tasks directly below.
create table _tasks (
  id       integer not null primary key,
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
  version  integer not null
) strict;
create unique index _tasks_places on _tasks (parent, place) where parent <> -1;
create index _tasks_unseen on _tasks (place) where parent = -1;

-- A few tasks with children among very many without are found at once.
create index _tasks_branches on _tasks (parent) where children > 0;
create index _tasks_lazy on _tasks (lazy, children) where children > 0;

create table _links (
  id      integer not null primary key,
  source  integer not null,
  target  integer not null,
  type    text    not null,
  lag     real,
  fields  text    not null,
  version integer not null
) strict;
create index _links_from on _links (source, target, type);
create index _links_to on _links (target);

create table _resources (
  id      integer not null primary key,
  parent  integer not null,
  place   text    not null,
  fields  text    not null,
  version integer not null
) strict;
create index _resources_places on _resources (parent, place);

create table _assignments (
  id       integer not null primary key,
  task     integer not null,
  resource integer not null,
  units    real    not null,
  fields   text    not null,
  version  integer not null,
  unique (task, resource)
) strict;
create index _assignments_to on _assignments (resource);

-- One row: the revision of the last change, and the ids that are given out next.
create table _plan (
  revision        integer not null,
  next_task       integer not null,
  next_link       integer not null,
  next_assignment integer not null,
  next_resource   integer not null
) strict;
insert into _plan values (0, 1, 1, 1, 1);

-- Copies that were made one by one and belong together, for as long as more of them may come.
create table _task_copies (
  copy    integer not null primary key,
  number  integer not null,
  source  integer not null,
  is_root integer not null,
  made    integer not null
) strict;
create index _task_copies_numbers on _task_copies (number);
create index _task_copies_made on _task_copies (made);

-- What the temporary ids of a client stand for.
create table _temp_ids (
  client    text    not null,
  temporary text    not null,
  id        integer not null,
  made      integer not null,
  primary key (client, temporary)
) strict, without rowid;
create index _temp_ids_made on _temp_ids (made);
