-- Signs what clients carry for us, such as cursors.
alter table _identity add column secret text not null default '';
update _identity set secret = lower(hex(randomblob(32)));
