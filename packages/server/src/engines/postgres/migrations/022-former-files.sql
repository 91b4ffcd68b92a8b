-- Older servers may go on.
-- Entries of the drive as they were when the index was begun anew: those that are found again keep their ids, and with
-- them their rules, shares, comments and versions. Empty once everything was looked into.
create table _former_files (
  id     bigint not null primary key,
  parent bigint not null,
  name   text collate "C" not null,
  kind   text collate "C" not null
);
create index _former_files_name on _former_files (parent, name);
