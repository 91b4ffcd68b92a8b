import './choice-fields.css'
import grip from 'lucide-static/icons/grip-vertical.svg?raw'
import close from 'lucide-static/icons/x.svg?raw'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ClipboardEvent, FocusEvent, KeyboardEvent, PointerEvent } from 'react'
import { choicesOfValues, movedChoice, newChoices } from '../choice-drafts.ts'
import type { ChoiceDraft } from '../choice-drafts.ts'
import { ColorChoice } from './color-choice.tsx'
import { mostChoices } from './column-values.ts'
import type { ValuesOf } from './column-values.ts'
import type { ColumnDraft } from './column-kinds.ts'
import { Icon } from '../../icon.tsx'
import { t } from '../../words/words.ts'

interface Props {
  draft: ColumnDraft
  number: number
  /** What a column holds that is to become a choice. */
  valuesOf: ValuesOf | null
  onChange: (draft: ColumnDraft) => void
}

/** The options of a column: their names, colours and order, and a field for more. */
export function ChoiceFields({ draft, number, valuesOf, onChange }: Props) {
  const { choices, typed } = draft
  const list = useRef<HTMLUListElement>(null)
  const more = useRef<HTMLInputElement>(null)
  /** Where the keyboard goes from a choice that is deleted: the one beside it, or the field for more. */
  const wanted = useRef<number | 'more' | null>(null)
  const [told, setTold] = useState('')
  const latest = useRef({ draft, onChange })
  latest.current = { draft, onChange }
  const [holdsMore, setHoldsMore] = useState(false)

  // A column that becomes a choice offers what its cells hold: whoever typed it would miss some of it.
  useEffect(() => {
    const { from } = draft
    if (from === null || !valuesOf || choices.length > 0) return undefined
    let isGone = false
    valuesOf(from).then(
      (values) => {
        const now = latest.current
        if (isGone || now.draft.choices.length > 0) return
        if (values === null) return setHoldsMore(true)
        const isOne = now.draft.kind === 'choice'
        const found = isOne ? choicesOfValues(values) : newChoices(values.join('\n'), [])
        now.onChange({ ...now.draft, choices: found })
      },
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [])

  useLayoutEffect(() => {
    const want = wanted.current
    wanted.current = null
    if (want === 'more') more.current?.focus()
    else if (want !== null) {
      list.current?.querySelector<HTMLElement>(`[data-key="${want}"] .choice-gone`)?.focus()
    }
  }, [choices])

  const set = (next: readonly ChoiceDraft[], rest = typed) =>
    onChange({ ...draft, choices: next, typed: rest })
  const replace = (choice: ChoiceDraft) =>
    set(choices.map((one) => (one.key === choice.key ? choice : one)))

  function remove(at: number): void {
    const next = choices.toSpliced(at, 1)
    const beside = next[Math.min(at, next.length - 1)]
    wanted.current = beside?.key ?? 'more'
    set(next)
  }

  function move(from: number, to: number): void {
    const now = latest.current
    const next = movedChoice(now.draft.choices, from, to)
    if (next === now.draft.choices) return
    setTold(t('{choice} is number {place}', { choice: next[to]!.text, place: to + 1 }))
    now.onChange({ ...now.draft, choices: next })
  }

  /** What is complete goes into the list; the rest is typed on. */
  function type(text: string): void {
    const end = text.lastIndexOf(',')
    if (end < 0) return set(choices, text)
    set([...choices, ...newChoices(text.slice(0, end), choices)], text.slice(end + 1).trimStart())
  }

  function settle(): void {
    if (typed.trim() !== '') set([...choices, ...newChoices(typed, choices)], '')
  }

  function press(event: KeyboardEvent): void {
    const { key, nativeEvent } = event
    if (nativeEvent.isComposing || (key !== 'Enter' && key !== 'Tab')) return
    if (key === 'Enter' && typed.trim() !== '') event.preventDefault()
    settle()
  }

  /** The list grows by it, so that a button that is just being pressed would not be where it was. */
  function leave({ relatedTarget }: FocusEvent): void {
    if (!relatedTarget?.closest('button, select')) settle()
  }

  function paste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\n\t]/.test(text.trim())) return
    event.preventDefault()
    set([...choices, ...newChoices(`${typed}${text}`, choices)], '')
  }

  return (
    <div
      className="more choice-fields"
      role="group"
      aria-label={t('Choices of column {number}', { number })}
    >
      <ul ref={list}>
        {choices.map((choice, at) => (
          <li key={choice.key} data-key={choice.key}>
            <button
              type="button"
              className="plain icon-only choice-grip"
              aria-label={t('Move {choice}', { choice: choice.text })}
              title={t('Drag it, or use the arrow keys')}
              onPointerDown={(event) => dragChoice(event, list.current!, move)}
              onKeyDown={(event) => {
                const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
                if (step === 0) return
                event.preventDefault()
                move(at, at + step)
              }}
            >
              <Icon svg={grip} />
            </button>
            <ColorChoice choice={choice} onChoose={(color) => replace({ ...choice, color })} />
            <input
              aria-label={t('Choice {place} of column {number}', { place: at + 1, number })}
              value={choice.text}
              maxLength={200}
              onChange={({ target }) => replace({ ...choice, text: target.value })}
            />
            <button
              type="button"
              className="plain icon-only choice-gone"
              aria-label={t('Delete {choice}', { choice: choice.text })}
              title={t('Delete this choice')}
              onClick={() => remove(at)}
            >
              <Icon svg={close} />
            </button>
          </li>
        ))}
      </ul>
      <input
        ref={more}
        aria-label={t('Options of column {number}', { number })}
        value={typed}
        placeholder={choices.length > 0 ? t('Another choice') : t('Open, In work, Done')}
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
        onBlur={leave}
        onPaste={paste}
      />
      {holdsMore && choices.length === 0 && (
        <p className="hint">
          {t('Its cells hold more than {most} different values.', { most: mostChoices })}
        </p>
      )}
      <span className="only-read-out" role="status">
        {told}
      </span>
    </div>
  )
}

/** The choice follows the pointer: it changes places as soon as it is over another one. */
function dragChoice(
  start: PointerEvent<HTMLElement>,
  list: HTMLElement,
  move: (from: number, to: number) => void,
): void {
  if (start.button !== 0) return
  // The keyboard is given to it by hand: pressing would mark text on the way.
  start.preventDefault()
  start.currentTarget.focus()
  const key = start.currentTarget.closest('li')!.dataset['key']
  const items = () => [...list.children] as HTMLElement[]
  const dragged = () => items().findIndex(({ dataset }) => dataset['key'] === key)
  items()[dragged()]?.classList.add('dragged')

  function follow({ clientY }: globalThis.PointerEvent): void {
    const from = dragged()
    const to = items().findIndex((item, at) => {
      const { top, height } = item.getBoundingClientRect()
      return at < from ? clientY < top + height / 2 : at > from && clientY < top + height / 2
    })
    // Behind all those that begin above the pointer.
    const place = to < 0 ? items().length - 1 : to > from ? to - 1 : to
    if (place !== from) move(from, place)
  }

  function end(): void {
    removeEventListener('pointermove', follow)
    removeEventListener('pointerup', end)
    removeEventListener('pointercancel', end)
    items()[dragged()]?.classList.remove('dragged')
  }

  addEventListener('pointermove', follow)
  addEventListener('pointerup', end)
  addEventListener('pointercancel', end)
}
