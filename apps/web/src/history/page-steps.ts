import type { PageStep } from '../way-back.ts'

/** Stands for something that the server takes back. */
const byServer = null
type Step = PageStep | typeof byServer

/** More of them nobody goes back through. */
const most = 100

/**
 * The steps of the page among those of the server, which the server alone knows: of these it only counts that there
 * were some in between, so that what was done last is undone first.
 */
export function pageSteps() {
  let [back, forth]: [Step[], Step[]] = [[], []]
  let lastCount = 0
  let isSameGo = false

  function keep(step: Step): void {
    back = [...back, step].slice(-most)
    forth = []
  }

  /** The last step, which is on the other side from then on; `null`: the server has to do it. */
  function take(from: Step[], to: Step[]): PageStep | null {
    const step = from.pop() ?? byServer
    to.push(step)
    return step
  }

  return {
    noted: (step: PageStep) => keep(step),
    /** How many writes are not saved yet. What is done in one go is sent, and taken back, together. */
    unsaved(count: number): void {
      const isMore = count > lastCount
      lastCount = count
      if (!isMore || isSameGo) return
      keep(byServer)
      isSameGo = true
      setTimeout(() => (isSameGo = false))
    },
    /** The same of what takes something back, which is no step to go back through. */
    taking(count: number): void {
      lastCount = count
    },
    undo: () => take(back, forth),
    redo: () => take(forth, back),
    /** The server did not do what `undo` or `redo` left to it: where there is such a step, it is still the next one. */
    refused(done: 'undone' | 'redone', isThere: boolean): void {
      const [from, to] = done === 'undone' ? [back, forth] : [forth, back]
      const at = to.lastIndexOf(byServer)
      if (at !== -1) to.splice(at, 1)
      if (isThere) from.push(byServer)
    },
    clear(): void {
      back = []
      forth = []
    },
  }
}
