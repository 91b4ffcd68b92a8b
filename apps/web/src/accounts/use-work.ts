import { useState } from 'react'
import { problemText } from '../failure-text.ts'
import { keepFocus } from '../keep-focus.ts'

interface Work {
  problem: string
  isBusy: boolean
  /** One thing at a time; why it failed becomes the problem. In any case it is looked at what there is now. */
  run: (work: () => Promise<unknown>, look?: () => Promise<void>) => Promise<void>
}

/** What the buttons in a list do. */
export function useWork(): Work {
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  return {
    problem,
    isBusy,
    async run(work, look) {
      if (isBusy) return
      const back = keepFocus()
      setBusy(true)
      setProblem('')
      try {
        await work()
      } catch (error) {
        setProblem(problemText(error as Error))
      }
      await look?.()
      setBusy(false)
      back()
    },
  }
}
