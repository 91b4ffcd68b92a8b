-- What somebody may do with a folder, a table, a column or a branch, at most. An entry of the index
-- and a task are named by their ids, a table and a column by their names, which they follow.
create table _rules (
  kind         text collate "C" not null,
  thing        text collate "C" not null,
  column_name  text collate "C" not null,
  subject_kind text collate "C" not null,
  subject      text collate "C" not null,
  access       text collate "C" not null,
  primary key (kind, thing, column_name, subject_kind, subject)
);

-- Another one after every change of a rule. What the log has up to the horizon is told to nobody whom
-- rules bind: the things in it may have been somewhere else, or have had other rules.
create table _rules_stamp (stamp text collate "C" not null, horizon bigint not null);
insert into _rules_stamp values ('none', 0);
