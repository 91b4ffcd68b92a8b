-- Columns can name the rows of other tables, and tables have indexes.
update _tables set definition = json_set(
  definition,
  '$.columns', (select json_group_array(json_set(value, '$.reference', null))
                from json_each(definition, '$.columns')),
  '$.indexes', json('[]')
);

-- The names of the tables that have a reference to this one, as JSON; so that to delete a row costs
-- nothing where nobody can refer to it.
alter table _tables add column referrers text not null default '[]';

-- Saved views. They lie apart from the definitions, which are read with every request.
create table _views (
  number       integer not null primary key,
  table_number integer not null references _tables (number) on delete cascade,
  name         text    not null,
  definition   text    not null,
  unique (table_number, name)
) strict;
