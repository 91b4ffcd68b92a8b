import type Database from 'better-sqlite3'
import { runBatch } from './gantt-floor-batch.ts'
import type { BatchItem } from './gantt-floor-batch.ts'
import { floorStatements, valuesOf } from './gantt-floor-tables.ts'
import type { PlanTask } from './gantt-plan.ts'

/** A plan that checks nothing: what is written is the same as Triptych writes, and the log of it too. */
export interface FloorPlan {
  list(): string
  /** One row and one entry of the log. */
  change(id: number, values: { place?: string; text?: string }): string
  batch(items: BatchItem[]): string
  /** All tasks once more, as they are at hand in memory. */
  copy(): string
  removeCopies(): string
  /** Runs whatever came in one turn of the event loop in one transaction. */
  together(work: () => string, done: (json: string) => void): void
}

export function openFloorPlan(db: Database.Database, tasks: PlanTask[]): FloorPlan {
  const statements = floorStatements(db)
  const { insert, log, row } = statements
  const count = tasks.length
  let lastId = count

  function insertAll(shift: number, version: number): void {
    for (const [index, task] of tasks.entries()) {
      const parent = task.parent === 0 ? 0 : task.parent + shift
      const place = `${shift === 0 ? 'a' : 'b'}${String(index + shift).padStart(6, '0')}`
      insert.run(valuesOf({ ...task, id: task.id + shift, parent }, place, version))
    }
  }
  db.transaction(() => {
    insertAll(0, 0)
    statements.count.run()
  })()

  return {
    list: () => statements.list.get() as string,

    change(id, values) {
      const before = row.get(id)
      const [key, value] = Object.entries(values)[0] as [keyof typeof values, string]
      const version = writeLog('task-updated', id, { [key]: before?.[key] }, values)
      if (key === 'place') statements.place.run(value, version, id)
      else statements.text.run(value, version, id)
      return `{"id":${id}}`
    },

    batch: (items) =>
      JSON.stringify(
        db.transaction(() => {
          const done = runBatch(statements, items, lastId)
          lastId = done.lastId
          return done.answers
        })(),
      ),

    copy() {
      const shift = lastId
      db.transaction(() => {
        const [root, ...branch] = tasks.map((task) => ({
          ...task,
          id: task.id + shift,
          parent: task.parent + shift,
          $order: 'a0',
        }))
        const version = writeLog('task-copied', shift + 1, null, { ...root, $branch: branch })
        insertAll(shift, version)
      })()
      lastId += count
      return `{"id":${shift + 1}}`
    },

    removeCopies() {
      db.prepare('delete from tasks where id > ?').run(count)
      return '{}'
    },

    together: groupCommit(db),
  }

  function writeLog(operation: string, id: number, before: object | null, after: object): number {
    const at = new Date().toISOString()
    const entity = `tasks/${id}`
    const json = before && JSON.stringify(before)
    return Number(log.run(at, operation, entity, json, JSON.stringify(after)).lastInsertRowid)
  }
}

function groupCommit(db: Database.Database): FloorPlan['together'] {
  const begin = db.prepare('begin immediate')
  const commit = db.prepare('commit')
  let waiting: { work: () => string; done: (json: string) => void }[] = []

  function flush(): void {
    const group = waiting
    waiting = []
    begin.run()
    const answers = group.map(({ work }) => work())
    commit.run()
    for (const [index, { done }] of group.entries()) done(answers[index] as string)
  }
  return (work, done) => {
    if (waiting.push({ work, done }) === 1) setImmediate(flush)
  }
}
