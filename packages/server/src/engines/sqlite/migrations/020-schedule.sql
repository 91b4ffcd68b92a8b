-- When people work: `fields` is a JSON object with all that a calendar says.
create table _calendars (
  id      integer not null primary key,
  fields  text not null,
  version integer not null
) strict;

-- How the plan is scheduled, a JSON object; what it does not say is as it always was.
alter table _plan add column next_calendar integer not null default 1;
alter table _plan add column schedule text not null default '{}';
