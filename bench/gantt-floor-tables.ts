import type Database from 'better-sqlite3'
import type { PlanTask } from './gantt-plan.ts'

type Write = Database.Statement

export interface FloorStatements {
  list: Database.Statement<[]>
  row: Database.Statement<[number], Record<string, unknown>>
  insert: Write
  text: Write
  place: Write
  dates: Write
  progress: Write
  move: Write
  children: Write
  count: Write
  remove: Write
  /** The last place below a parent, and the next one behind a place there. */
  lastPlace: Database.Statement<[number], string>
  nextPlace: Database.Statement<[unknown, unknown], string>
  link: Write
  linksAt: Database.Statement<[number, number], Record<string, unknown>>
  unlink: Write
  unassign: Write
  forgetCopy: Write
  temporary: Write
  log: Write
  plan: Write
}

/** Tables with the same columns and indexes as Triptych's, and each statement prepared once. */
export function floorStatements(db: Database.Database): FloorStatements {
  db.exec(`
    create table tasks (id integer primary key, parent integer, place text, type text, text text,
      start text, finish text, duration integer, progress integer, details text,
      open integer default 0, lazy integer, children integer default 0, version integer) strict;
    create unique index places on tasks (parent, place);
    create index branches on tasks (parent) where children > 0;
    create index lazy_branches on tasks (lazy, children) where children > 0;
    create table links (id integer primary key, source integer, target integer, type text,
      lag real, fields text, version integer) strict;
    create index links_from on links (source, target, type);
    create index links_to on links (target);
    create table assignments (id integer primary key, task integer, resource integer, units real,
      fields text, version integer, unique (task, resource)) strict;
    create table task_copies (copy integer primary key, number integer, made integer) strict;
    create table temporary_ids (client text, temporary text, id integer, made integer,
      primary key (client, temporary)) strict, without rowid;
    create index temporary_ids_made on temporary_ids (made);
    create table log (revision integer primary key, at text, actor text, origin text, area text,
      operation text, entity text, before text, after text) strict;
    create table plan (revision integer, next_task integer, next_link integer) strict;
    insert into plan values (0, 1, 1)`)
  return {
    list: db
      .prepare<[]>(
        `select json_group_array(json_object('id', id, 'parent', parent, 'type', type,
           'text', text, 'start', start, 'end', finish, 'duration', duration,
           'progress', progress, 'details', details))
         from (select * from tasks order by parent, place)`,
      )
      .pluck(),
    row: db.prepare('select * from tasks where id = ?'),
    insert: db.prepare(
      `insert into tasks (id, parent, place, type, text, start, finish, duration, progress,
         details, version) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    text: db.prepare('update tasks set text = ?, version = ? where id = ?'),
    place: db.prepare('update tasks set place = ?, version = ? where id = ?'),
    dates: db.prepare('update tasks set start = ?, finish = ?, version = ? where id = ?'),
    progress: db.prepare('update tasks set progress = ?, version = ? where id = ?'),
    move: db.prepare('update tasks set parent = ?, place = ?, version = ? where id = ?'),
    children: db.prepare('update tasks set children = children + ? where id = ?'),
    count: db.prepare(
      'update tasks set children = (select count(*) from tasks as below where below.parent = tasks.id)',
    ),
    remove: db.prepare('delete from tasks where id = ?'),
    lastPlace: db
      .prepare<[number], string>('select max(place) from tasks where parent = ?')
      .pluck(),
    nextPlace: db
      .prepare<[unknown, unknown], string>(
        'select min(place) from tasks where parent = ? and place > ?',
      )
      .pluck(),
    link: db.prepare(
      "insert into links (source, target, type, fields, version) values (?, ?, ?, '{}', ?)",
    ),
    linksAt: db.prepare('select * from links where source = ? or target = ?'),
    unlink: db.prepare('delete from links where source = ? or target = ?'),
    unassign: db.prepare('delete from assignments where task = ?'),
    forgetCopy: db.prepare('delete from task_copies where copy = ?'),
    temporary: db.prepare("insert into temporary_ids values ('local/', ?, ?, ?)"),
    log: db.prepare(
      `insert into log (at, actor, area, operation, entity, before, after)
       values (?, 'local', 'gantt', ?, ?, ?, ?)`,
    ),
    plan: db.prepare('update plan set revision = ?, next_task = ?'),
  }
}

export function valuesOf(task: PlanTask, place: string, version: number): unknown[] {
  const { id, parent, type, text, start, end, duration, progress, details } = task
  return [id, parent, place, type, text, start, end, duration, progress, details, version]
}
