import { Calendar } from '@svar-ui/react-core'
import calendar from 'lucide-static/icons/calendar.svg?raw'
import { wallTime } from 'triptych-client'
import { useEffect, useRef, useState } from 'react'
import type { ComponentProps, KeyboardEvent } from 'react'
import { Icon } from '../icon.tsx'
import { noDate } from './no-date.ts'
import { typedDate, typedDateText } from './typed-date.ts'
import { t } from '../words/words.ts'
import './day-field.css'

interface DayFieldProps extends Pick<
  ComponentProps<'input'>,
  'aria-label' | 'className' | 'disabled'
> {
  /** As `2027-03-01`; empty for none. */
  value: string
  onDay: (day: string) => void
}

/**
 * A day as people of the place write it, typed or chosen from a calendar. The browser's own field has the place of the
 * browser, whatever was set here, and takes neither `tomorrow` nor a date that was copied.
 */
export function DayField({ value, onDay, ...input }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isLeft, setLeft] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLSpanElement>(null)
  const isWrong = typed !== null && dayIn(typed) === null
  // What cannot be read is not sent, also where it is sent by Enter.
  useEffect(() => field.current?.setCustomValidity(isWrong ? noDate : ''), [isWrong])
  useEffect(() => {
    const shown = popup.current
    if (!isOpen || !shown) return undefined
    shown.showPopover()
    // The calendar gets its size a moment later.
    const watch = new ResizeObserver(() => putBelow(shown, field.current!))
    watch.observe(shown)
    return () => watch.disconnect()
  }, [isOpen])

  function type(text: string): void {
    setTyped(text)
    setLeft(false)
    const day = dayIn(text)
    if (day !== null) onDay(day)
  }

  function leave(): void {
    setLeft(true)
    if (!isWrong) setTyped(null)
  }

  /** Days and months by the arrows, as in the cells of a table. */
  function press(event: KeyboardEvent): void {
    const by = { ArrowUp: '-1d', ArrowDown: '+1d', PageUp: '-1m', PageDown: '+1m' }[event.key]
    if (!by || isWrong) return
    event.preventDefault()
    const today = value === '' ? undefined : new Date(`${value}T00:00:00`)
    type(typedDateText(typedDate(value === '' ? '+0d' : by, { today })!))
  }

  function choose(day: Date): void {
    popup.current?.hidePopover()
    setTyped(null)
    onDay(wallTime(day).slice(0, 10))
    field.current?.focus()
  }

  return (
    <span className="day-field">
      <input
        {...input}
        ref={field}
        autoComplete="off"
        value={typed ?? (value && typedDateText(value))}
        aria-invalid={isWrong && isLeft}
        onChange={({ target }) => type(target.value)}
        onBlur={leave}
        onKeyDown={press}
      />
      <button
        type="button"
        className="plain icon-only"
        aria-label={t('Choose a day')}
        title={t('Choose a day')}
        disabled={input.disabled}
        onClick={() => setOpen(true)}
      >
        <Icon svg={calendar} />
      </button>
      {isOpen && (
        <span
          ref={popup}
          className="day-popup"
          popover="auto"
          onToggle={({ newState }) => newState === 'closed' && setOpen(false)}
          // The label around it would give the keyboard back to the field.
          onClick={(event) => event.preventDefault()}
        >
          <Calendar
            value={value === '' ? new Date() : new Date(`${value}T00:00:00`)}
            buttons={['today']}
            onChange={({ value: day }) => day instanceof Date && choose(day)}
          />
        </span>
      )}
      {isWrong && isLeft && (
        <small className="problem" role="alert">
          {noDate}
        </small>
      )}
    </span>
  )
}

function dayIn(text: string): string | null {
  return text.trim() === '' ? '' : typedDate(text)
}

/** Or above, where there is no room. */
function putBelow(popup: HTMLElement, field: HTMLElement): void {
  const { left, top, bottom } = field.getBoundingClientRect()
  const isBelow = bottom + popup.offsetHeight <= innerHeight || top < popup.offsetHeight
  popup.style.left = `${Math.max(4, Math.min(left, innerWidth - popup.offsetWidth - 4))}px`
  popup.style.top = `${isBelow ? bottom + 2 : top - popup.offsetHeight - 2}px`
}
