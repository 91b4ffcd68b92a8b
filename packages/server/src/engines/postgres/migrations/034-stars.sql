-- Older servers may go on.
-- Files and folders that people want to find again: `owner` is the id of an account, and empty where there are none. The log does not tell of them.
create table _stars (
  owner text   collate "C" not null,
  entry bigint not null,
  at    bigint not null,
  primary key (owner, entry)
);
create index _stars_entry on _stars (entry);
