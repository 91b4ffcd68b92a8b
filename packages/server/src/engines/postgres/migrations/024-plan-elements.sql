-- Older servers may go on.
-- Elements of a file that a plan was imported from, as they came, so that they can be written again.
-- `revision` is that of the plan before the import. Rows outlive what they belong to, as that may be brought back.
create table _plan_elements (
  kind     text collate "C" not null,
  id       bigint not null,
  revision bigint not null,
  xml      text collate "C" not null,
  primary key (kind, id)
);
