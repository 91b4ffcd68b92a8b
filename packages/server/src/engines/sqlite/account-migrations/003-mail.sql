-- Mail addresses of accounts. Several may share one; `key` is what they are found by.
create table _mail (
  account text not null primary key references _accounts (id) on delete cascade,
  mail    text not null,
  key     text not null
) strict;
create index _mail_key on _mail (key);
