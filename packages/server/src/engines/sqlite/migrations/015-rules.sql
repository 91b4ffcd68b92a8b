-- What somebody may do with a folder, a table, a column or a branch, at most. An entry of the index
-- and a task are named by their ids, a table and a column by their names, which they follow.
create table _rules (
  kind         text not null,
  thing        text not null,
  column_name  text not null,
  subject_kind text not null,
  subject      text not null,
  access       text not null,
  primary key (kind, thing, column_name, subject_kind, subject)
) strict;

-- Another one after every change of a rule. What the log has up to the horizon is told to nobody whom
-- rules bind: the things in it may have been somewhere else, or have had other rules.
create table _rules_stamp (stamp text not null, horizon integer not null) strict;
insert into _rules_stamp values ('none', 0);
