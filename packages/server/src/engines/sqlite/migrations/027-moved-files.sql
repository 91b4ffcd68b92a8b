-- Files that were moved, by where they were. Only the beginning of it, as paths may be long; the id is the first of the values.
create index _changes_moved_file on _changes (substr(before, 1, 200)) where operation = 'file-moved';
