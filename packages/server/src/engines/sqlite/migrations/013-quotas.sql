-- How many bytes a folder may hold, by the number of its entry: so it follows the folder wherever it
-- goes. Entry 1 is the whole drive.
create table _quotas (folder integer not null primary key, bytes integer not null) strict;
