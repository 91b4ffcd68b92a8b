import type { Change } from '@triptych/contract/changes'
import type { StepMark } from '../../../ports/change-log.ts'
import { stepEntity } from '../../../ports/change-log.ts'
import type {
  HistoryStore,
  LogFilter,
  LogPart,
  LogSubject,
  PlaceEntry,
} from '../../../ports/history.ts'
import { markOf, valuesIn } from './log-rows.ts'
import { sqlCutHistory } from './cut-history.ts'
import type { Dialect } from './dialect.ts'
import { inParts, listed, movedFrom, named, namesAtOnce, namesInLog } from './log-names.ts'
import { join, sql } from './sql.ts'
import type { Sql, SqlSession } from './sql.ts'

/** So many entries are sorted; where there are more, some will be met soon on the way back through the log. */
const mostSorted = 5000
/** Of large entries values are left out that are longer than this. */
const longestValue = 1024

type Values = Record<string, unknown>

/** Larger entries are told of without their long values, which are not even read with others. */
const shortBytes = 16_384
/** 0: it alone is larger. */
const entryHead = sql`revision, at, actor, actor_id, origin, step, area, operation, entity,
  case when octet_length(before) > 16384 then '0' else before end,
  case when octet_length(after) > 16384 then '0' else after end`

function isShort(before: unknown, after: unknown): boolean {
  if (before === '0' || after === '0') return false
  const [was, is] = [before ?? '', after ?? ''] as [string, string]
  // A character has three bytes at most.
  if ((was.length + is.length) * 3 <= shortBytes) return true
  return Buffer.byteLength(was) + Buffer.byteLength(is) <= shortBytes
}

type Head = Omit<Change, 'before' | 'after'>

/** Nothing else is ever written. */
function headOf(row: readonly unknown[]): Head {
  const [revision, at, actor, actorId, origin, step, area, operation, entity] = row as [
    number | string,
    ...string[],
  ]
  return {
    revision: Number(revision),
    at: at!,
    actor: actor!,
    actorId: actorId ?? null,
    origin: origin ?? null,
    step: step ?? null,
    area: area as Head['area'],
    operation: operation as Head['operation'],
    entity: entity!,
  }
}

