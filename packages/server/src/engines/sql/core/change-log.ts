import { entryBytes, newEntry, stepEntity } from '../../../ports/change-log.ts'
import type {
  ChangeLog,
  LaterEntry,
  NewEntry,
  StepEntry,
  StepMark,
} from '../../../ports/change-log.ts'
import type { LogEnd } from '../../../ports/log-chain.ts'
import type { Dialect } from './dialect.ts'
import { everything, keptEntryOf, markOf, statementsFor, valuesIn } from './log-rows.ts'
import type { Kept } from './log-rows.ts'
import { join, logEndOf, newestEntry, sql } from './sql.ts'
import type { Sql, SqlSession } from './sql.ts'

/** What an entry of a page may have of values; those of others are read alone, as nobody knows how large they are. */
const pagedValues = 2048

/**
 * Put together by hand, as the values are JSON already and there may be very many of them. Most are changes of a task or
 * a row, of which less is told; these have names that need no quoting.
 */
function laterItem(dialect: Dialect): Sql {
  const was = sql`case when octet_length(before) > ${pagedText} then '0' else coalesce(before, 'null') end`
  return sql`case when operation in (${join(simpleTexts, ', ')})
    then concat(revision, ',"', operation, '","', entity, '",', ${was})
    else concat(revision, ',"', operation, '",', ${dialect.quoted(sql`entity`)}, ',', ${was}, ',',
      case when operation not in (${needingAfter}) then 'null'
        when octet_length(after) > ${pagedText} then '0' else coalesce(after, 'null') end, ',',
      coalesce(cast(thing as text), 'null')) end`
}

/** Told with what was before and nothing else. */
const simple: ReadonlySet<string> = new Set([
  'task-updated',
  'task-moved',
  'row-updated',
  'row-moved',
])
const simpleTexts: Sql[] = [...simple].map((operation) => ({ text: `'${operation}'`, values: [] }))

/** In the text, so that it is no value to be bound. */
const pagedText: Sql = { text: String(pagedValues), values: [] }
const needingAfter = sql`'task-copied', 'table-changed', 'table-created', 'rows-moved', 'file-moved', 'file-added'`

/** 0: they are to be read alone. */
type LaterValues = LaterEntry['before'] | 0

interface LaterItem extends Omit<LaterEntry, 'before' | 'after'> {
  before: LaterValues
  after: LaterValues
}

/** One list of all that is told of each, which is parsed in less time than a list of lists. */
function laterIn(json: Uint8Array): LaterItem[] {
  const told = JSON.parse(utf8.decode(json)) as never[]
  const items: LaterItem[] = []
  for (let at = 0; at < told.length;) {
    const isSimple = simple.has(told[at + 1]!)
    items.push({
      revision: told[at]!,
      operation: told[at + 1]!,
      entity: told[at + 2]!,
      before: told[at + 3]!,
      after: isSimple ? null : told[at + 4]!,
      thing: isSimple ? null : told[at + 5]!,
    })
    at += isSimple ? 4 : 6
  }
  return items
}

function isLong({ before, after }: LaterItem): boolean {
  return before === 0 || after === 0
}

const utf8 = new TextDecoder()

/** A condition: an entry is about a thing, or about what is named below it; behind the slash comes the 0. */
function named(entity: string): Sql {
  return sql`and (entity = ${entity} or (entity >= ${`${entity}/`} and entity < ${`${entity}0`}))`
}

/** In the order of code points, which is that of all texts here. */
export function beginsWith(text: Sql, prefix: string): Sql {
  const end = prefix.slice(0, -1) + String.fromCodePoint(prefix.codePointAt(prefix.length - 1)! + 1)
  return sql`${text} >= ${prefix} and ${text} < ${end}`
}

