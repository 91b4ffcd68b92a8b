import type { ILink, TID } from '@svar-ui/react-gantt'
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
    if (waitsFor(source, task.id, linksTo))
      return t('Task {wbs} waits for this one already.', { wbs: one.wbs })
    if (wanted.has(source)) return t('Task {wbs} is named twice.', { wbs: one.wbs })
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

/** Whether one waits for another, be it by way of others. */
function waitsFor(task: TID, other: TID, linksTo: GridPlan['linksTo']): boolean {
  const seen = new Set<TID>([task])
  for (const one of seen) {
    for (const { source } of linksTo.get(one) ?? []) {
      if (source === other) return true
      seen.add(source)
    }
  }
  return false
}
