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
  link: Write
  unlink: Write
  temporary: Write
  log: Write
  plan: Write
}

/** Tables with the same columns and indexes as Triptych's, and each statement prepared once. */
export function floorStatements(db: Database.Database): FloorStatements {
  db.exec(`
    create table tasks (id integer primary key, parent integer, place text, type text, text text,
      start text, finish text, duration integer, progress integer, details text,
      children integer default 0, version integer) strict;
    create unique index places on tasks (parent, place);
    create index branches on tasks (parent) where children > 0;
    create table links (id integer primary key, source integer, target integer, type text,
      version integer) strict;
    create index links_from on links (source, target, type);
    create index links_to on links (target);
    create table temporary_ids (temporary text primary key, id integer) strict, without rowid;
    create table log (revision integer primary key, at text, actor text, area text,
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
    link: db.prepare('insert into links (source, target, type, version) values (?, ?, ?, ?)'),
    unlink: db.prepare('delete from links where source = ? or target = ?'),
    temporary: db.prepare('insert into temporary_ids values (?, ?)'),
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
