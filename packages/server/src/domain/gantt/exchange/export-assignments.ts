import { childrenOf } from '../../../codecs/xml/xml-text.ts'
import type { ChildElement } from '../../../codecs/xml/xml-text.ts'
import { topOfPlan } from '../../../ports/gantt-store.ts'
import type { StoredAssignment, StoredTask } from '../../../ports/gantt-store.ts'
import { elementList } from './element-list.ts'
import { atOnce, idsOf } from './exported-plan.ts'
import { keptOf } from './kept-elements.ts'
import type { Exported, Setting } from './kept-elements.ts'
import { readAssignment, writeAssignment } from './people-elements.ts'
import { isOutdated, withoutPieces, withPieces } from './split-elements.ts'
import type { SplitTask } from './split-elements.ts'
import { pieceSetting, spanOfTask, splitOf } from './task-pieces.ts'
import type { PieceSetting } from './task-pieces.ts'
import { uidGiver } from './uid-giver.ts'

/** As a file calls somebody who is nobody: what is said of days needs an assignment. */
const nobody = -65_535

export async function* writtenAssignments(
  plan: Exported,
  { calendars }: Setting,
): AsyncGenerator<string> {
  const { gantt, isWhole, tasks, uids, schedule } = plan
  const resources = await gantt.allResources()
  const setting = pieceSetting({ schedule, calendars }, resources)
  const resourceUids = uidGiver(
    resources.map(({ id, fields }) => ({ id, uid: fields['uid'] })),
    0,
  )
  const all = (await gantt.allAssignments()).filter(({ task }) => uids.task.of(task) !== null)
  const own = uidGiver(
    all.map(({ id, fields }) => ({ id, uid: fields['uid'] })),
    0,
  )
  const byTask = Map.groupBy(all, ({ task }) => task)
  const splits = await splitTasks(plan, byTask, setting)
  const days = daysOf(plan, byTask, splits, setting)
  for (let from = 0; from < all.length; from += atOnce) {
    const some = all.slice(from, from + atOnce)
    const kept = await keptOf(gantt, 'assignment', some)
    yield some
      .map((one) => {
        const ends = {
          uid: own.of(one.id)!,
          task: uids.task.of(one.task)!,
          resource: resourceUids.of(one.resource),
        }
        const isWorker = setting.people.get(one.resource)?.works === true
        const before = kept.get(one.id) ?? null
        return writeAssignment(one, before, ends, isWorker ? days(one.task, before) : undefined)
      })
      .join('')
  }
  const ids = [...(isWhole ? [topOfPlan] : []), ...idsOf(tasks)]
  for (let from = 0; from < ids.length; from += atOnce) {
    const works = await gantt.elementsOf('works', ids.slice(from, from + atOnce))
    for (const [id, xml] of works) {
      for (const one of childrenOf(`<Assignments>${xml}</Assignments>`)) {
        const list = elementList(one.xml)
        const task = uids.task.of(id) ?? list.integer('TaskUID') ?? 0
        const ends = { uid: own.another(list.uid), task, resource: null }
        yield writeAssignment(readAssignment(list), one.xml, ends, days(id, one.xml))
      }
    }
  }
  for (const [id, { isAlone }] of splits) {
    if (!isAlone) continue
    const ends = { uid: own.another(null), task: uids.task.of(id)!, resource: nobody }
    yield writeAssignment({ units: 100, fields: { work: 0 } }, null, ends, days(id, null))
  }
}

interface Split extends SplitTask {
  /** Whether nobody is on it whose days could say so. */
  isAlone: boolean
}

type ByTask = ReadonlyMap<number, readonly StoredAssignment[]>

/** The tasks in pieces of which the elements that are kept do not say the same. */
async function splitTasks(
  { gantt, tasks }: Exported,
  byTask: ByTask,
  setting: PieceSetting,
): Promise<Map<number, Split>> {
  const splits = new Map<number, Split>()
  const pieced = tasks.filter(({ type, fields }) => type !== 'summary' && fields['segments'])
  for (let from = 0; from < pieced.length; from += atOnce) {
    const some = pieced.slice(from, from + atOnce)
    const kept = await keptOf(
      gantt,
      'assignment',
      some.flatMap(({ id }) => byTask.get(id) ?? []),
    )
    const others = await gantt.elementsOf('works', idsOf(some))
    for (const task of some) {
      const works = byTask.get(task.id) ?? []
      const beside = childrenOf(`<Assignments>${others.get(task.id) ?? ''}</Assignments>`)
      const elements = [
        ...works.flatMap(({ id }) => kept.get(id) ?? []),
        ...beside.map(({ xml }) => xml),
      ]
      const split = splitOf(task, works, elements, setting)
      const workers = works.filter(({ resource }) => setting.people.get(resource)?.works)
      const isAlone = workers.length === 0 && beside.length === 0
      if (split) splits.set(task.id, { ...split, isAlone })
    }
  }
  return splits
}

type Days = (children: ChildElement[], uid: number, units: number) => ChildElement[]

/** What assignments of a task say of the days on which it is worked: as they came, anew, or not any more. */
function daysOf(
  { tasks }: Exported,
  byTask: ByTask,
  splits: ReadonlyMap<number, Split>,
  setting: PieceSetting,
): (task: number, kept: string | null) => Days | undefined {
  const stored = new Map<number, StoredTask>(tasks.map((task) => [task.id, task]))
  return (id, kept) => {
    const split = splits.get(id)
    if (split) return (children, uid, units) => withPieces(children, uid, units, split)
    const task = stored.get(id)
    if (!task || !kept?.includes('<TimephasedData>')) return undefined
    const span = spanOfTask(task, byTask.get(id) ?? [], setting)
    return isOutdated(kept, span) ? withoutPieces : undefined
  }
}
