import { useContext, useEffect, useState } from 'react'
import { answerTo } from '../ask-server.ts'
import { reasonOf } from '../words/words.ts'
import { workspace } from '../workspaces.ts'
import { NewsContext } from './use-news.ts'

export interface Answered<T> {
  value: T | null
  problem: string
  again: () => void
}

export type AskWorkspace = <T>(path: string) => Promise<T>

/** What the workspace answers at an address, and again whenever something has changed. */
export function useAnswerOf<T>(path: string): Answered<T> {
  return useAnswersOf((ask) => ask<T>(path), path)
}

/** The same of what takes several answers; `key` says when they are to be asked for anew. */
export function useAnswersOf<T>(work: (ask: AskWorkspace) => Promise<T>, key: string): Answered<T> {
  const [value, setValue] = useState<T | null>(null)
  const [problem, setProblem] = useState('')
  const [tries, setTries] = useState(0)
  const news = useContext(NewsContext)
  useEffect(() => {
    if (news === null) return undefined
    const leave = new AbortController()
    setProblem('')
    work((path) => askWorkspace(path, leave.signal)).then(
      (answer) => {
        if (!leave.signal.aborted) setValue(answer)
      },
      (error: Error) => {
        if (!leave.signal.aborted) setProblem(reasonOf(error))
      },
    )
    return () => leave.abort()
    // What is asked for goes by the key.
  }, [key, tries, news])
  return { value, problem, again: () => setTries(tries + 1) }
}

export function askWorkspace<T>(path: string, signal: AbortSignal): Promise<T> {
  return answerTo(new URL(path, workspace.url).href, { signal })
}
