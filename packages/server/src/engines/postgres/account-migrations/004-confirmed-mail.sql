-- Older servers may go on.
-- The address that a link confirms.
alter table _links add column mail text collate "C";
