-- Of a passkey there is the public half only. `transports` is a JSON array.
create table _passkeys (
  id         text    not null primary key,
  account    text    not null references _accounts (id) on delete cascade,
  credential text    not null unique,
  public_key text    not null,
  counter    integer not null,
  transports text    not null,
  site       text    not null,
  name       text    not null,
  is_synced  integer not null,
  created_at integer not null,
  used_at    integer
) strict;
create index _passkeys_account on _passkeys (account);
