-- The secret signs what browsers carry for us. The revision grows with what somebody may do.
create table _server (
  secret   text    not null,
  revision integer not null
) strict;
insert into _server values (lower(hex(randomblob(32))), 0);

-- Times are milliseconds since 1970. Of secrets that others carry there are only hashes.
create table _accounts (
  id         text    not null primary key,
  name       text    not null,
  key        text    not null unique,
  password   text,
  is_owner   integer not null,
  created_at integer not null
) strict;

create table _sessions (
  id         text    not null primary key,
  account    text    not null references _accounts (id) on delete cascade,
  hash       text    not null unique,
  created_at integer not null,
  used_at    integer not null,
  expires_at integer not null,
  address    text,
  agent      text
) strict;
create index _sessions_account on _sessions (account);

-- `workspaces` is a JSON array; null: all that the account may see.
create table _tokens (
  id         text    not null primary key,
  account    text    not null references _accounts (id) on delete cascade,
  hash       text    not null unique,
  name       text    not null,
  access     text    not null,
  workspaces text,
  created_at integer not null,
  expires_at integer,
  used_at    integer
) strict;
create index _tokens_account on _tokens (account);

create table _links (
  id         text    not null primary key,
  hash       text    not null unique,
  kind       text    not null,
  account    text    references _accounts (id) on delete cascade,
  workspace  text,
  role       text,
  made_by    text    references _accounts (id) on delete cascade,
  expires_at integer not null
) strict;
create index _links_account on _links (account);
create index _links_made_by on _links (made_by);

create table _groups (
  id   text not null primary key,
  name text not null,
  key  text not null unique
) strict;

create table _group_members (
  group_id text not null references _groups (id) on delete cascade,
  account  text not null references _accounts (id) on delete cascade,
  primary key (group_id, account)
) strict;
create index _group_members_account on _group_members (account);

-- `subject` is the id of an account or of a group, as `kind` says.
create table _grants (
  workspace text not null,
  kind      text not null,
  subject   text not null,
  role      text not null,
  primary key (workspace, kind, subject)
) strict;
create index _grants_subject on _grants (kind, subject);

create table _identities (
  provider text not null,
  subject  text not null,
  account  text not null references _accounts (id) on delete cascade,
  primary key (provider, subject)
) strict;
create index _identities_account on _identities (account);

-- How often something was tried, up to when that is forgotten.
create table _tries (
  key   text    not null primary key,
  tries integer not null,
  until integer not null
) strict;
create index _tries_until on _tries (until);
