-- The tree of a drive. Row 1 is what people see, row 2 what is hidden from them.
-- `date` is `modified` as it is sent; `folded` is what searches compare, where it is not just the
-- name in lower case; `count`, `bytes`, `files` and `folders` are sums over what is below.
create table _files (
  id       integer not null primary key autoincrement,
  parent   integer,
  name     text    not null,
  kind     text    not null,
  size     integer not null,
  modified real    not null,
  date     text    not null,
  -- Wider than a signed integer on some disks.
  inode    real    not null,
  folded   text,
  count    integer not null default 0,
  bytes    integer not null default 0,
  files    integer not null default 0,
  folders  integer not null default 0,
  version  integer not null default 1,
  stamp    text,
  unique (parent, name)
) strict;
insert into _files (id, name, kind, size, modified, date, inode) values
  (1, '', 'folder', 0, 0, '1970-01-01T00:00:00.000Z', 0),
  (2, '', 'folder', 0, 0, '1970-01-01T00:00:00.000Z', 0);

-- A few folders among very many files are found at once.
create index _files_folders on _files (parent, name) where kind = 'folder';

-- Which names have which three characters in a row. It keeps no text of its own: whoever takes a
-- name out says again what it was.
create virtual table _file_names using fts5 (
  name, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1'
);

create table _file_intents (
  id    integer not null primary key autoincrement,
  steps text    not null
) strict;
