-- The folder that a file was in before it was moved or deleted, whatever that is called by now: its id in the index.
alter table _changes add column folder integer;
