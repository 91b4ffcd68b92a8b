-- Older servers may go on.
-- Which folder the files lie in, where others could have another one.
create table _drive (home text collate "C" not null);
