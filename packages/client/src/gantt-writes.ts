import type { Chart, ShownTask } from './gantt-chart.ts'
import { changedFields, toWire } from './gantt-wire.ts'
import { outbox } from './outbox.ts'
import type { Request, Server } from './server.ts'
import type { ServerError } from './server-error.ts'
import { realItem, tasksOf } from './gantt-ids.ts'
import type { PlanIds } from './gantt-ids.ts'
import type { Id } from './temp-ids.ts'
import type { Handlers, Params, Saved } from './widget.ts'

export interface WriteOptions {
  server: Server
  chart: Chart
  ids: PlanIds
  onSaved: ((saved: Saved) => void) | undefined
  onRefused: (failure: { action: string; error: ServerError; tasks: string[] }) => void
  /** Told when the server has copied a branch, of which only the first task is known by its id. */
  onCopied: (copy: Copy) => Promise<void>
  autoConvert: boolean | undefined
}

/** A branch that was copied, by the ids it is shown with. */
export interface Copy {
  id: Id
  below: readonly Copy[]
}

/** While a person types or drags, a task changes all the time. */
const typingMs = 400

/** What a person does in the chart, as requests. */
export function ganttWrites(options: WriteOptions) {
  const { server, chart, ids, onSaved, onRefused, onCopied, autoConvert } = options
  const box = outbox(server, { batches: true })
  /** Tasks that have changed since the server was told. */
  const changed = new Set<Id>()
  let typing: ReturnType<typeof setTimeout> | undefined
  /** Resolves when what the next write depends on is answered: ids that it may speak of, and what goes another way. */
  let ready: Promise<unknown> = Promise.resolve()
  let pending = 0
  let count = 0

  async function send(
    action: string,
    id: Id,
    make: () => Request,
    learn?: (answer: unknown) => void,
  ): Promise<boolean> {
    pending++
    count++
    // When it is refused it may have gone from the chart.
    const tasks = namesOf(action, id)
    try {
      const saved = (answer: unknown, write: string) => {
        learn?.(answer)
        onSaved?.({ action, ids: [id], write })
      }
      await ready.then(() => box.send(make, saved))
      return true
    } catch (error) {
      onRefused({ action, error: error as ServerError, tasks })
      return false
    } finally {
      pending--
    }
  }

  function namesOf(action: string, id: Id): string[] {
    const link = action.endsWith('-link') ? chart.allOf('link').byId(id) : undefined
    const about = action.endsWith('-task') ? [id] : tasksOf(link ?? {})
    return about.flatMap((one) => {
      const { text } = chart.task(one) ?? chart.known.get(one) ?? {}
      return typeof text === 'string' && text !== '' ? [text] : []
    })
  }

  const path = (kind: keyof PlanIds, id: Id) => `${kind}s/${encodeURIComponent(ids[kind].real(id))}`
  const learnId = (kind: keyof PlanIds, shown: Id) => (answer: unknown) => {
    const { id } = answer as { id?: Id }
    if (id !== undefined) ids[kind].learn(shown, id)
  }
  const realTask = (id: Id) => ids.task.real(id)

  function flush(): void {
    clearTimeout(typing)
    for (const id of changed) {
      changed.delete(id)
      const task = chart.task(id)
      if (!task) continue
      const now = toWire(task)
      const known = chart.known.get(id) ?? {}
      // One that the widget has reckoned is told only with other dates.
      const duration = known['duration'] ?? now['duration']
      const body = changedFields({ ...known, duration }, now)
      if (Object.keys(body).length === 0) continue
      chart.keep(id, { ...known, ...body })
      void send('update-task', id, () => ({ method: 'PUT', path: path('task', id), body }))
    }
  }

  /** Where a task stands now, for the server. */
  function placeOf({ id, parent }: ShownTask, event: Params): { target: Id; mode: string } {
    if (chart.isSorted() && event['target']) {
      return { target: event['target'] as Id, mode: (event['mode'] as string) ?? 'before' }
    }
    const siblings = chart.childrenOf(parent)
    const at = siblings.findIndex((sibling) => sibling.id === id)
    const [previous, next] = [siblings[at - 1], siblings[at + 1]]
    if (previous) return { target: previous.id, mode: 'after' }
    return next ? { target: next.id, mode: 'before' } : { target: parent, mode: 'child' }
  }

  /** Who gets a first child is shown unfolded, and is when the page is loaded again. */
  function keepUnfolded(parent: Id): void {
    if (parent === 0 || !chart.task(parent)?.open || chart.childrenOf(parent).length > 1) return
    const body = { open: true }
    void send('open-task', parent, () => ({ method: 'PUT', path: path('task', parent), body }))
  }

  /** What has something below it is a summary. After what made it so, as its dates are those of what is below it then. */
  function convert(id: Id): void {
    const { type, lazy, data } = chart.task(id) ?? {}
    const isAbove = lazy || data?.length
    if (!autoConvert || !id || !(isAbove ? /^(task|milestone)$/ : /^summary$/).test(type ?? ''))
      return
    chart.change(id, { type: isAbove ? 'summary' : 'task' })
  }

  const handlers: Handlers = {
    'add-task'(event) {
      const task = chart.task(event['id'] as Id)
      if (!task) return
      flush()
      const { id, parent } = task
      const fields = toWire(task)
      const { target, mode } = placeOf(task, event)
      chart.known.set(id, fields)
      const body = () => ({
        task: { ...fields, id: realTask(id), parent: realTask(parent) },
        target: realTask(target),
        mode,
      })
      void send(
        'add-task',
        id,
        () => ({ method: 'POST', path: 'tasks', body: body() }),
        learnId('task', id),
      )
      keepUnfolded(parent)
      convert(parent)
    },
    'update-task'(event) {
      changed.add(event['id'] as Id)
      if (!event['inProgress']) return flush()
      clearTimeout(typing)
      typing = setTimeout(flush, typingMs)
    },
    'move-task'(event) {
      const task = chart.task(event['id'] as Id)
      if (!task || event['inProgress']) return
      flush()
      const { id, parent } = task
      const { target, mode } = placeOf(task, event)
      const body = () => ({ operation: 'move', target: realTask(target), mode })
      void send('move-task', id, () => ({ method: 'PUT', path: path('task', id), body: body() }))
      keepUnfolded(parent)
      convert(parent)
      convert(event['source'] as Id)
    },
    'copy-task'(event) {
      const task = chart.task(event['id'] as Id)
      // The copies of a branch come one by one, too; the server copies it whole.
      if (!task || event['eventSource'] === 'copy-task') return
      flush()
      const { id } = task
      for (const copy of [task, ...chart.everyTaskBelow(id)]) chart.keep(copy.id, copy)
      const { target, mode } = placeOf(task, event)
      const copied = shapeOf(chart, id)
      const body = () => ({ operation: 'copy', id, target: realTask(target), mode, lazy: true })
      const source = event['source'] as Id
      const sent = send(
        'copy-task',
        id,
        () => ({ method: 'PUT', path: path('task', source), body: body() }),
        learnId('task', id),
      )
      pending++
      ready = sent
        .then((isDone) => (isDone ? onCopied(copied) : undefined))
        .catch((error: ServerError) => onRefused({ action: 'copy-task', error, tasks: [] }))
        .finally(() => pending--)
    },
    'delete-task'(event) {
      const id = event['id'] as Id
      flush()
      void send('delete-task', id, () => ({ method: 'DELETE', path: path('task', id) }))
      convert(event['source'] as Id)
    },
    ...itemHandlers('link'),
    ...itemHandlers('assignment'),
  }

  function itemHandlers(kind: 'link' | 'assignment'): Handlers {
    return {
      [`add-${kind}`](event) {
        const { id, eventSource } = event as { id?: Id; eventSource?: string }
        // Those inside a copied branch are copied by the server.
        if (!id || eventSource === 'copy-task') return
        flush()
        const item = toWire(event[kind] as Params)
        const body = () => ({ ...realItem(ids, item), id: ids[kind].real(id) })
        void send(
          `add-${kind}`,
          id,
          () => ({ method: 'POST', path: `${kind}s`, body: body() }),
          learnId(kind, id),
        )
      },
      [`update-${kind}`](event) {
        flush()
        const item = toWire(event[kind] as Params)
        const id = event['id'] as Id
        const made = () => ({ path: path(kind, id), body: realItem(ids, item) })
        void send(`update-${kind}`, id, () => ({ method: 'PUT', ...made() }))
      },
      [`delete-${kind}`](event) {
        flush()
        const id = event['id'] as Id
        void send(`delete-${kind}`, id, () => ({ method: 'DELETE', path: path(kind, id) }))
      },
    }
  }

  return {
    handlers,
    flush,
    /** How many writes there have been; two equal counts have none between them. */
    count: () => count,
    isPending: () => pending > 0,
    /** What is written from now on waits for `work`, whatever comes of that. */
    holdFor(work: Promise<unknown>): void {
      ready = Promise.allSettled([ready, work])
    },
    async settled() {
      for (flush(); pending > 0; flush()) {
        await ready
        await box.settled()
        await Promise.resolve()
      }
    },
  }
}

function shapeOf(chart: Chart, id: Id): Copy {
  return { id, below: chart.childrenOf(id).map((task) => shapeOf(chart, task.id)) }
}
