-- What was answered to requests that may come again, by the key they were sent with.
-- Without a status it is only known that the request was carried out.
create table _kept_answers (
  owner   text    not null,
  key     text    not null,
  digest  text    not null,
  at      integer not null,
  status  integer,
  headers text,
  body    text,
  primary key (owner, key)
) strict;
create index _kept_answers_at on _kept_answers (at);
