-- Whoever writes has this row until its commit, so that transactions of all servers come one after the
-- other.
create table _head (one smallint not null primary key);
insert into _head values (1);

-- The last transactions, so that one whose connection broke can be asked for.
create table _commits (
  token text collate "C" not null primary key,
  at    bigint not null
);

-- The secret signs what browsers carry for us. The revision grows with what somebody may do.
create table _server (
  secret   text collate "C" not null,
  revision bigint not null
);

-- Times are milliseconds since 1970. Of secrets that others carry there are only hashes.
create table _accounts (
  id         text collate "C" not null primary key,
  name       text collate "C" not null,
  key        text collate "C" not null unique,
  password   text collate "C",
  is_owner   smallint not null,
  created_at bigint not null
);

create table _sessions (
  id         text collate "C" not null primary key,
  account    text collate "C" not null references _accounts (id) on delete cascade,
  hash       text collate "C" not null unique,
  created_at bigint not null,
  used_at    bigint not null,
  expires_at bigint not null,
  address    text collate "C",
  agent      text collate "C"
);
create index _sessions_account on _sessions (account);

-- `workspaces` is a JSON array; null: all that the account may see.
create table _tokens (
  id         text collate "C" not null primary key,
  account    text collate "C" not null references _accounts (id) on delete cascade,
  hash       text collate "C" not null unique,
  name       text collate "C" not null,
  access     text collate "C" not null,
  workspaces text collate "C",
  created_at bigint not null,
  expires_at bigint,
  used_at    bigint
);
create index _tokens_account on _tokens (account);

create table _links (
  id         text collate "C" not null primary key,
  hash       text collate "C" not null unique,
  kind       text collate "C" not null,
  account    text collate "C" references _accounts (id) on delete cascade,
  workspace  text collate "C",
  role       text collate "C",
  made_by    text collate "C" references _accounts (id) on delete cascade,
  expires_at bigint not null
);
create index _links_account on _links (account);
create index _links_made_by on _links (made_by);

create table _groups (
  id   text collate "C" not null primary key,
  name text collate "C" not null,
  key  text collate "C" not null unique
);

create table _group_members (
  group_id text collate "C" not null references _groups (id) on delete cascade,
  account  text collate "C" not null references _accounts (id) on delete cascade,
  primary key (group_id, account)
);
create index _group_members_account on _group_members (account);

-- `subject` is the id of an account or of a group, as `kind` says.
create table _grants (
  workspace text collate "C" not null,
  kind      text collate "C" not null,
  subject   text collate "C" not null,
  role      text collate "C" not null,
  primary key (workspace, kind, subject)
);
create index _grants_subject on _grants (kind, subject);

create table _identities (
  provider text collate "C" not null,
  subject  text collate "C" not null,
  account  text collate "C" not null references _accounts (id) on delete cascade,
  primary key (provider, subject)
);
create index _identities_account on _identities (account);

-- How often something was tried, up to when that is forgotten.
create table _tries (
  key   text collate "C" not null primary key,
  tries bigint not null,
  until bigint not null
);
create index _tries_until on _tries (until);
