-- Older servers may go on.
-- What this database has left in the object store to tell its bytes from those of a copy of it.
create table _claims (token text collate "C" not null, made double precision not null);
