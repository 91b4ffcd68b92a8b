-- Bytes in an object store. Entries may share them; those that no entry has are removed after a
-- while, because somebody may be reading them still.
create table _file_contents (
  id            integer not null primary key autoincrement,
  key           text    not null unique,
  size          integer not null,
  checksum      text    not null,
  unnamed_since real
) strict;
create index _file_contents_unnamed on _file_contents (unnamed_since)
  where unnamed_since is not null;

alter table _files add column content integer;
create index _files_content on _files (content) where content is not null;
