import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { KeyboardEvent, Ref } from 'react'
import type { Column } from '@triptych/contract/tables'
import { colorOf } from '../choice-drafts.ts'
import { Chip } from '../chip.tsx'
import { meantBy } from './typed-choice.ts'
import type { Choice } from './typed-choice.ts'
import { t } from '../../words/words.ts'

export interface ListKeys {
  /** Answers what Enter or Tab takes; nothing where it is to be read as it was typed. */
  press: (event: KeyboardEvent) => { value: unknown; text: string } | 'stay' | undefined
}

interface Props {
  ref: Ref<ListKeys>
  choices: readonly Choice[]
  isColoured: boolean
  colors?: Column['colors'] | undefined
  sought: string
  chosen: readonly unknown[]
  isMany: boolean
  /** They are what was found already. */
  isFound?: boolean
  onChoose: (value: unknown, label: string) => void
  /** What was typed becomes a choice; `null` where it cannot. */
  onAdd?: (() => void) | null
}

const mostShown = 100

/** A list below a field: arrows go through it, Enter takes what is marked. */
export function ChoiceList(props: Props) {
  const { ref, choices, isColoured, colors, sought, chosen, isMany, isFound, onChoose, onAdd } =
    props
  const words = sought.trim().toLowerCase()
  const found = isFound
    ? choices
    : choices.filter(({ label }) => label.toLowerCase().includes(words))
  const shown = found.slice(0, mostShown)
  const first = words
    ? Math.max(0, meantBy(shown, words))
    : shown.findIndex(({ value }) => chosen.includes(value))
  const [marked, setMarked] = useState<number | null>(null)
  const last = shown.length - (onAdd ? 0 : 1)
  // A slip of the finger makes no choice: somebody has to go to it.
  const at = marked === null ? Math.min(first, shown.length - 1) : Math.min(marked, last)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => setMarked(null), [sought])
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])

  useImperativeHandle(ref, () => ({
    press(event) {
      const { key } = event
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
      if (step !== 0 && last >= 0) {
        event.preventDefault()
        setMarked(Math.max(0, Math.min(last, at + step)))
      }
      if (onAdd && at === shown.length && (key === 'Enter' || key === 'Tab')) {
        onAdd()
        return 'stay'
      }
      const choice = shown[at]
      if ((key !== 'Enter' && key !== 'Tab') || !choice) return undefined
      if (isMany && key === 'Enter' && marked !== null) {
        onChoose(choice.value, choice.label)
        return 'stay'
      }
      if (words === '' && (isMany || marked === null)) return undefined
      return { value: choice.value, text: choice.label }
    },
  }))

  return (
    <ul className="choice-list" role="listbox" aria-label={t('Choices')} ref={list}>
      {shown.map(({ value, label }, index) => (
        <li
          key={label + String(value)}
          role="option"
          aria-selected={chosen.includes(value)}
          className={index === at ? 'marked' : ''}
          onClick={() => onChoose(value, label)}
        >
          {isColoured ? <Chip label={label} color={colorOf(colors, label)} /> : label}
        </li>
      ))}
      {onAdd && (
        <li
          role="option"
          aria-selected={false}
          className={at === shown.length ? 'marked' : ''}
          onClick={onAdd}
        >
          {t('Add “{choice}”', { choice: sought.trim() })}
        </li>
      )}
      {shown.length === 0 && !onAdd && <li className="none">{t('No choice is like that.')}</li>}
      {found.length > shown.length && <li className="none">{t('Type to see the others.')}</li>}
    </ul>
  )
}
