import type { Column, Row as StoredRow } from '@triptych/contract/tables'
import type { Outbox } from './outbox.ts'
import type { Request } from './server.ts'
import { ServerError } from './server-error.ts'
import type { Row, Write } from './shown-rows.ts'
import { cellOut } from './table-cells.ts'
import type { tableRows } from './table-rows.ts'
import { tableSteps } from './table-steps.ts'
import type { Turn } from './table-steps.ts'
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

interface Sent {
  action: string
  turn?: Turn
  write?: Write
  make: () => Request
  learn?: (answer: StoredRow) => void
  /** Whether a row, or its absence, is what was wanted. */
  isDone?: (row: StoredRow | null) => boolean
}

/** What a person did in the grid, on its way to the server. Each resolves when it is saved or refused. */
export function tableWrites(options: WritesOptions) {
  const { box, ids, rows, table, columns, rowIn, asksFor, onError } = options
  const steps = tableSteps()

  return {
    /** `event` is what the grid tells of it, with the row as it was `before`. */
    async update(action: string, id: Id, values: Params, event: Params): Promise<void> {
      const before = cellsOut(picked(event['before'] as Params | undefined, Object.keys(values)))
      const turn = steps.turn(id, event, { before, after: cellsOut(values) })
      const expected = turn.expected()
      // The grid takes whole rows back, also what was not changed here.
      const names = Object.keys(known(expected ? picked(values, Object.keys(expected)) : values))
      const write = rows.begin({ kind: 'update', id, values: picked(values, names) })
      const row = cellsOut(picked(values, names))
      const make = (): Request => ({ method: 'PUT', path: at(id), body: { row } })
      const learn = (saved: StoredRow) => turn.saved(picked(saved, names))
      const isDone = (now: StoredRow | null) => now !== null && isLike(now, row)
      const answer = await send({ action, turn, write, make, learn, isDone }, id)
      if (!answer) return
      // What others changed in the meantime came as news of its own, and may be newer.
      rows.change(id, picked(rowIn(answer), names))
      rows.forget(write)
      if (asksFor(names)) rows.refresh(0)
    },

    /** Answers whether the row is there now. */
    async add(action: string, row: Row, event: Params): Promise<boolean> {
      const { id } = row
      const { before, after } = event as { before?: Id; after?: Id }
      const turn = steps.turn(id, event, { before: null, after: cellsOut(row) })
      const write = rows.begin({ kind: 'add', id, row, before, after })
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
      const learn = (made: StoredRow) => {
        ids.learn(id, made.id)
        turn.saved(made)
      }
      const answer = await send({ action, turn, write, make, learn }, id)
      if (answer) rows.done(write)
      return answer !== null
    },

    async delete(action: string, id: Id, event: Params): Promise<void> {
      const turn = steps.turn(id, event, { before: null, after: null })
      const write = rows.begin({ kind: 'delete', id })
      const make = (): Request => ({ method: 'DELETE', path: at(id) })
      const answer = await send({ action, turn, write, make, isDone: isGone }, id)
      if (answer) rows.done(write)
    },

    async move(action: string, id: Id, target: Id, mode: 'before' | 'after'): Promise<void> {
      const make = (): Request => ({
        method: 'PUT',
        path: at(id),
        body: { operation: 'move', target: ids.real(target), mode },
      })
      if (await send({ action, make }, id)) rows.refresh(0)
    },
  }

  async function send(sent: Sent, id: Id): Promise<StoredRow | null> {
    const { action, turn, write, make, learn } = sent
    try {
      const answer = turn?.expected()
        ? await sendIfUnchanged({ ...sent, turn }, id)
        : await box.send(make, learn as (answer: unknown) => void)
      return answer as StoredRow
    } catch (error) {
      if (!(error instanceof ServerError)) throw error
      turn?.refused()
      if (write) rows.forget(write)
      rows.refresh(0)
      await rows.settled()
      onError({ action: turn?.way ?? action, error })
      return null
    }
  }

  /** Both are in the outbox at once, so that nothing done here comes between them. */
  async function sendIfUnchanged({ turn, make, learn, isDone }: Sent & { turn: Turn }, id: Id) {
    let current: StoredRow | null = null
    let version = ''
    const reading = box.send(
      () => ({ method: 'GET', path: at(id), onVersion: (tag) => (version = tag) }),
      (row) => (current = row as StoredRow),
    )
    const writing = box.send(
      () => {
        if (isLike(current, turn.expected())) return { ...make(), ifMatch: version }
        throw new ServerError(412, 'tables.row_changed', 'Somebody else has changed it since.')
      },
      learn as (answer: unknown) => void,
    )
    try {
      const [, answer] = await Promise.all([reading, writing])
      return answer
    } catch (error) {
      const now = error instanceof ServerError ? error.details['current'] : undefined
      // It was changed by this very write, whose answer was lost.
      if (now !== undefined && isDone?.(now as StoredRow | null)) return now ?? {}
      throw error
    }
  }

  function at(id: Id): string {
    return `${table()}/${encodeURIComponent(ids.real(id))}`
  }

  /** Without what is the grid's own. */
  function known(values: Params): Params {
    return picked(
      values,
      columns().map(({ name }) => name),
    )
  }

  function cellsOut(values: Params): Params {
    const given = columns().filter(({ name }) => values[name] !== undefined)
    return Object.fromEntries(
      given.map((column) => [column.name, cellOut(column, values[column.name])]),
    )
  }
}

function picked(values: Params = {}, names: readonly string[]): Params {
  return Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : [])))
}

function isGone(row: StoredRow | null): boolean {
  return row === null
}

function isLike(row: Params | null, cells: Params | null): boolean {
  return Object.entries(cells ?? {}).every(
    ([name, value]) => JSON.stringify(row?.[name]) === JSON.stringify(value),
  )
}
