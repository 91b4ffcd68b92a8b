import { history } from 'triptych-client'
import type { Server } from 'triptych-client'
import type { HistoryStep } from '@triptych/contract/history'

/** Rows or tasks that were deleted together. The history has them, as the trash has files. */
export interface DeletedStep {
  step: string
  /** What it was: `Walls with 2 tasks below it`. */
  name: string
  deleted: string
  actor: string
}

const deletions = ['row-deleted', 'rows-deleted', 'task-deleted']

/** The newest of those that are not back; `isAll`: there are no others. */
export async function listDeletedSteps(
  server: Server,
): Promise<{ steps: DeletedStep[]; isAll: boolean }> {
  const pages = await Promise.all([
    history(server, { kind: 'deleted', area: 'gantt', limit: 100 }),
    history(server, { kind: 'deleted', area: 'tables', limit: 100 }),
  ])
  return {
    steps: pages.flatMap(({ steps }) => steps.flatMap(deletedIn)),
    isAll: pages.every(({ next }) => next === null),
  }
}

function deletedIn({ step, canUndo, at, actor, text, entries, more }: HistoryStep): DeletedStep[] {
  const gone = entries.filter(({ operation }) => deletions.includes(operation))
  const [first] = gone
  if (!first || !canUndo || step === null) return []
  const said = gone.length === 1 && more === 0 ? first.text : text
  return [{ step, name: said.replace(/^deleted /, ''), deleted: at, actor }]
}
