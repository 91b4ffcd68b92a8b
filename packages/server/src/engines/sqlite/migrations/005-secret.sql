-- Signs what clients carry for us, such as cursors.
alter table _identity add column secret text not null default '';
update _identity set secret = lower(hex(randomblob(32)));

-- How many bytes the longest text in a table has at most, so that pages need not be measured before
-- they are made; null where nobody knows.
alter table _tables add column widest integer;
