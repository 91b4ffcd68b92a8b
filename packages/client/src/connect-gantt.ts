import { firstLoad } from './first-load.ts'
import { ganttChart } from './gantt-chart.ts'
import type { GanttApi } from './gantt-chart.ts'
import { planIds } from './gantt-ids.ts'
import { ganttList } from './gantt-list.ts'
import { ganttLive } from './gantt-live.ts'
import { ganttShow } from './gantt-show.ts'
import { ganttTeam, newTempId } from './gantt-team.ts'
import type { Team } from './gantt-team.ts'
import { ganttWrites } from './gantt-writes.ts'
import type { ServerError } from './server-error.ts'
import type { Id } from './temp-ids.ts'
import { endOfChain } from './widget.ts'
import type { Connection, ConnectOptions, Handlers, Params } from './widget.ts'

export interface GanttOptions extends ConnectOptions {
  /**
   * Told who works on what, at first and whenever that changes. An edition of the widget that knows
   * resources takes `resources` as its property, and keeps the assignments itself.
   */
  onTeam?: (team: Team) => void
  /**
   * Whether a task that gets its first one below it becomes a summary, and a summary that loses its last one a task
   * again, in the same step: as `summary={{ autoConvert: true }}` of the PRO edition does.
   */
  autoConvert?: boolean
}

export interface GanttConnection extends Connection {
  /** What is done from now on is sent when this is answered: it depends on something that goes another way. */
  holdFor(work: Promise<unknown>): void
  /** Lets exactly these resources work on a task. */
  assign(task: Id, resources: readonly Id[]): void
  /** The number by which the server knows a task; until it is saved, its id here. */
  realId(task: Id): Id
  /** The id by which this chart knows a task of the server. */
  shownId(task: Id): Id
  /** The number by which the server knows a link; until it is saved, its id here. */
  realLinkId(link: Id): Id
  /** The id by which this chart knows a link of the server. */
  shownLinkId(link: Id): Id
  /** The number by which the server knows an assignment; until it is saved, its id here. */
  realAssignmentId(assignment: Id): Id
  /** Loads the branches on demand above a task; answers whether there is such a task. */
  reach(task: Id): Promise<boolean>
}

/**
 * Fills a Gantt with the plan of a workspace, saves what the person does, and shows what others do.
 * The widget needs no data of its own: `init={(api) => connectGantt(api, { server })}`.
 */
export function connectGantt(api: GanttApi, options: GanttOptions): GanttConnection {
  const { server, onError, onTeam } = options
  const tag = Symbol('connectGantt')
  const ids = planIds()
  const team = ganttTeam(onTeam)
  const chart = ganttChart(api, team)
  const over = new AbortController()
  let isStopped = false
  let isLoaded = false
  let endFollow: (() => void) | null = null
  const refused: { action: string; error: ServerError; tasks: string[] }[] = []

  const list = ganttList({ server, chart, ids, isPatient: () => isLoaded && !isStopped })
  const writes = ganttWrites({
    server,
    chart,
    ids,
    onSaved: options.onSaved,
    onCopied: (copy) => show.learnCopy(copy),
    autoConvert: options.autoConvert,
    onRefused(failure) {
      const { action, error, tasks } = failure
      // What follows from one thing that was refused is mostly refused for the same reason.
      const told = refused.find((one) => one.action === action && one.error.code === error.code)
      if (!told) refused.push(failure)
      else if (!action.endsWith('-link')) told.tasks.push(...tasks)
      show.markStale({ roots: [0], links: true })
    },
  })
  const endWriter = server.addWriter(async () => {
    writes.flush()
    await writes.settled()
  })
  const show = ganttShow({
    chart,
    ids,
    list,
    writes,
    isStopped: () => isStopped,
    onFailure: (error) => onError?.({ action: 'request-data', error }),
    onShown() {
      for (const failure of refused.splice(0)) onError?.(failure)
    },
  })
  const live = ganttLive({
    chart,
    ids,
    writes,
    show,
    loadResources,
    isOurs: ({ origin }) => origin?.startsWith(server.origin) ?? false,
    isStopped: () => isStopped,
  })

  const sent: Handlers = {}
  for (const [action, handle] of Object.entries(writes.handlers)) {
    sent[action] = (event) => (isStopped || chart.isShowing() ? undefined : handle?.(event))
  }
  api.setNext(endOfChain(sent))
  api.on('request-data', ({ id }) => void show.unfold(id as Id), { tag })

  function assignBy(action: string, event: Params): void {
    if (chart.knowsAssignments()) return void api.exec(action, event)
    team.exec(action, event as { id: Id })
    sent[action]?.(event)
  }

  async function load(): Promise<void> {
    const end =
      endFollow ??
      (await server.follow({
        change: (change) => live.tell(change),
        reload: () => show.markStale({ roots: [0], links: true }),
      }))
    if (isStopped) return end()
    endFollow = end
    await show.load()
    await loadResources()
    isLoaded = true
  }

  async function loadResources(): Promise<void> {
    if (onTeam) team.setResources(await list.resources())
  }

  const loaded = firstLoad(load, {
    signal: over.signal,
    onLoad: options.onLoad,
    onFailure: (error) => onError?.({ action: 'request-data', error }),
  })
  // Whoever does not wait for it is told by `onError`.
  loaded.catch(() => {})

  return {
    loaded,
    async reload() {
      show.markStale({ roots: [0], links: true })
      await show.settled()
    },
    async settled() {
      await loaded
      await show.settled()
    },
    assign(task, resources) {
      const present = chart
        .allOf('assignment')
        .map((one) => one)
        .filter((one) => one['task'] === task)
      for (const { id, resource } of present) {
        if (!resources.includes(resource as Id)) assignBy('delete-assignment', { id })
      }
      const known = new Set(present.map(({ resource }) => resource))
      for (const resource of resources.filter((one) => !known.has(one))) {
        const assignment = { task, resource, units: 100 }
        assignBy('add-assignment', { id: newTempId(), assignment })
      }
    },
    holdFor: (work) => writes.holdFor(work),
    realId: (task) => ids.task.real(task),
    shownId: (task) => ids.task.shown(task),
    realLinkId: (link) => ids.link.real(link),
    shownLinkId: (link) => ids.link.shown(link),
    realAssignmentId: (assignment) => ids.assignment.real(assignment),
    async reach(task) {
      await loaded
      for (const branch of await list.branchesAbove(task)) await show.unfold(branch)
      return chart.task(task) !== undefined
    },
    stop() {
      isStopped = true
      over.abort()
      writes.flush()
      endFollow?.()
      api.detach(tag)
      void writes.settled().then(endWriter)
    },
  }
}
