-- Searches do not mind accents any more: names that are not plain anyway get another key.
insert into _file_names (_file_names, rowid, name)
  select 'delete', id, folded from _files where folded is not null;
update _files set folded = plain_text(name) where folded is not null;
insert into _file_names (rowid, name) select id, folded from _files where folded is not null;
