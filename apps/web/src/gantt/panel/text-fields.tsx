import * as core from '@svar-ui/react-core'
import { useContext, useState } from 'react'
import type { Context } from 'react'
import { KeptInput } from '../../schedule/kept-input.tsx'
import { t } from '../../words/words.ts'

/**
 * Those of the widget are filled anew with every change of the task, by whomever: what is typed meanwhile would be
 * gone. Each of ours belongs to one task, as what is typed is for that one.
 */
interface FieldProps<Value> {
  task?: string | number | null
  value?: Value
  placeholder?: string
  disabled?: boolean
  onChange?: (event: { value: Value }) => void
}

export function NameField(props: FieldProps<string>) {
  return <Typed key={props.task} {...props} isLong={false} />
}

export function DescriptionField(props: FieldProps<string>) {
  return <Typed key={props.task} {...props} isLong />
}

/** Says how many days of the chart a task takes. */
export function DaysField({ task, value = 0, disabled = false, onChange }: FieldProps<number>) {
  const id = useFieldId()

  function keep(text: string): string | null {
    const days = Number(text)
    if (!Number.isInteger(days) || days < 1) return t('Write a whole number of days.')
    onChange?.({ value: days })
    return null
  }

  const field = { id, disabled, type: 'number', min: 1, step: 1 }
  return <KeptInput key={task} {...field} value={String(value)} onKeep={keep} />
}

function Typed({
  value = '',
  placeholder,
  disabled,
  isLong,
  onChange,
}: FieldProps<string> & { isLong: boolean }) {
  const [typed, setTyped] = useState<string | null>(null)
  const Tag = isLong ? 'textarea' : 'input'

  function keep(): void {
    setTyped(null)
    if (typed !== null && typed !== value) onChange?.({ value: typed })
  }

  return (
    <Tag
      id={useFieldId()}
      {...(!isLong && { type: 'text' })}
      className="control"
      autoComplete="off"
      placeholder={placeholder}
      disabled={disabled}
      value={typed ?? value}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={keep}
      onKeyDown={({ key }) => key === 'Enter' && !isLong && keep()}
    />
  )
}

/** The types do not tell of it: the label, which the widget draws, is for what has this id. */
const { context } = core as unknown as { context: { fieldId: Context<string | null> } }

function useFieldId(): string | undefined {
  return useContext(context.fieldId) ?? undefined
}
