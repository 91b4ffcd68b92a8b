import { useId } from 'react'
import type { ReactNode } from 'react'

interface LineProps {
  label: string
  hint?: string
  children: (field: { id: string; 'aria-describedby'?: string }) => ReactNode
}

/** A field with its name and, beside that, a hint. */
export function Line({ label, hint, children }: LineProps) {
  const id = useId()
  return (
    <div className="line">
      <label htmlFor={id}>{label}</label>
      {children({ id, ...(hint && { 'aria-describedby': `${id}-hint` }) })}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  )
}

interface ChoiceProps<T extends string> {
  label: string
  value: T
  choices: readonly (readonly [value: T, name: string])[]
  onChoose: (value: T) => void
}

/** A line with some things to choose from. */
export function ChoiceLine<T extends string>({ label, value, choices, onChoose }: ChoiceProps<T>) {
  return (
    <Line label={label}>
      {(field) => (
        <select
          {...field}
          className="control"
          value={value}
          onChange={({ target }) => onChoose(target.value as T)}
        >
          {choices.map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Line>
  )
}
