-- Older servers may go on.
-- How people call the workspace, beside its name in addresses; no row where that is all.
create table _title (title text not null primary key);
