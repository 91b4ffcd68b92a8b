-- Older servers may go on.
-- How many bytes a folder may hold, by the number of its entry: so it follows the folder wherever it
-- goes. Entry 1 is the whole drive.
create table _quotas (folder bigint not null primary key, bytes bigint not null);
