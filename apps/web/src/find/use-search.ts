import type { SearchResult } from '@triptych/contract/search'
import { useEffect, useState } from 'react'
import { askWorkspace } from '../home/use-answer-of.ts'
import { reasonOf } from '../words/words.ts'

/** Somebody who types is not asked for at each letter. */
const pauseMs = 150

export interface Search {
  result: SearchResult | null
  /** Whether the result is not that of the text yet. */
  isBusy: boolean
  problem: string
  again: () => void
}

/** What is found for a text; a search that nobody waits for any more is given up, on the server too. */
export function useSearch(text: string): Search {
  const wanted = text.trim()
  const [found, setFound] = useState<{ text: string; result: SearchResult } | null>(null)
  const [problem, setProblem] = useState('')
  const [tries, setTries] = useState(0)
  useEffect(() => {
    setProblem('')
    if (wanted === '') return undefined
    const leave = new AbortController()
    const timer = setTimeout(() => {
      ask(wanted, leave.signal).then(
        (result) => setFound({ text: wanted, result }),
        (error: Error) => {
          if (!leave.signal.aborted) setProblem(reasonOf(error))
        },
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      leave.abort()
    }
  }, [wanted, tries])
  return {
    result: wanted === '' ? null : (found?.result ?? null),
    isBusy: wanted !== '' && problem === '' && found?.text !== wanted,
    problem,
    again: () => setTries(tries + 1),
  }
}

function ask(text: string, signal: AbortSignal): Promise<SearchResult> {
  return askWorkspace(`search?q=${encodeURIComponent(text.slice(0, 200))}`, signal)
}
