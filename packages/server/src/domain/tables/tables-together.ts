import type { Table } from '@triptych/contract/tables'
import type { StoredRow, TableState, TableStore } from '../../ports/table-store.ts'

/** One statement for so many rows takes a quarter of the time. */
const rowsAtOnce = 100

interface Unwritten {
  /** New rows of one table. */
  table: Table | null
  rows: readonly StoredRow[]
  /** As they are with these rows. */
  states: ReadonlyMap<string, TableState>
  lastOrders: ReadonlyMap<string, string | null>
}

const nothing: Unwritten = { table: null, rows: [], states: new Map(), lastOrders: new Map() }

/**
 * Tables in a transaction of many changes: rows that are added one after the other are written together, and what each
 * of them asks is known from the one before. Whatever else is asked or written finds them there. A part that failed is
 * told with `undo`.
 */
export function tablesTogether(given: TableStore) {
  let now = nothing

  async function write(): Promise<void> {
    const { table, rows } = now
    if (!table) return
    now = { ...now, table: null, rows: [] }
    await given.insertMany(table, rows)
  }

  function isHeld({ name }: { name: string }): boolean {
    return now.table?.name === name
  }

  function know(name: string, state: TableState): void {
    now = { ...now, states: new Map(now.states).set(name, state) }
  }

  function knowLast(name: string, order: string | null): void {
    now = { ...now, lastOrders: new Map(now.lastOrders).set(name, order) }
  }

  /** What is not among the few below may read or write anything. */
  function afterAll<A extends unknown[], R>(method: (...input: A) => Promise<R>) {
    return async (...input: A): Promise<R> => {
      await write()
      now = nothing
      return method(...input)
    }
  }

  const others = Object.fromEntries(
    Object.entries(given).map(([name, method]) => [name, afterAll(method as Method)]),
  ) as unknown as TableStore

  const tables = {
    ...others,

    async *rows(...input: Parameters<TableStore['rows']>) {
      await write()
      yield* given.rows(...input)
    },

    async find(name: string) {
      const known = now.states.get(name)
      if (known) return known
      if (isHeld({ name })) await write()
      const found = await given.find(name)
      if (found) know(name, found)
      return found
    },
    async nextRowId(table: Table) {
      return now.states.get(table.name)?.nextId ?? others.nextRowId(table)
    },
    async lastOrder(table: Table) {
      const known = now.lastOrders.get(table.name)
      if (known !== undefined) return known
      if (isHeld(table)) await write()
      const last = await given.lastOrder(table)
      knowLast(table.name, last)
      return last
    },
    async hasRow(table: Table, id: number) {
      if (isHeld(table)) await write()
      return given.hasRow(table, id)
    },
    async refuseDuplicates(...input: Parameters<TableStore['refuseDuplicates']>) {
      if (!isAnythingUnique(input[0])) return
      await write()
      await given.refuseDuplicates(...input)
    },
    async insert(table: Table, row: StoredRow) {
      const state = now.states.get(table.name)
      if (!state || state.table !== table || !canWait(table)) {
        return others.insert(table, row)
      }
      if (!isHeld(table)) await write()
      now = { ...now, table, rows: [...now.rows, row] }
      const nextId = Math.max(state.nextId, row.id + 1)
      know(table.name, { ...state, revision: row.version, nextId, widest: null })
      const last = now.lastOrders.get(table.name)
      if (last !== undefined && (last === null || last < row.order)) knowLast(table.name, row.order)
    },
  } satisfies TableStore

  return {
    tables,
    unwritten: () => now,
    undo(before: Unwritten): void {
      now = before
    },
    /** To be called between two parts: what is written in one that fails has to be written again. */
    async writeSome(): Promise<void> {
      if (now.rows.length >= rowsAtOnce) await write()
    },
    write,
  }
}

type Method = (...input: unknown[]) => Promise<unknown>

/** A database may find a text too long for an index, and then it must be known which row has it. */
function canWait(table: Table): boolean {
  return table.indexes.length === 0 && !isAnythingUnique(table)
}

function isAnythingUnique({ columns, indexes }: Table): boolean {
  return columns.some(({ unique }) => unique) || indexes.some(({ unique }) => unique)
}
