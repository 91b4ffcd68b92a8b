-- Which folder the files lie in, where others could have another one.
create table _drive (home text not null) strict;
