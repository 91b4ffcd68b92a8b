import { setImmediate, setImmediate as nextTurn } from 'node:timers/promises'
import { formulasOf } from '@triptych/contract/formula/formula-columns'
import type { FormulaColumn } from '@triptych/contract/formula/formula-columns'
import { renamedInFormula } from '@triptych/contract/formula/read-formula'
import type { Column, Table } from '@triptych/contract/tables'
import { keepsCells } from '../../../ports/table-changes.ts'
import type { Reshape } from '../../../ports/table-changes.ts'
import type { Dialect } from '../core/dialect.ts'
import { idRanges } from '../core/id-ranges.ts'
import { identifier, sql } from '../core/sql.ts'
import type { SqlSession, Sql } from '../core/sql.ts'
import { settleFormulas } from './settle-formulas.ts'
import { readCells } from './read-cells.ts'
import { indexKey, neededIndexes, tableIndexes } from './table-indexes.ts'
import { toStored } from './table-sql.ts'

/** So many rows are converted at a stretch before others get their turn. */
const pageRows = 1000

/** A column that stays. */
interface Kept {
  was: Column
  is: Column
  /** Its name while others get theirs: no column of a table can be called so. */
  aside: string
  /** Its cells stay as they are. */
  isSame: boolean
}

/**
 * Turns one SQL table into another. The order of the columns is the catalogue's business: SQL knows
 * them by name.
 */
export async function reshapeTable(
  session: SqlSession,
  dialect: Dialect,
  change: Reshape,
): Promise<void> {
  const { before, after, origins } = change
  const table = alterTable(session, dialect, before.name)
  const kept = keptColumns(change)
  const stays = new Set(kept.map(({ was }) => was.name))
  const rewritten = kept.filter(({ isSame }) => !isSame)

  await dropIndexes(session, dialect, change, kept)
  for (const { name } of before.columns) if (!stays.has(name)) await table.dropColumn(name)
  for (const { was, aside } of rewritten) await table.renameColumn(was.name, aside)
  for (const [from, to] of renamings(kept)) await table.renameColumn(from, to)
  for (const one of rewritten) {
    await table.addColumn(one.is)
    // What is worked out follows when all else is there.
    if (one.is.formula === undefined) await convert(session, dialect, change, one)
    await table.dropColumn(one.aside)
    if (!one.is.nullable) await table.setNullable(one.is)
  }
  for (const { was, is, isSame } of kept) {
    if (isSame && was.nullable !== is.nullable) await table.setNullable(is)
  }
  for (const column of after.columns) {
    if (origins.get(column.name) !== null) continue
    await table.addColumn(column)
    await table.fill(column)
    if (!column.nullable) await table.setNullable(column)
  }
  if (before.name !== after.name) await table.rename(after.name)
  await settleFormulas(session, dialect, after, changedFormulas(change))
  await tableIndexes(session, dialect).makeMissing(after, await numberOf(session, before))
}

/** Those that are new or other ones, or are worked out from such columns. */
function changedFormulas(change: Reshape): FormulaColumn[] {
  const { before, after, origins } = change
  const names = new Map([...origins].map(([is, was]) => [was?.toLowerCase(), is]))
  // No column is called by nothing: what reads one that is gone is other, though another has its name now.
  const newName = (name: string) => names.get(name.toLowerCase()) ?? ''
  const changed = new Set<string>()
  for (const is of after.columns) {
    const was = before.columns.find(({ name }) => name === origins.get(is.name))
    const isSame =
      was !== undefined &&
      keepsCells(change, was, is) &&
      (is.formula === undefined ||
        (was.formula !== undefined &&
          renamedInFormula(was.formula, newName) === renamedInFormula(is.formula, (name) => name)))
    if (!isSame) changed.add(is.name)
  }
  return formulasOf(after.columns).filter(
    ({ name, reads }) => changed.has(name) || [...reads].some((one) => changed.has(one)),
  )
}

function keptColumns(change: Reshape): Kept[] {
  const { before, after, origins } = change
  return after.columns.flatMap((is, index) => {
    const was = before.columns.find(({ name }) => name === origins.get(is.name))
    return was ? [{ was, is, aside: `$${index}`, isSame: keepsCells(change, was, is) }] : []
  })
}

