import { valuesOf } from './gantt-floor-tables.ts'
import type { FloorStatements } from './gantt-floor-tables.ts'
import { taskOf } from './gantt-plan.ts'

export interface BatchItem {
  url: string
  method: string
  data?: Record<string, unknown>
}

/** Item after item in the transaction of the caller, with the entries of the log and what they need. */
export function runBatch(
  statements: FloorStatements,
  items: BatchItem[],
  lastId: number,
): { answers: { id: number }[]; lastId: number } {
  const { row, log, children } = statements
  const known = new Map<unknown, number>()
  const idOf = (value: unknown): number => known.get(value) ?? Number(value)
  let id = lastId
  let revision = 0

  function writeLog(operation: string, entity: string, before: unknown, after: unknown): void {
    const [old, made] = [before && JSON.stringify(before), after && JSON.stringify(after)]
    const { lastInsertRowid } = log.run(new Date().toISOString(), operation, entity, old, made)
    revision = Number(lastInsertRowid)
  }

  function add(data: Record<string, unknown>): number {
    const parent = idOf(data['parent'])
    const task = { ...taskOf(++id, parent), ...data, id, parent }
    const place = placeBehind(statements.lastPlace.get(parent) ?? '', id)
    writeLog('task-added', `tasks/${id}`, null, { ...task, $order: place })
    statements.insert.run(valuesOf(task, place, revision))
    children.run(1, parent)
    remember(data['id'], id)
    return id
  }

  function remember(temporary: unknown, real: number): void {
    known.set(temporary, real)
    statements.temporary.run(temporary, real, Date.now())
  }

  function link({ source, target, type, id: temporary }: Record<string, unknown>): number {
    const ends = { source: idOf(source), target: idOf(target), type }
    writeLog('link-added', 'links/1', null, ends)
    const made = statements.link.run(ends.source, ends.target, type, revision)
    const real = Number(made.lastInsertRowid)
    remember(temporary, real)
    return real
  }

  function move(one: number, target: number): void {
    const [task, beside] = [row.get(one), row.get(target)]
    const { parent: under, place: lower } = beside ?? {}
    // A key between two cannot be made without the other; how it is made does not matter here.
    statements.nextPlace.get(under, lower)
    const place = `${String(lower).slice(0, 10)}${(one + revision).toString(36)}`
    const { parent, place: old } = task ?? {}
    const after = { parent: under, $order: place }
    writeLog('task-moved', `tasks/${one}`, { parent, $order: old }, after)
    statements.move.run(after.parent, place, revision, one)
    if (parent === after.parent) return
    children.run(-1, parent)
    children.run(1, after.parent)
  }

  function update(one: number, { start, end, progress }: Record<string, unknown>): void {
    const old = row.get(one)
    const entity = `tasks/${one}`
    if (progress !== undefined) {
      writeLog('task-updated', entity, { progress: old?.['progress'] }, { progress })
      return void statements.progress.run(progress, revision, one)
    }
    const before = { start: old?.['start'], end: old?.['finish'] }
    writeLog('task-updated', entity, before, { start, end })
    statements.dates.run(start, end, revision, one)
  }

  function remove(one: number): void {
    const old = row.get(one)
    const $links = statements.linksAt.all(one, one)
    writeLog('task-deleted', `tasks/${one}`, { ...old, $links }, null)
    statements.unlink.run(one, one)
    statements.unassign.run(one)
    statements.forgetCopy.run(one)
    statements.remove.run(one)
    children.run(-1, old?.['parent'])
  }

  const answers = items.map(({ url, method, data = {} }) => {
    if (url === 'links') return { id: link(data) }
    if (method === 'POST') return { id: add(data) }
    const one = idOf(url.slice('tasks/'.length))
    if (method === 'DELETE') remove(one)
    else if (data['operation'] === 'move') move(one, idOf(data['target']))
    else update(one, data)
    return { id: one }
  })
  statements.plan.run(revision, id)
  return { answers, lastId: id }
}

/** As short as an order key of ours. */
function placeBehind(last: string, id: number): string {
  const place = `c${String(id).padStart(6, '0')}`
  return last < place ? place : `${last}1`
}
