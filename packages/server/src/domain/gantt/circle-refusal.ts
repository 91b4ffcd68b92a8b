import { AppError } from '../../errors.ts'
import type { GanttReader, StoredLink, StoredTask } from '../../ports/gantt-store.ts'

type Ends = Pick<StoredLink, 'source' | 'target'> & { id?: number }

/** So many tasks of a circle are named, each with so much of its name. */
const maxNamed = 6
const maxName = 60

/**
 * Says which tasks would wait for each other, and by way of which others. `cycle` has those that may be seen, each before
 * the one that waits for it; `link` closes the circle, or would.
 */
export async function circleRefusal(
  gantt: GanttReader,
  cycle: readonly number[],
  link: Ends | null,
): Promise<AppError> {
  const tasks: StoredTask[] = []
  for (const id of cycle) {
    const task = await gantt.task(id)
    if (task) tasks.push(task)
  }
  const message = await messageFor(gantt, tasks, link)
  const ids = tasks.map(({ id }) => id)
  return new AppError('gantt.cycle', message, {
    cycle: ids,
    ...(link?.id !== undefined && { link: link.id }),
  })
}

async function messageFor(
  gantt: GanttReader,
  tasks: readonly StoredTask[],
  link: Ends | null,
): Promise<string> {
  const source = link && (await gantt.task(link.source))
  const target = link && (await gantt.task(link.target))
  if (!source || !target) return `The tasks would wait for each other${way(tasks)}.`
  for (const [part, whole] of [
    [source, target],
    [target, source],
  ] as const) {
    if ((await gantt.ancestorsOf(part.id)).includes(whole.id)) {
      return `“${nameOf(part)}” is part of “${nameOf(whole)}”: neither can wait for the other.`
    }
  }
  if (link.id !== undefined) {
    return `The tasks would wait for each other${way([...tasks, ...tasks.slice(0, 1)])}.`
  }
  const onward = way([...tasks.slice(1), source])
  return `“${nameOf(target)}” cannot wait for “${nameOf(source)}”, which waits for it already${onward}.`
}

function way(tasks: readonly StoredTask[]): string {
  if (tasks.length < 2) return ''
  const names = tasks.map(nameOf)
  const most = maxNamed - 2
  const named = names.length > maxNamed ? [...names.slice(0, most), '…', names.at(-1)] : names
  return `: ${named.join(' → ')}`
}

export function nameOf({ id, text }: Pick<StoredTask, 'id' | 'text'>): string {
  if (text.trim() === '') return `task ${id}`
  return text.length > maxName ? `${text.slice(0, maxName)}…` : text
}
