-- Views that people have for themselves: `owner` is the id of an account. The log does not tell of them.
create table _own_views (
  number       integer not null primary key,
  table_number integer not null references _tables (number) on delete cascade,
  owner        text    not null,
  name         text    not null,
  definition   text    not null,
  unique (table_number, owner, name)
) strict;
alter table _dropped add column own_views text not null default '[]';
