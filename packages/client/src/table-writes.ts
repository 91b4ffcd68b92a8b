import type { Column, Row as StoredRow } from '@triptych/contract/tables'
import type { Outbox } from './outbox.ts'
import type { Request } from './server.ts'
import { ServerError } from './server-error.ts'
import type { Row, Write } from './shown-rows.ts'
import { cellOut } from './table-cells.ts'
import type { tableRows } from './table-rows.ts'
import type { Id, TempIds } from './temp-ids.ts'
import type { Failure, Params, Saved } from './widget.ts'

export interface WritesOptions {
  box: Outbox
  ids: TempIds
  rows: ReturnType<typeof tableRows>
  /** Escaped, for an address. */
  table: () => string
  columns: () => readonly Column[]
  rowIn: (row: StoredRow) => Row
  /** Whether a change of these columns brings a row to another place. */
  asksFor: (columns: string[]) => boolean
  onSaved: ((saved: Saved) => void) | undefined
  onError: (failure: Failure) => void
}

interface Sent {
  action: string
  id: Id
  write?: Write | undefined
  /** The columns that are written. */
  names?: readonly string[]
  make: () => Request
  learn?: (answer: StoredRow) => void
}

/** What a person did in the grid, on its way to the server. Each resolves when it is saved or refused. */
export function tableWrites(options: WritesOptions) {
  const { box, ids, rows, table, columns, rowIn, asksFor, onSaved, onError } = options

  return {
    async update(action: string, id: Id, values: Params): Promise<void> {
      const names = columns().flatMap(({ name }) => (name in values ? [name] : []))
      const [write] = rows.begin([
        { kind: 'update', id, values: picked(values, names), told: new Set<string>() },
      ])
      const row = cellsOut(values)
      const make = (): Request => {
        // What was told until now came before it, and is not news to what is sent only now.
        write!.told.clear()
        return { method: 'PUT', path: at(id), body: { row } }
      }
      const answer = await send({ action, id, write, names, make })
      if (!answer) return
      // What is worked out from them is in the answer, too.
      const worked = columns().flatMap(({ name, formula }) => (formula === undefined ? [] : [name]))
      rows.saved(write!, picked(rowIn(answer), [...names, ...worked]))
      if (asksFor([...names, ...worked])) rows.refresh(0)
    },

    /** Answers whether the row is there now. */
    async add(action: string, row: Row, event: Params): Promise<boolean> {
      const { id } = row
      const { before, after } = event as { before?: Id; after?: Id }
      const [write] = rows.begin([{ kind: 'add', id, row, before, after }])
      const make = (): Request => {
        const real = ids.real(id)
        const body = {
          row: cellsOut(row),
          ...(typeof real === 'number' && { id: real }),
          ...(before && { before: ids.real(before) }),
          ...(after && { after: ids.real(after) }),
        }
        return { method: 'POST', path: table(), body }
      }
      const learn = (made: StoredRow) => ids.learn(id, made.id)
      const answer = await send({ action, id, write, make, learn })
      if (answer) rows.done([write!])
      return answer !== null
    },

    async delete(action: string, id: Id): Promise<void> {
      const [write] = rows.begin([{ kind: 'delete', id }])
      const make = (): Request => ({ method: 'DELETE', path: at(id) })
      if (await send({ action, id, write, make })) rows.done([write!])
    },

    async move(action: string, id: Id, target: Id, mode: 'before' | 'after'): Promise<void> {
      const make = (): Request => ({
        method: 'PUT',
        path: at(id),
        body: { operation: 'move', target: ids.real(target), mode },
      })
      if (await send({ action, id, make })) rows.refresh(0)
    },
  }

  async function send({ action, id, write, names, make, learn }: Sent): Promise<StoredRow | null> {
    try {
      const answer = await box.send(make, (saved, mark) => {
        learn?.(saved as StoredRow)
        onSaved?.({ action, ids: [id], write: mark })
      })
      return answer as StoredRow
    } catch (error) {
      if (!(error instanceof ServerError)) throw error
      if (write) rows.forget([write])
      rows.refresh(0)
      await rows.settled()
      onError({ action, error, ...(names && { cells: { id, columns: names } }) })
      return null
    }
  }

  function at(id: Id): string {
    return `${table()}/${encodeURIComponent(ids.real(id))}`
  }

  function cellsOut(values: Params): Params {
    const given = columns().filter(({ name }) => values[name] !== undefined)
    return Object.fromEntries(
      given.map((column) => [column.name, cellOut(column, values[column.name])]),
    )
  }
}

function picked(values: Params, names: readonly string[]): Params {
  return Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : [])))
}
