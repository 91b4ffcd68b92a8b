import { topOfPlan } from '../../ports/gantt-store.ts'

/** Where a task stands in the outline. */
export interface OutlinePlace {
  /** From 1. */
  level: number
  /** Such as 1.2.1: what is called WBS. Empty where it would be too long. */
  number: string
  isParent: boolean
}

/** Numbers such as 1.2.1 grow with the depth: whatever is deeper has none. */
const deepestNumber = 1000

/** Of tasks in the order of the outline, each followed by its branch. Whoever does not see a task does not count it either. */
export function outlineOf(
  tasks: readonly { id: number; parent: number }[],
  top = topOfPlan,
): OutlinePlace[] {
  const above = [{ id: top, number: '', children: 0 }]
  return tasks.map(({ id, parent }, at) => {
    while (above.length > 1 && above.at(-1)!.id !== parent) above.pop()
    const level = above.length
    const last = above.at(-1)!
    last.children++
    const number =
      level > deepestNumber ? '' : `${last.number}${last.number && '.'}${last.children}`
    above.push({ id, number, children: 0 })
    return { level, number, isParent: tasks[at + 1]?.parent === id }
  })
}
