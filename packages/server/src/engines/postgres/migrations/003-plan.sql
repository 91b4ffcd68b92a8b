-- The plan of a workspace. The parent 0 is the top of the plan, -1 the place for tasks that nobody
-- sees yet; neither has a row. `fields` is a JSON object of what is kept and not interpreted,
-- `children` a count of the tasks directly below.
create table _tasks (
  id       bigint not null primary key,
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
  version  bigint not null
);
create unique index _tasks_places on _tasks (parent, place) where parent <> -1;
create index _tasks_unseen on _tasks (place) where parent = -1;

-- A few tasks with children among very many without are found at once.
create index _tasks_branches on _tasks (parent) where children > 0;
create index _tasks_lazy on _tasks (lazy, children) where children > 0;

create table _links (
  id      bigint not null primary key,
  source  bigint not null,
  target  bigint not null,
  type    text collate "C" not null,
  lag     double precision,
  fields  text collate "C" not null,
  version bigint not null
);
create index _links_from on _links (source, target, type);
create index _links_to on _links (target);

create table _resources (
  id      bigint not null primary key,
  parent  bigint not null,
  place   text collate "C" not null,
  fields  text collate "C" not null,
  version bigint not null
);
create index _resources_places on _resources (parent, place);

create table _assignments (
  id       bigint not null primary key,
  task     bigint not null,
  resource bigint not null,
  units    double precision not null,
  fields   text collate "C" not null,
  version  bigint not null,
  unique (task, resource)
);
create index _assignments_to on _assignments (resource);

-- One row: the revision of the last change, and the ids that are given out next.
create table _plan (
  revision        bigint not null,
  next_task       bigint not null,
  next_link       bigint not null,
  next_assignment bigint not null,
  next_resource   bigint not null
);
insert into _plan values (0, 1, 1, 1, 1);

-- Copies that were made one by one and belong together, for as long as more of them may come.
create table _task_copies (
  copy    bigint not null primary key,
  number  bigint not null,
  source  bigint not null,
  is_root smallint not null,
  made    bigint not null
);
create index _task_copies_numbers on _task_copies (number);
create index _task_copies_made on _task_copies (made);

-- What the temporary ids of a client stand for.
create table _temp_ids (
  client    text collate "C" not null,
  temporary text collate "C" not null,
  id        bigint not null,
  made      bigint not null,
  primary key (client, temporary)
);
create index _temp_ids_made on _temp_ids (made);