/** Each column gets its name as soon as it is free; where they form a circle, one is put aside. */
function* renamings(kept: readonly Kept[]): Generator<[from: string, to: string]> {
  const same = kept.filter(({ isSame }) => isSame)
  // Letter case does not count in SQLite, for some letters.
  const taken = new Set(same.map(({ was }) => was.name.toLowerCase()))
  const waiting = new Map(same.map((one) => [one, one.was.name]))
  for (const [one, name] of waiting) if (name === one.is.name) waiting.delete(one)

  while (waiting.size > 0) {
    const before = waiting.size
    for (const [one, from] of waiting) {
      taken.delete(from.toLowerCase())
      const isFree = !taken.has(one.is.name.toLowerCase())
      if (isFree) yield [from, one.is.name]
      taken.add((isFree ? one.is.name : from).toLowerCase())
      if (isFree) waiting.delete(one)
    }
    const [first] = waiting
    if (!first || waiting.size < before) continue
    const [one, from] = first
    yield [from, one.aside]
    taken.delete(from.toLowerCase())
    waiting.set(one, one.aside)
  }
}

/** Drops what is not needed any more, and what stands in the way of a column that goes. */
async function dropIndexes(
  session: SqlSession,
  dialect: Dialect,
  { before, after }: Reshape,
  kept: readonly Kept[],
): Promise<void> {
  const same = kept.filter(({ isSame }) => isSame)
  const names = new Map(same.map(({ was, is }) => [was.name, is.name]))
  const lost = new Set(before.columns.map(({ name }) => name).filter((name) => !names.has(name)))
  const [ours, needed] = [neededIndexes(before), neededIndexes(after)]

  for (const index of await tableIndexes(session, dialect).all(before.name)) {
    const columns = index.columns.map((name) => names.get(name) ?? name)
    const isWhole = !index.columns.some((name) => lost.has(name))
    const isNeeded = !ours.has(indexKey(index)) || needed.has(indexKey({ ...index, columns }))
    if (!isWhole || !isNeeded) await session.define(sql`drop index ${identifier(index.name)}`)
  }
}

async function convert(
  session: SqlSession,
  dialect: Dialect,
  { before, convert: valueOf }: Reshape,
  { was, is, aside }: Kept,
): Promise<void> {
  const table = before.name
  const columns = [{ ...was, name: aside }]
  // The same text each time, so that its statement is found without looking at all of it.
  const { text } =
    sql`update ${identifier(table)} set ${identifier(is.name)} = ${0} where "id" = ${0}`
  for (let after = 0; ;) {
    const page = await readCells(session, dialect, { table, columns, after, limit: pageRows })
    for (const { id, values } of page) {
      const [value = null] = values
      if (value === null) continue
      const converted = toStored(is, valueOf(was, is, value))
      await session.run({ text, values: [converted, id] })
    }
    const last = page.at(-1)
    if (!last) return
    after = last.id
    await setImmediate()
  }
}

async function numberOf(session: SqlSession, { name }: Table): Promise<number> {
  const row = await session.get(sql`select number from _tables where name = ${name}`)
  return Number(row?.[0])
}

/** The ways in which one SQL table can be altered. */
function alterTable(session: SqlSession, dialect: Dialect, name: string) {
  const table = identifier(name)

  /** Each takes as long as the table is wide, and there may be hundreds: others get their turn. */
  async function alter(statement: Sql): Promise<void> {
    await session.define(statement)
    await nextTurn()
  }

  async function renameTo(other: string): Promise<void> {
    await alter(sql`alter table ${table} rename to ${identifier(other)}`)
  }

  return {
    /** Empty at first, and so without `not null`. */
    async addColumn({ name, type }: Column): Promise<void> {
      await alter(
        sql`alter table ${table} add column ${identifier(name)} ${dialect.columnType(type)}`,
      )
    },

    async dropColumn(name: string): Promise<void> {
      await alter(sql`alter table ${table} drop column ${identifier(name)}`)
    },

    async renameColumn(from: string, to: string): Promise<void> {
      await alter(sql`alter table ${table} rename column ${identifier(from)} to ${identifier(to)}`)
    },

    async setNullable({ name, nullable }: Column): Promise<void> {
      const action = nullable ? sql`drop` : sql`set`
      await alter(sql`alter table ${table} alter column ${identifier(name)} ${action} not null`)
    },

    /** Gives all rows the default of the column. */
    async fill(column: Column): Promise<void> {
      if (column.default === null) return
      const value = toStored(column, column.default)
      for await (const range of idRanges(session, name)) {
        await session.run(
          sql`update ${table} set ${identifier(column.name)} = ${value} where ${range}`,
        )
      }
    },

    async rename(to: string): Promise<void> {
      if (to.toLowerCase() !== name.toLowerCase()) return renameTo(to)
      // SQLite takes a name in other letters for the same one, and for taken.
      const aside = '_renamed'
      await renameTo(aside)
      await alter(sql`alter table ${identifier(aside)} rename to ${identifier(to)}`)
    },
  }
}
