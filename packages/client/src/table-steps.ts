import type { Id } from './temp-ids.ts'
import type { Params } from './widget.ts'

/** A write as the list of things to undo knows it. */
export interface Turn {
  /** Whether the grid takes something back or does it again. */
  way: 'undo' | 'redo' | null
  /** What must still stand there for that; `null` asks for nothing. */
  expected: () => Params | null
  /** What the server made of it. */
  saved: (cells: Params) => void
  refused: () => void
}

/** The cells that a write changes, before and after it; `null` where there is no row. */
interface Step {
  before: Params | null
  after: Params | null
}

const offTheRecord: Turn = { way: null, expected: () => null, saved() {}, refused() {} }

/**
 * What was done to each row here. The grid can undo, but it knows the old values only, and they
 * alone would write over what somebody else wrote since.
 */
export function tableSteps() {
  const rows = new Map<Id, { steps: Step[]; done: number }>()

  return {
    turn(id: Id, event: Params, step: Step): Turn {
      if (event['skipUndo']) return offTheRecord
      const row = rows.get(id) ?? { steps: [], done: 0 }
      rows.set(id, row)
      switch (event['eventSource']) {
        case 'undo':
          row.done = Math.max(0, row.done - 1)
          return turnOf(row.steps[row.done], 'undo')
        case 'redo':
          return turnOf(row.steps[row.done++], 'redo')
        default:
          row.steps.splice(row.done++, Infinity, step)
          return turnOf(step, null)
      }
    },
  }
}

function turnOf(step: Step | undefined, way: Turn['way']): Turn {
  if (!step) return offTheRecord
  const [from, to] =
    way === 'undo' ? (['after', 'before'] as const) : (['before', 'after'] as const)
  return {
    way,
    expected: () => (way ? step[from] : null),
    saved: (cells) => (step[to] = cells),
    refused: () => {
      if (!way) step[to] = step[from]
    },
  }
}