/** An entry as it goes over the wire. */
function entryObject(dialect: Dialect): Sql {
  return dialect.object({
    revision: sql`revision`,
    at: sql`at`,
    actor: sql`actor`,
    actorId: sql`actor_id`,
    origin: sql`origin`,
    step: sql`step`,
    area: sql`area`,
    operation: sql`operation`,
    entity: sql`entity`,
    before: dialect.json(sql`before`),
    after: dialect.json(sql`after`),
  })
}

export function sqlChangeLog(session: SqlSession, dialect: Dialect): ChangeLog {
  const entryJson = entryObject(dialect)

  const laterJson = laterItem(dialect)
  const add = adding(session)

  /** The last revision of a page; its sizes are known without reading the values. */
  async function lastThatFits(revision: number, limit: number): Promise<number> {
    const sizes = await session.all(
      sql`select revision, coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0)
          from _changes where revision > ${revision} order by revision limit ${limit}`,
    )
    let bytes = 0
    let last = revision
    for (const [number, size] of sizes) {
      bytes += Number(size)
      if (last > revision && bytes > entryBytes) break
      last = Number(number)
    }
    return last
  }

  async function longEntry(item: LaterItem): Promise<{ size: number; entry: LaterEntry }> {
    const row = await session.get(
      sql`select before, after from _changes where revision = ${item.revision}`,
    )
    const [before, after] = (row ?? [null, null]) as [Kept, Kept]
    const entry = {
      ...item,
      before: valuesIn(before),
      after: item.after === null ? null : valuesIn(after),
    }
    return { size: (before?.length ?? 0) + (after?.length ?? 0), entry }
  }

  return {
    async head() {
      const row = await session.get(newestEntry)
      return logEndOf(row).revision
    },

    async since(revision, limit) {
      const last = await lastThatFits(revision, limit)
      const rows = await session.all(
        sql`select revision, ${entryJson} from _changes
            where revision > ${revision} and revision <= ${last} order by revision`,
      )
      return rows.map(([number, json]) => ({ revision: Number(number), json: String(json) }))
    },

    async keptSince(revision, limit) {
      const last = await lastThatFits(revision, limit)
      const rows = await session.all(
        sql`select ${everything} from _changes
            where revision > ${revision} and revision <= ${last} order by revision`,
      )
      return rows.map(keptEntryOf)
    },

    async marksOf({ actor, actorId, origin }, before, limit) {
      const found: StepMark[] = []
      for (const isOfClient of originsOf(origin)) {
        const rows = await session.all(
          sql`select revision, step, operation, entity from _changes
              where step is not null and revision < ${before}
                and ${isOfClient}
                and ${actorId === null ? sql`actor_id is null` : sql`actor_id = ${actorId}`}
                and actor = ${actor}
              order by revision desc limit ${limit}`,
        )
        found.push(...rows.map(markOf))
      }
      return found.toSorted((one, other) => other.revision - one.revision).slice(0, limit)
    },

    async bytesOfStep(step) {
      const row = await session.get(
        sql`select count(*), sum(coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0))
            from _changes where step = ${step}`,
      )
      return Number(row?.[0]) === 0 ? null : Number(row?.[1])
    },

    async ofStep(step) {
      const rows = await session.all(
        sql`select revision, step, operation, entity, area, before, after, thing, folder from _changes
            where step = ${step} order by revision`,
      )
      return rows.map((row) => ({
        ...markOf(row),
        area: row[4] as StepEntry['area'],
        before: valuesIn(row[5]),
        after: valuesIn(row[6]),
        thing: row[7] === null ? null : Number(row[7]),
        folder: row[8] === null ? null : Number(row[8]),
      }))
    },

    async lastOfStep(step) {
      const row = await session.get(
        sql`select revision, step, operation, entity from _changes
            where step = ${step} order by revision desc limit 1`,
      )
      return row ? markOf(row) : null
    },

    async lastOn(entity, operations) {
      const named = join(
        operations.map((operation) => sql`${operation}`),
        ', ',
      )
      const row = await session.get(
        sql`select revision, step, operation, entity from _changes
            where entity = ${entity} and operation in (${named}) and step is not null
            order by revision desc limit 1`,
      )
      return row ? markOf(row) : null
    },

    async lastTakenBack(step, before = Number.MAX_SAFE_INTEGER) {
      const row = await session.get(
        sql`select revision, step, operation, entity from _changes
            where entity = ${stepEntity(step)} and revision < ${before} order by revision desc limit 1`,
      )
      return row ? markOf(row) : null
    },

    async later(of, after, before, limit) {
      const most = Math.min(limit, Math.floor(entryBytes / pagedValues))
      const page = await session.get(
        sql`select ${dialect.arrayBytes(sql`item`)} from (
              select ${laterJson} as item from _changes
              where revision > ${after} and revision < ${before} and area = ${of.area}
                ${of.entity === undefined ? sql`` : named(of.entity)}
              order by revision desc limit ${most}
            ) as page`,
      )
      const items = laterIn(page?.[0] as Uint8Array)
      if (!items.some(isLong)) return items as LaterEntry[]
      const entries: LaterEntry[] = []
      for (let bytes = 0; bytes <= entryBytes && entries.length < items.length;) {
        const item = items[entries.length]!
        const { size, entry } = isLong(item) ? await longEntry(item) : { size: 0, entry: item }
        bytes += size
        entries.push(entry as LaterEntry)
      }
      return entries
    },

    async isOfFiles(step) {
      const row = await session.get(
        sql`select 1 from _changes where step = ${step} and operation like 'file-%' limit 1`,
      )
      return row !== undefined && row !== null
    },

    async stepsBelow(prefix, { after, before, except }, limit) {
      const rows = await session.all(
        sql`select distinct step from _changes
            where ${beginsWith(sql`entity`, prefix)} and revision > ${after} and revision < ${before}
              and (step is null or step <> ${except}) and operation like 'file-%' limit ${limit}`,
      )
      return rows.map(([step]) => step as string | null)
    },

    append: (change, by) => add([newEntry(change, by)]),

    async appendAll(entries) {
      await add(entries)
    },
  }
}

