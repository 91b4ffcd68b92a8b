import { t } from '../words/words.ts'
import { useEffect, useState } from 'react'
import { workspace } from '../workspaces.ts'

export interface Answered<T> {
  value: T | null
  problem: string
  again: () => void
}

/** What the workspace answers at an address, once. */
export function useAnswerOf<T>(path: string): Answered<T> {
  const [value, setValue] = useState<T | null>(null)
  const [problem, setProblem] = useState('')
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const leave = new AbortController()
    setProblem('')
    ask<T>(path, leave.signal).then(setValue, (error: Error) => {
      if (!leave.signal.aborted) setProblem(error.message)
    })
    return () => leave.abort()
  }, [path, tries])
  return { value, problem, again: () => setTries(tries + 1) }
}

async function ask<T>(path: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(new URL(path, workspace.url), { signal })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer as T
  throw new Error(
    (answer as { error?: string } | null)?.error ?? t('The server cannot be reached.'),
  )
}
