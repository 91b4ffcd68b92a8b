import type { Column, Row as StoredRow } from '@triptych/contract/tables'
import type { Outbox } from './outbox.ts'
import type { Request } from './server.ts'
import { ServerError } from './server-error.ts'
import type { Row, Write } from './shown-rows.ts'
import { cellOut } from './table-cells.ts'
import type { tableRows } from './table-rows.ts'
import type { Id, TempIds } from './temp-ids.ts'
import type { Failure, Params } from './widget.ts'

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
  onError: (failure: Failure) => void
}

/** What a person did in the grid, on its way to the server. Each resolves when it is saved or refused. */
export function tableWrites(options: WritesOptions) {
  const { box, ids, rows, table, columns, rowIn, asksFor, onError } = options

  return {
    async update(action: string, id: Id, values: Params): Promise<void> {
      const write = rows.begin({ kind: 'update', id, values: known(values) })
      const body = { row: cellsOut(values) }
      const answer = await send(action, write, () => ({ method: 'PUT', path: at(id), body }))
      if (!answer) return
      // What others changed in the meantime came as news of its own, and may be newer.
      const { id: _, ...saved } = rowIn(answer)
      rows.change(id, Object.fromEntries(Object.keys(values).map((key) => [key, saved[key]])))
      rows.forget(write)
      if (asksFor(Object.keys(values))) rows.refresh(0)
    },

    /** Answers whether the row is there now. */
    async add(action: string, row: Row, place: { before?: Id; after?: Id }): Promise<boolean> {
      const { id } = row
      const write = rows.begin({ kind: 'add', id, row, ...place })
      const make = (): Request => {
        const real = ids.real(id)
        const { before, after } = place
        const body = {
          row: cellsOut(row),
          ...(typeof real === 'number' && { id: real }),
          ...(before && { before: ids.real(before) }),
          ...(after && { after: ids.real(after) }),
        }
        return { method: 'POST', path: table(), body }
      }
      const answer = await send(action, write, make, (made) => ids.learn(id, made.id))
      if (answer) rows.done(write)
      return answer !== null
    },

    async delete(action: string, id: Id): Promise<void> {
      const write = rows.begin({ kind: 'delete', id })
      const answer = await send(action, write, () => ({ method: 'DELETE', path: at(id) }))
      if (answer) rows.done(write)
    },

    async move(action: string, id: Id, target: Id, mode: 'before' | 'after'): Promise<void> {
      const make = (): Request => ({
        method: 'PUT',
        path: at(id),
        body: { operation: 'move', target: ids.real(target), mode },
      })
      if (await send(action, null, make)) rows.refresh(0)
    },
  }

  async function send(
    action: string,
    write: Write | null,
    make: () => Request,
    learn?: (answer: StoredRow) => void,
  ): Promise<StoredRow | null> {
    try {
      return (await box.send(make, learn as (answer: unknown) => void)) as StoredRow
    } catch (error) {
      if (!(error instanceof ServerError)) throw error
      if (write) rows.forget(write)
      rows.refresh(0)
      await rows.settled()
      onError({ action, error })
      return null
    }
  }

  function at(id: Id): string {
    return `${table()}/${encodeURIComponent(ids.real(id))}`
  }

  /** Without what is the grid's own. */
  function known(values: Params): Params {
    const names = columns().flatMap(({ name }) => (name in values ? [name] : []))
    return Object.fromEntries(names.map((name) => [name, values[name]]))
  }

  function cellsOut(values: Params): Params {
    const given = columns().filter(({ name }) => values[name] !== undefined)
    return Object.fromEntries(
      given.map((column) => [column.name, cellOut(column, values[column.name])]),
    )
  }
}
