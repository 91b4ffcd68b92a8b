import { useCallback, useEffect, useRef, useState } from 'react'
import { reasonOf } from '../words/words.ts'

interface Answer<T> {
  /** `null` until it is known. */
  answer: T | null
  problem: string
  again: () => Promise<void>
}

/** What the server says, and how to ask again. */
export function useAnswer<T>(read: () => Promise<T>): Answer<T> {
  const [answer, setAnswer] = useState<T | null>(null)
  const [problem, setProblem] = useState('')
  const latest = useRef(read)
  latest.current = read
  const again = useCallback(async () => {
    try {
      setAnswer(await latest.current())
      setProblem('')
    } catch (error) {
      setProblem(reasonOf(error as Error))
    }
  }, [])
  useEffect(() => void again(), [again])
  return { answer, problem, again }
}