export function sqlHistory(session: SqlSession, dialect: Dialect): HistoryStore {
  async function isFew(where: Sql): Promise<boolean> {
    const row = await session.get(
      sql`select count(*) from
            (select 1 from _changes where ${where} limit ${mostSorted + 1}) as found`,
    )
    return Number(row?.[0]) <= mostSorted
  }

  async function placeOf(statement: Sql): Promise<PlaceEntry | null> {
    const row = await session.get(statement)
    if (!row) return null
    const [revision, operation, entity, thing, before, after, step] = row
    return {
      revision: Number(revision),
      operation: operation as PlaceEntry['operation'],
      entity: String(entity),
      thing: thing === null ? null : Number(thing),
      before: valuesIn(before),
      after: valuesIn(after),
      step: step as string | null,
    }
  }

  /** What is found in the order of the revisions is read at once, and all else once it is sorted. */
  async function sourceOf(of: LogSubject): Promise<{ where: Sql; isSorted: boolean }> {
    if (of.kind === 'all') return { where: sql`true`, isSorted: true }
    if (of.kind === 'thing') return { where: sql`thing = ${of.id}`, isSorted: true }
    if (of.kind === 'prefix' || of.kind === 'moved-from') {
      const { indexed, unindexed } = of.kind === 'prefix' ? named(of.prefix) : movedFrom(of.prefix)
      return (await isFew(indexed))
        ? { where: indexed, isSorted: false }
        : { where: unindexed, isSorted: true }
    }
    const [first = '', ...others] = of.names
    const unnamed = of.isUnnamed ? sql`and thing is null` : sql``
    if (others.length === 0) return { where: sql`entity = ${first} ${unnamed}`, isSorted: true }
    return { where: sql`entity in (${listed(of.names)}) ${unnamed}`, isSorted: false }
  }

  async function entriesIn(
    { of, after, before }: LogPart,
    filter: LogFilter,
    limit: number,
  ): Promise<Change[]> {
    const { where, isSorted } = await sourceOf(of)
    const within = sql`${where} and revision > ${after} and revision < ${before} ${filtered(filter)}`
    const rows = await session.all(
      isSorted
        ? sql`select ${entryHead} from _changes
              where ${within} order by revision desc limit ${limit}`
        : sql`select ${entryHead} from _changes where revision in
                (select revision from _changes where ${within} order by revision + 0 desc limit ${limit})
              order by revision desc`,
    )
    const entries: Change[] = []
    for (const row of rows) {
      const [before, after] = isShort(row[9], row[10])
        ? [valuesIn(row[9]), valuesIn(row[10])]
        : await longValues(row)
      entries.push({ ...headOf(row), before, after })
    }
    return entries
  }

  /** Read alone, as many of them would not fit into memory. */
  async function longValues(row: readonly unknown[]): Promise<[Change['before'], Change['after']]> {
    const { revision, operation } = headOf(row)
    const values = await session.get(
      sql`select before, after from _changes where revision = ${revision}`,
    )
    const [before, after] = [valuesIn(values?.[0]), valuesIn(values?.[1])]
    // Who may see a view depends on all of it.
    if (operation.startsWith('view-')) return [before, after]
    return [before && withoutLong(before), after && withoutLong(after)]
  }

  return {
    ...namesInLog(session, dialect),
    ...sqlCutHistory(session),

    async entries(part, filter, limit) {
      const { of } = part
      if (of.kind !== 'entities' || of.names.length <= namesAtOnce) {
        return entriesIn(part, filter, limit)
      }
      const found: Change[] = []
      for (const names of inParts(of.names)) {
        found.push(...(await entriesIn({ ...part, of: { ...of, names } }, filter, limit)))
      }
      return found.toSorted((a, b) => b.revision - a.revision).slice(0, limit)
    },

    lastAbout(entities, operations, before) {
      return placeOf(
        sql`select revision, operation, entity, thing, before, after, step from _changes where revision =
              (select max(revision + 0) from _changes
               where entity in (${listed(entities)}) and revision < ${before}
                 and operation in (${listed(operations)}))`,
      )
    },

    ofThing(id, which, before) {
      const direction = which === 'newest' ? sql`desc` : sql`asc`
      return placeOf(
        sql`select revision, operation, entity, thing, before, after, step from _changes
            where thing = ${id} and revision < ${before} order by revision ${direction} limit 1`,
      )
    },

    // Times go up with the revisions, but for servers whose clocks differ a little.
    async revisionAt(time) {
      const ends = await session.get(sql`select min(revision), max(revision) from _changes`)
      let [low, high] = [Number(ends?.[0] ?? 1) - 1, Number(ends?.[1] ?? 0)]
      while (low < high) {
        const middle = Math.ceil((low + high) / 2)
        const row = await session.get(sql`select at from _changes where revision = ${middle}`)
        if (String(row?.[0]) <= time) low = middle
        else high = middle - 1
      }
      return low
    },

    async stepsIn(after, upTo) {
      const rows = await session.all(
        sql`select distinct step from _changes
            where revision > ${after} and revision <= ${upTo} and step is not null`,
      )
      return rows.map(([step]) => step as string)
    },

    async ends(steps) {
      if (steps.length === 0) return new Map()
      const rows = await session.all(
        sql`select step, min(revision), max(revision) from _changes
            where step in (${listed(steps)}) group by step`,
      )
      return new Map(
        rows.map(([step, first, last]) => [
          String(step),
          { first: Number(first), last: Number(last) },
        ]),
      )
    },

    async takenBack(steps) {
      if (steps.length === 0) return new Map()
      const rows = await session.all(
        sql`select revision, step, operation, entity from _changes
            where entity in (${listed(steps.map(stepEntity))}) order by revision + 0`,
      )
      return new Map(
        rows.map(markOf).map((mark) => [mark.entity.slice(stepEntity('').length), mark] as const),
      )
    },

    async unnamed(revisions) {
      if (revisions.length === 0) return new Set()
      const rows = await session.all(
        sql`select revision from _changes where operation like 'file-%' and thing is null
              and revision in (${join(
                revisions.map((revision) => sql`${revision}`),
                ', ',
              )})`,
      )
      return new Set(rows.map(([revision]) => Number(revision)))
    },

    async aboutSteps(revisions) {
      if (revisions.length === 0) return new Map<string, StepMark>()
      const rows = await session.all(
        sql`select revision, step, operation, entity from _changes
            where area = 'history' and revision in (${join(
              revisions.map((revision) => sql`${revision}`),
              ', ',
            )})`,
      )
      return new Map(rows.map(markOf).map((mark) => [mark.step, mark] as const))
    },
  }
}

function withoutLong(values: Values): Values {
  const short = Object.entries(values).filter(
    ([, value]) => (JSON.stringify(value) ?? '').length <= longestValue,
  )
  const { $branch } = values
  return {
    ...Object.fromEntries(short),
    // How many they were is told at least.
    ...(Array.isArray($branch) && $branch.length > 0 && { $count: $branch.length + 1 }),
  }
}

const endings: Record<NonNullable<LogFilter['kind']>, readonly string[]> = {
  added: ['added', 'created', 'copied'],
  updated: ['updated', 'changed'],
  moved: ['moved'],
  deleted: ['deleted', 'ended'],
}

function filtered({ person, area, kind, from, to, step }: LogFilter): Sql {
  const conditions: Sql[] = []
  if (person !== undefined) {
    conditions.push(sql`and (actor = ${person} or actor_id = ${person})`)
  }
  if (area !== undefined) conditions.push(sql`and area = ${area}`)
  if (kind !== undefined) {
    const ways = endings[kind].map((ending) => sql`operation like ${`%-${ending}`}`)
    conditions.push({
      text: `and (${ways.map(({ text }) => text).join(' or ')})`,
      values: ways.flatMap(({ values }) => values),
    })
  }
  if (from !== undefined) conditions.push(sql`and at >= ${from}`)
  if (to !== undefined) conditions.push(sql`and at <= ${to}`)
  if (step !== undefined) conditions.push(sql`and step = ${step}`)
  return join(conditions, '')
}
