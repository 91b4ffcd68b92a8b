-- What people say about a task, a row, a file or a folder. A file is known by its id in the index, a
-- row by its table, whose name it follows. What is said of something that is gone waits for it to
-- come back.
create table _comments (
  id         text    not null primary key,
  kind       text    not null,
  table_name text    not null,
  thing      integer not null,
  author     text    not null,
  author_id  text,
  text       text    not null,
  mentions   text    not null,
  at         integer not null,
  edited_at  integer
) strict;
create index _comments_thing on _comments (kind, table_name, thing, at);
