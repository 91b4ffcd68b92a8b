-- Files and folders that people want to find again: `owner` is the id of an account, and empty where there are none. The log does not tell of them.
create table _stars (
  owner text    not null,
  entry integer not null,
  at    integer not null,
  primary key (owner, entry)
) strict;
create index _stars_entry on _stars (entry);
