interface Task {
  id: number
  parent: number | null
  text: string
}

export interface Branch {
  task: number
  text: string
  depth: number
}

/** The tasks in the order of the plan, each below the one it belongs to. */
export function branchesOf(tasks: readonly Task[]): Branch[] {
  const below = Map.groupBy(tasks, ({ parent }) => parent ?? 0)
  const branches: Branch[] = []
  // No recursion: a plan may be deeper than the stack.
  const waiting = (below.get(0) ?? []).toReversed().map((task) => ({ task, depth: 0 }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { task, depth } = next
    branches.push({ task: task.id, text: task.text, depth })
    for (const child of (below.get(task.id) ?? []).toReversed()) {
      waiting.push({ task: child, depth: depth + 1 })
    }
  }
  return branches
}