/** So many wait at most: they go into one statement. */
const mostLate = 50

interface Late {
  end: LogEnd
  entries: NewEntry[]
}

/** Answers the revision of the last one. */
function adding(session: SqlSession): (entries: readonly NewEntry[]) => Promise<number> {
  const { kept, late } = session

  async function addNow(entries: readonly NewEntry[]): Promise<number> {
    const end = await session.logEnd()
    for (const [statement, last] of statementsFor(end, entries)) {
      await session.append(statement, last)
    }
    return end.revision + entries.length
  }
  if (!kept || !late) return addNow

  function waiting(end: LogEnd): Late {
    const found = (kept?.get('_changes') as Late | undefined) ?? { end, entries: [] }
    kept?.set('_changes', found)
    return found
  }

  function write({ end, entries }: Late): void {
    kept?.delete('_changes')
    for (const [statement, last] of statementsFor(end, entries)) late?.append(statement, last)
  }

  return async (added) => {
    let revision = 0
    for (let at = 0; at < added.length;) {
      const found = waiting(await session.logEnd())
      const some = added.slice(at, at + mostLate - found.entries.length)
      found.entries.push(...some)
      revision = found.end.revision + found.entries.length
      late.put('_changes', () => write(found))
      if (found.entries.length === mostLate) late.write('_changes')
      at += some.length
    }
    return revision
  }
}

/** A client by itself, and with marks of its own behind its name; apart, as each is a range of the index. */
function originsOf(client: string | null): Sql[] {
  if (client === null) return [sql`origin is null`]
  // The sign that follows upon a hyphen is the dot.
  return [sql`origin = ${client}`, sql`origin >= ${`${client}--`} and origin < ${`${client}-.`}`]
}
