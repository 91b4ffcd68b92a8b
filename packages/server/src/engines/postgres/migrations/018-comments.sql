-- What people say about a task, a row, a file or a folder. A file is known by its id in the index, a
-- row by its table, whose name it follows. What is said of something that is gone waits for it to
-- come back. Older servers would tell of it to those whom rules keep the thing from.
create table _comments (
  id         text collate "C" not null primary key,
  kind       text collate "C" not null,
  table_name text collate "C" not null,
  thing      bigint not null,
  author     text collate "C" not null,
  author_id  text collate "C",
  text       text collate "C" not null,
  mentions   text collate "C" not null,
  at         bigint not null,
  edited_at  bigint
);
create index _comments_thing on _comments (kind, table_name, thing, at);
