-- Older servers may go on.
-- Mail addresses of accounts. Several may share one; `key` is what they are found by.
create table _mail (
  account text collate "C" not null primary key references _accounts (id) on delete cascade,
  mail    text collate "C" not null,
  key     text collate "C" not null
);
create index _mail_key on _mail (key);
