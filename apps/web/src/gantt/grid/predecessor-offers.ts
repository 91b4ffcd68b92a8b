import type { ITask, TID } from '@svar-ui/react-gantt'
import { plainText } from '../plain-text.ts'
import type { GridPlan, GridTask } from './grid-plan.ts'
import { lastPart, predecessorsIn } from './predecessor-text.ts'

/** What may be meant by what was typed so far. */
export interface Offer {
  id: TID
  number: string
  name: string
  /** What it is part of, which tells tasks of one name apart. */
  above: string
  /** The whole text with it. */
  text: string
}

export interface Offers {
  list: readonly Offer[]
  /** Enter takes the first: what was typed is no number, and means nothing else. */
  isMeant: boolean
}

const mostOffers = 8

/** Tasks by the name or number that is being typed; before anything is, those right above. */
export function predecessorOffers(text: string, task: GridTask, plan: GridPlan): Offers {
  const { before, part } = lastPart(text)
  const [, number = '', rest = ''] = /^(\d+(?:\.\d+)*\.?)?(.*)$/s.exec(part) ?? []
  const words = plainText(part)
  const tasks = others(task, before, plan)
  const isNumber = number !== '' && (rest === '' || typeof predecessorsIn(part) !== 'string')
  const found =
    part === ''
      ? rightAbove(task, tasks, plan)
      : isNumber
        ? numbered(tasks, number)
        : named(tasks, words)
  const suffix = isNumber ? rest : ''
  const list = found.slice(0, mostOffers).map(({ id, wbs, one }) => ({
    id,
    number: wbs,
    name: one.text ?? '',
    above: nameAbove(one, plan),
    text: `${before}${wbs}${suffix}`,
  }))
  return { list, isMeant: list.length > 0 && !/^\d|^$/.test(part) }
}

interface Numbered {
  id: TID
  wbs: string
  one: ITask
}

/** In the order of the plan: all it could wait for that is not named before. */
function others(task: GridTask, before: string, plan: GridPlan): Numbered[] {
  const { tasks } = plan.api.getState()
  const said = predecessorsIn(before)
  const named = new Set(typeof said === 'string' ? [] : said.map(({ wbs }) => wbs))
  const barred = waitingFor(task, plan)
  const found: Numbered[] = []
  const walk = (branch: readonly ITask[], prefix: string) => {
    for (const [at, one] of branch.entries()) {
      const wbs = `${prefix}${at + 1}`
      const isFree = !barred.has(one.id!) && !named.has(wbs) && !one['isDraft']
      if (isFree) found.push({ id: one.id!, wbs, one })
      walk(one.data ?? [], `${wbs}.`)
    }
  }
  walk(tasks.byId(0)?.data ?? [], '')
  return found
}

/** The task with what it is part of and what is below it, and all that waits for it. */
function waitingFor(task: GridTask, { api, linksTo }: GridPlan): Set<TID> {
  const { tasks } = api.getState()
  const waiting = new Set<TID>([task.id])
  const links = [...linksTo.values()].flat()
  const after = Map.groupBy(links, ({ source }) => source)
  for (const id of waiting) {
    for (const { target } of after.get(id) ?? []) waiting.add(target)
    for (const child of tasks.byId(id)?.data ?? []) waiting.add(child.id)
  }
  for (let at = task.parent; at; at = tasks.byId(at)?.parent) waiting.add(at)
  return waiting
}

/** The nearest first. */
function rightAbove(task: GridTask, tasks: readonly Numbered[], { api }: GridPlan): Numbered[] {
  const rows = api.getState()._tasks as readonly { id: TID }[]
  const at = rows.findIndex(({ id }) => id === task.id)
  const above = rows.slice(Math.max(0, at - mostOffers), Math.max(0, at)).toReversed()
  const byId = new Map(tasks.map((one) => [one.id, one]))
  return above.flatMap(({ id }) => byId.get(id) ?? [])
}

function numbered(tasks: readonly Numbered[], number: string): Numbered[] {
  const exact = tasks.filter(({ wbs }) => wbs === number)
  return [...exact, ...tasks.filter(({ wbs }) => wbs !== number && wbs.startsWith(number))]
}

/** Those whose name, or a word in it, begins so come first. */
function named(tasks: readonly Numbered[], words: string): Numbered[] {
  const ranks = tasks.flatMap((found) => {
    const name = plainText(found.one.text ?? '')
    const at = name.indexOf(words)
    if (at < 0) return []
    return [{ found, rank: at === 0 ? 0 : name.includes(` ${words}`) ? 1 : 2 }]
  })
  return ranks.toSorted((a, b) => a.rank - b.rank).map(({ found }) => found)
}

function nameAbove({ parent }: ITask, { api }: GridPlan): string {
  return parent ? (api.getState().tasks.byId(parent)?.text ?? '') : ''
}
