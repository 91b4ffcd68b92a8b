import { cellIn } from 'triptych-client'
import type { ServerError } from 'triptych-client'
import type { Column } from '@triptych/contract/tables'
import { useEffect, useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { readCell, textOf as cellText } from '../cells/cell-values.ts'
import { ChoiceBoxes } from './choice-boxes.tsx'
import { DayField } from '../../place/day-field.tsx'
import { FileLinks } from './file-links.tsx'
import { numberTexts } from '../cell-texts.ts'
import { linkOf, numberFormat } from '../columns/formats.ts'
import type { Option } from '../cells/row-names.ts'
import { reasonOf, t } from '../../words/words.ts'

interface RowFieldProps {
  column: Column
  value: unknown
  isLocked: boolean
  /** The rows a reference can name; missing where there are too many to list them. */
  rows: readonly Option[] | undefined
  /** Where the row that is named is shown. */
  href: string | null
  onSave: (value: unknown) => Promise<void>
}

/** One cell of a row in its form. What is refused stays as it was typed, with the reason below it. */
export function RowField({ column, value, isLocked, rows, href, onSave }: RowFieldProps) {
  const id = useId()
  const shown = textOf(column, value)
  const [text, setText] = useState(shown)
  /** What is on its way to the server: the keys that follow are for a field that has it already. */
  const [sent, setSent] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const settled = sent ?? shown
  const [isFocused, setFocused] = useState(false)
  // Whoever types needs no sign of a currency in the way; whoever reads has it as in the grid.
  const drawn = isFocused || text !== shown ? null : drawnNumber(column, value)

  useEffect(() => {
    setText(shown)
    setSent(null)
    setProblem('')
  }, [shown])

  async function save(next: string): Promise<void> {
    setText(next)
    if (next === settled) return setProblem('')
    const read = isWritten(column) ? readCell(column, next) : { value: valueOf(column, next) }
    if ('reason' in read) return setProblem(read.reason)
    setSent(next)
    try {
      await onSave(read.value)
      setProblem('')
    } catch (error) {
      setSent(null)
      setProblem(reasonOf(error as ServerError))
    }
  }

  const shared = {
    id,
    value: text,
    disabled: isLocked,
    'aria-invalid': problem !== '',
    'aria-describedby': problem ? `${id}-problem` : undefined,
  }
  const typed = {
    ...shared,
    onChange: ({ target }: { target: { value: string } }) => setText(target.value),
    onBlur: () => void save(text),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && text !== settled) {
        event.stopPropagation()
        setText(settled)
        setProblem('')
      }
      if (event.key === 'Enter' && !event.shiftKey && column.type !== 'json') {
        event.preventDefault()
        void save(text)
      }
    },
  }
  const choices = choicesOf(column, rows)
  const link = linkOf(column, value)

  return (
    <div className="row-field">
      <span className="label">
        <label htmlFor={id}>{column.name}</label>
        {column.format?.kind === 'file' && (
          <FileLinks {...{ column, isLocked }} path={shown} onChosen={(path) => void save(path)} />
        )}
        {link && (
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('Open {text}', { text })}
          >
            {t('Open')}
          </a>
        )}
        {href && (
          <a href={href} aria-label={t('Open the row in {name}', { name: column.name })}>
            {t('Open')}
          </a>
        )}
      </span>
      {column.type === 'json' && column.options ? (
        <ChoiceBoxes
          id={id}
          name={column.name}
          options={column.options.map(String)}
          colors={column.colors}
          chosen={chosenIn(column, text)}
          isLocked={isLocked}
          onChoose={(chosen) => void save(chosen.length > 0 ? JSON.stringify(chosen) : '')}
        />
      ) : choices ? (
        <select {...shared} onChange={({ target }) => void save(target.value)}>
          {(column.nullable || text === '') && <option value="">–</option>}
          {choices.map(({ id: choice, label }) => (
            <option key={choice} value={choice}>
              {label}
            </option>
          ))}
        </select>
      ) : column.type === 'date' || column.type === 'datetime' ? (
        <DayField
          id={id}
          value={text}
          hasTime={column.type === 'datetime'}
          disabled={isLocked}
          aria-describedby={shared['aria-describedby']}
          onDay={setText}
          onLeave={(day) => void save(day)}
          onEscape={() => setText(settled)}
        />
      ) : column.type === 'text' || column.type === 'json' ? (
        <textarea rows={1} {...typed} />
      ) : (
        <input
          inputMode="decimal"
          autoComplete="off"
          {...typed}
          value={drawn ?? text}
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false)
            void save(text)
          }}
        />
      )}
      {column.formula !== undefined && <p className="hint formula">= {column.formula}</p>}
      {problem && (
        <p id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

function choicesOf(
  { type, options, reference }: Column,
  rows: readonly Option[] | undefined,
): { id: string; label: string }[] | null {
  if (reference) return rows?.map(({ id, label }) => ({ id: String(id), label })) ?? null
  if (type === 'boolean') {
    return [
      { id: 'true', label: t('Yes') },
      { id: 'false', label: t('No') },
    ]
  }
  if (!options || type === 'json') return null
  return options.map((option) => ({ id: String(option), label: String(option) }))
}

/** Of several choices those that a text names, which may be on its way to the server still. */
function chosenIn(column: Column, text: string): string[] {
  const read = readCell(column, text)
  return 'value' in read && Array.isArray(read.value) ? read.value.map(String) : []
}

/** Whether its field takes it as its cell does: as people of the place write it. */
function isWritten({ type, options, format, reference }: Column): boolean {
  if (format !== undefined || (type === 'json' && options !== null)) return true
  return (type === 'number' || type === 'integer') && !options && !reference
}

/** A number as the grid shows it. */
function drawnNumber({ type, format, reference }: Column, value: unknown): string | null {
  if (typeof value !== 'number' || reference || (type !== 'number' && type !== 'integer'))
    return null
  return numberFormat(format)?.format(value) ?? numberTexts()(value)
}

/** A value as its field shows it. */
function textOf(column: Column, value: unknown): string {
  if (isWritten(column)) return cellText(column, value)
  if (value === null || value === undefined) return ''
  if (column.type === 'json') return JSON.stringify(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (column.type !== 'datetime') return text
  const date = cellIn(column, value)
  if (!(date instanceof Date)) return text
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** What the server is sent; it reads numbers and JSON from texts by itself. */
function valueOf({ type, nullable }: Column, text: string): unknown {
  if (text === '' && (type !== 'text' || nullable)) return null
  return type === 'datetime' ? new Date(text).toISOString() : text
}
