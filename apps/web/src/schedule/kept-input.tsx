import { useState } from 'react'
import type { ComponentProps, KeyboardEvent } from 'react'

interface KeptInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'> {
  value: string
  /** Told what was typed when the field is left, or with Enter; answers what is wrong with it. */
  onKeep: (text: string) => string | null
}

/** A field that is saved when it is left. What cannot be taken goes back, and it is said why. */
export function KeptInput({ value, onKeep, ...input }: KeptInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  function keep(): void {
    if (typed === null) return
    setTyped(null)
    setProblem(typed === value ? null : onKeep(typed))
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'Enter') keep()
    if (event.key !== 'Escape' || typed === null) return
    // Not the whole editor.
    event.stopPropagation()
    setTyped(null)
  }

  return (
    <>
      <input
        {...input}
        className="control"
        value={typed ?? value}
        aria-invalid={problem !== null}
        onChange={({ target }) => {
          setTyped(target.value)
          setProblem(null)
        }}
        onBlur={keep}
        onKeyDown={press}
      />
      {problem !== null && (
        <small className="problem" role="alert">
          {problem}
        </small>
      )}
    </>
  )
}
