import { useEffect, useState } from 'react'
import type { ComponentProps } from 'react'
import { DayField } from './day-field.tsx'

interface KeptDayProps extends Omit<
  ComponentProps<typeof DayField>,
  'onDay' | 'onLeave' | 'onEscape'
> {
  /** Told the day when the field is left, with Enter, or when it was chosen; answers what is wrong with it. */
  onKeep: (day: string) => string | null
}

/** A day that is saved when its field is left. One that cannot be taken goes back, and it is said why. */
export function KeptDay({ value, onKeep, ...field }: KeptDayProps) {
  const [said, setSaid] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // What somebody else says meanwhile is what holds.
  useEffect(() => setSaid(null), [value])

  function say(day: string): void {
    setSaid(day)
    setProblem(null)
  }

  function keep(day: string): void {
    setSaid(null)
    if (day !== value) setProblem(onKeep(day))
  }

  return (
    <>
      <DayField
        className="control"
        {...field}
        value={said ?? value}
        onDay={say}
        onLeave={keep}
        onEscape={() => setSaid(null)}
      />
      {problem !== null && (
        <small className="problem" role="alert">
          {problem}
        </small>
      )}
    </>
  )
}
