import type { ILink, TID } from '@svar-ui/react-gantt'
import { quoted } from '../../quoted.ts'
import type { GridPlan, GridTask } from './grid-plan.ts'
import { predecessorsIn, predecessorsText } from './predecessor-text.ts'
import type { Predecessor } from './predecessor-text.ts'
import { taskAtWbs, wbsOf } from './wbs.ts'
import { t } from '../../words/words.ts'

export function linksText({ id }: GridTask, { api, linksTo }: GridPlan): string {
  const { tasks } = api.getState()
  const waits = (linksTo.get(id) ?? [])
    // One whose task is not loaded has no number yet.
    .filter(({ source }) => tasks.byId(source))
    .map((link) => ({ ...link, wbs: wbsOf(tasks, link.source) }))
    .toSorted((a, b) => a.wbs.localeCompare(b.wbs, undefined, { numeric: true }))
  return predecessorsText(waits)
}

/** Makes the links of a task those that were typed; answers what is wrong. */
export function keepLinks(task: GridTask, text: string, plan: GridPlan): string | null {
  const { api, linksTo } = plan
  const { tasks } = api.getState()
  const said = predecessorsIn(text)
  if (typeof said === 'string') return t('“{said}” is none. Write 3, 1.2SS or 3FS+2d.', { said })
  const wanted = new Map<TID, Predecessor>()
  for (const one of said) {
    const source = taskAtWbs(tasks, one.wbs)
    if (source === null) return t('There is no task {wbs}.', { wbs: one.wbs })
    if (source === task.id) return t('A task cannot wait for itself.')
    const wrong = whyNot(task.id, source, plan)
    if (wrong !== null) return wrong
    if (wanted.has(source)) {
      return t('{task} ({wbs}) is named twice.', { task: nameIn(plan, source), wbs: one.wbs })
    }
    wanted.set(source, one)
  }
  for (const link of linksTo.get(task.id) ?? []) {
    const now = wanted.get(link.source)
    if (!now && tasks.byId(link.source)) void api.exec('delete-link', { id: link.id! })
    if (now && !isSame(link, now)) {
      void api.exec('update-link', { id: link.id!, link: fieldsOf(now) })
    }
    wanted.delete(link.source)
  }
  for (const [source, one] of wanted) {
    void api.exec('add-link', { link: { source, target: task.id, ...fieldsOf(one) } })
  }
  return null
}

function fieldsOf({ type, lag, lagUnit }: Predecessor) {
  return { type, ...(lag !== 0 ? { lag, lagUnit } : { lag: 0 }) }
}

function isSame(link: ILink, { type, lag, lagUnit }: Predecessor): boolean {
  const { lag: before = 0, lagUnit: unit = 'd' } = link as { lag?: number; lagUnit?: string }
  return link.type === type && before === lag && (lag === 0 || unit === lagUnit)
}

/** Why a task cannot wait for another, as far as that is seen here; the rest is the server's to say. */
function whyNot(task: TID, source: TID, plan: GridPlan): string | null {
  const name = (id: TID) => nameIn(plan, id)
  for (const [part, whole] of [
    [task, source],
    [source, task],
  ] as const) {
    if (isBelow(plan, part, whole)) {
      const names = { task: name(part), summary: name(whole) }
      return t('{task} is part of {summary}: neither can wait for the other.', names)
    }
  }
  const way = wayTo(source, task, plan.linksTo)
  if (!way) return null
  const names = { task: name(task), source: name(source), way: way.map(name).join(' → ') }
  return t('{task} cannot wait for {source}, which waits for it already: {way}.', names)
}

function nameIn({ api }: GridPlan, id: TID): string {
  return quoted(api.getState().tasks.byId(id)?.text ?? '')
}

function isBelow({ api }: GridPlan, task: TID, above: TID): boolean {
  for (
    let at = api.getState().tasks.byId(task)?.parent;
    at;
    at = api.getState().tasks.byId(at)?.parent
  ) {
    if (at === above) return true
  }
  return false
}

/** The tasks by way of which one waits for another, from that other on; `null`: it does not. */
function wayTo(task: TID, other: TID, linksTo: GridPlan['linksTo']): TID[] | null {
  const next = new Map<TID, TID | null>([[task, null]])
  for (const one of next.keys()) {
    for (const { source } of linksTo.get(one) ?? []) {
      if (!next.has(source)) next.set(source, one)
    }
  }
  if (!next.has(other)) return null
  const way: TID[] = []
  for (let at: TID | null | undefined = other; at; at = next.get(at)) way.push(at)
  return way
}
