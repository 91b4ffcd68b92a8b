import { randomUUID } from 'node:crypto'
import type { Access } from '@triptych/contract/rules'
import type { FileNode } from '../../../ports/file-index.ts'
import type { RuleStore, StoredRule } from '../../../ports/rules.ts'
import { newestEntry, sql } from './sql.ts'
import type { Sql, SqlSession } from './sql.ts'

export function sqlRuleStore(session: SqlSession): RuleStore {
  const stampAnew = () => session.run(newStamp())

  async function all(): Promise<StoredRule[]> {
    const rows = await session.all(
      sql`select kind, thing, column_name, subject_kind, subject, access from _rules
            order by kind, thing, column_name, subject_kind, subject`,
    )
    return rows.map(ruleOf)
  }

  async function insert({ thing, subject, access }: StoredRule): Promise<void> {
    await session.insert(
      sql`insert into _rules (kind, thing, column_name, subject_kind, subject, access) values (
            ${thing.kind}, ${thing.id}, ${thing.column}, ${subject.kind}, ${subject.id}, ${access})`,
    )
  }

  /** They go with what they are about; of those that have hidden it `goneThing` stays. */
  async function end(which: Sql): Promise<void> {
    await session.run(
      sql`insert into _rules (kind, thing, column_name, subject_kind, subject, access)
          select distinct 'gone', '', '', subject_kind, subject, access from _rules
          where access = 'none' and kind <> 'gone' and ${which}
          on conflict do nothing`,
    )
    await session.run(sql`delete from _rules where kind <> 'gone' and ${which}`)
  }

  return {
    all,

    async stamp() {
      const row = await session.get(sql`select stamp from _rules_stamp`)
      return String(row?.[0])
    },

    async horizon() {
      const row = await session.get(sql`select horizon from _rules_stamp`)
      return Number(row?.[0])
    },

    async isOn(kind, id) {
      const row = await session.get(
        sql`select 1 from _rules where kind = ${kind} and thing = ${id} limit 1`,
      )
      return row !== undefined && row !== null
    },

    async has(kind) {
      const row = await session.get(sql`select 1 from _rules where kind = ${kind} limit 1`)
      return row !== undefined && row !== null
    },

    touch: (horizon) => session.run(newStamp(horizon)),

    async count() {
      const row = await session.get(sql`select count(*) from _rules where kind <> 'gone'`)
      return Number(row?.[0])
    },

    async find(thing, subject) {
      const row = await session.get(
        sql`select access from _rules where kind = ${thing.kind} and thing = ${thing.id}
              and column_name = ${thing.column} and subject_kind = ${subject.kind}
              and subject = ${subject.id}`,
      )
      return row ? (row[0] as Access) : null
    },

    async set(thing, subject, access) {
      await session.run(
        sql`delete from _rules where kind = ${thing.kind} and thing = ${thing.id}
              and column_name = ${thing.column} and subject_kind = ${subject.kind}
              and subject = ${subject.id}`,
      )
      if (access !== null) await insert({ thing, subject, access })
      await stampAnew()
    },

    async remove({ kind, id, column }) {
      await end(
        kind === 'table'
          ? sql`kind in ('table', 'column') and thing = ${id}`
          : sql`kind = ${kind} and thing = ${id} and column_name = ${column}`,
      )
      await stampAnew()
    },

    async renameTable(from, to) {
      await session.run(
        sql`update _rules set thing = ${to} where kind in ('table', 'column') and thing = ${from}`,
      )
      await stampAnew()
    },

    async renameColumns(table, names) {
      const rules = (await all()).filter(
        ({ thing }) => thing.kind === 'column' && thing.id === table,
      )
      if (rules.length === 0) return
      const lost = new Set(
        rules.map(({ thing }) => thing.column).filter((name) => !names.has(name)),
      )
      for (const name of lost) {
        await end(sql`kind = 'column' and thing = ${table} and column_name = ${name}`)
      }
      await session.run(sql`delete from _rules where kind = 'column' and thing = ${table}`)
      for (const rule of rules) {
        const column = names.get(rule.thing.column)
        if (column !== undefined) await insert({ ...rule, thing: { ...rule.thing, column } })
      }
      await stampAnew()
    },

    async removeBranches(tasks) {
      const rows = await session.all(sql`select distinct thing from _rules where kind = 'branch'`)
      const gone = new Set(rows.length === 0 ? [] : tasks.map(String))
      const things = rows.map(([thing]) => String(thing)).filter((thing) => gone.has(thing))
      for (const thing of things) {
        await end(sql`kind = 'branch' and thing = ${thing}`)
      }
      if (things.length > 0) await stampAnew()
    },

    async removeStale() {
      await end(
        sql`kind = 'folder'
              and not exists (select 1 from _files where cast(_files.id as text) = thing)
              and not exists (select 1 from _former_files where cast(id as text) = thing)`,
      )
      await end(
        sql`kind = 'branch' and thing <> '0'
              and not exists (select 1 from _tasks where cast(_tasks.id as text) = thing)`,
      )
      await stampAnew()
    },
  }
}

/** The change itself may be written to the log before or after this, so one more entry is behind the horizon. */
const nextHorizon = sql`(select coalesce(max(revision), 0) + 1 from (${newestEntry}) as newest)`

function newStamp(horizon: number | null = null): Sql {
  return sql`update _rules_stamp set stamp = ${randomUUID()},
    horizon = ${horizon === null ? nextHorizon : sql`${horizon}`}`
}

/**
 * To be called before an entry of the index gets another place or goes: if it has rules, or holds something that has,
 * the log speaks of that by paths that are no more. Files are many, and asked about themselves only.
 */
export async function touchIfRuled(
  session: SqlSession,
  { id, kind }: Pick<FileNode, 'id' | 'kind'>,
): Promise<void> {
  const isRuled =
    kind === 'folder'
      ? sql`${id} in (
          with recursive up (id) as (
            select cast(thing as bigint) from _rules where kind = 'folder'
            union
            select _files.parent from _files join up on _files.id = up.id where _files.parent is not null
          ) select id from up)`
      : sql`exists (select 1 from _rules where kind = 'folder' and thing = ${String(id)})`
  await session.run(sql`${newStamp()} where ${isRuled}`)
}

/** The same for all of them, where the index is begun anew: until they are found again nobody knows their paths. */
export async function touchAll(session: SqlSession): Promise<void> {
  await session.run(sql`${newStamp()} where exists (select 1 from _rules where kind = 'folder')`)
}

/** Nothing else is ever written. */
function ruleOf([kind, id, column, subjectKind, subject, access]: unknown[]): StoredRule {
  return {
    thing: {
      kind: kind as StoredRule['thing']['kind'],
      id: String(id),
      column: String(column),
    },
    subject: { kind: subjectKind as StoredRule['subject']['kind'], id: String(subject) },
    access: access as Access,
  }
}
