-- What was answered to requests that may come again, by the key they were sent with.
-- Without a status it is only known that the request was carried out.
create table _kept_answers (
  owner   text collate "C" not null,
  key     text collate "C" not null,
  digest  text collate "C" not null,
  at      bigint not null,
  status  bigint,
  headers text collate "C",
  body    text collate "C",
  primary key (owner, key)
);
create index _kept_answers_at on _kept_answers (at);
