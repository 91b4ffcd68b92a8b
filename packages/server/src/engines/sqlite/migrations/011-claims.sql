-- What this database has left in the object store to tell its bytes from those of a copy of it.
create table _claims (token text not null, made real not null) strict;
