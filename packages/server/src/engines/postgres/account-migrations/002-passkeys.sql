-- Older servers may go on.
-- Of a passkey there is the public half only. `transports` is a JSON array.
create table _passkeys (
  id         text collate "C" not null primary key,
  account    text collate "C" not null references _accounts (id) on delete cascade,
  credential text collate "C" not null unique,
  public_key text collate "C" not null,
  counter    bigint not null,
  transports text collate "C" not null,
  site       text collate "C" not null,
  name       text collate "C" not null,
  is_synced  smallint not null,
  created_at bigint not null,
  used_at    bigint
);
create index _passkeys_account on _passkeys (account);
