-- Older servers may go on.
-- When people work: `fields` is a JSON object with all that a calendar says.
create table _calendars (
  id      bigint not null primary key,
  fields  text collate "C" not null,
  version bigint not null
);

-- How the plan is scheduled, a JSON object; what it does not say is as it always was.
alter table _plan add column next_calendar bigint not null default 1;
alter table _plan add column schedule text collate "C" not null default '{}';
