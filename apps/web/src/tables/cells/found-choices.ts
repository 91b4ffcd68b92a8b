import { useEffect, useState } from 'react'
import type { Option, RowNames } from './row-names.ts'

/** Whoever types is not asked for after each letter. */
const pauseMs = 120

export interface FoundChoices {
  /** What was looked for. */
  text: string
  choices: readonly { value: number; label: string }[]
}

/** The rows of a large table that a text may mean; the last known while others are looked for. */
export function useFoundChoices(names: RowNames | null, text: string): FoundChoices | null {
  const [found, setFound] = useState<FoundChoices | null>(null)
  useEffect(() => {
    if (!names) return undefined
    let isGone = false
    const take = (options: readonly Option[]) => {
      const choices = options.map(({ id, label }) => ({ value: id, label }))
      if (!isGone) setFound({ text, choices })
    }
    const timer = setTimeout(() => void names.find(text).then(take, () => take([])), pauseMs)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [names, text])
  return names && found
}
