import { Calendar } from '@svar-ui/react-core'
import calendar from 'lucide-static/icons/calendar.svg?raw'
import { wallTime } from 'triptych-client'
import { useEffect, useRef, useState } from 'react'
import type { ComponentProps, KeyboardEvent } from 'react'
import { Icon } from '../icon.tsx'
import { noDate } from './no-date.ts'
import { typedDate, typedDateText, typedMoment, typedMomentText } from './typed-date.ts'
import { t } from '../words/words.ts'
import './day-field.css'

interface DayFieldProps extends Pick<
  ComponentProps<'input'>,
  'id' | 'aria-label' | 'aria-describedby' | 'className' | 'disabled'
> {
  /** As `2027-03-01`, or `2027-03-01T14:30:00` with a time; empty for none. */
  value: string
  /** Whether the time of the day belongs to it. */
  hasTime?: boolean
  onDay: (day: string) => void
  /** Told when the field is left, by Enter, and when a day was chosen, but not of what cannot be read. */
  onLeave?: (day: string) => void
  /** Told when what was typed is taken back by Escape. */
  onEscape?: () => void
}

/**
 * A day as people of the place write it, typed or chosen from a calendar. The browser's own field has the place of the
 * browser, whatever was set here, and takes neither `tomorrow` nor a date that was copied.
 */
export function DayField(props: DayFieldProps) {
  const { value, hasTime = false, onDay, onLeave, onEscape, ...input } = props
  const { read, text } = hasTime ? moments : days
  const [typed, setTyped] = useState<string | null>(null)
  const [isLeft, setLeft] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLSpanElement>(null)
  const isWrong = typed !== null && read(typed) === null
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

  function type(said: string): void {
    setTyped(said)
    setLeft(false)
    const day = read(said)
    if (day !== null) onDay(day)
  }

  function leave(): void {
    setLeft(true)
    if (isWrong) return
    setTyped(null)
    onLeave?.(typed === null ? value : read(typed)!)
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'Enter' && onLeave) leave()
    else if (event.key === 'Escape' && onEscape && typed !== null) {
      // Not what the field stands in.
      event.stopPropagation()
      setTyped(null)
      onEscape()
    } else step(event)
  }

  /** Days and months by the arrows, as in the cells of a table. */
  function step(event: KeyboardEvent): void {
    const by = { ArrowUp: '-1d', ArrowDown: '+1d', PageUp: '-1m', PageDown: '+1m' }[event.key]
    if (!by || isWrong) return
    event.preventDefault()
    const today = value === '' ? undefined : new Date(`${value.slice(0, 10)}T00:00:00`)
    type(text(atTimeOf(value, typedDate(value === '' ? '+0d' : by, { today })!)))
  }

  function choose(date: Date): void {
    const day = atTimeOf(value, wallTime(date).slice(0, 10))
    popup.current?.hidePopover()
    setTyped(null)
    onDay(day)
    onLeave?.(day)
    field.current?.focus()
  }

  /** Another day at the same time. */
  function atTimeOf(moment: string, day: string): string {
    return hasTime ? `${day}${moment.slice(10) || 'T00:00:00'}` : day
  }

  return (
    <span className="day-field">
      <input
        {...input}
        ref={field}
        autoComplete="off"
        value={typed ?? (value && text(value))}
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
            value={value === '' ? new Date() : new Date(`${value.slice(0, 10)}T00:00:00`)}
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

/** How the text of a field is read and written. */
interface Written {
  /** Empty for none; `null`: it cannot be read. */
  read: (text: string) => string | null
  text: (value: string) => string
}

const days: Written = {
  read: (text) => (text.trim() === '' ? '' : typedDate(text)),
  text: (value) => typedDateText(value),
}
const moments: Written = {
  read: (text) => (text.trim() === '' ? '' : typedMoment(text)),
  text: (value) => typedMomentText(value),
}

/** Or above, where there is no room. */
function putBelow(popup: HTMLElement, field: HTMLElement): void {
  const { left, top, bottom } = field.getBoundingClientRect()
  const isBelow = bottom + popup.offsetHeight <= innerHeight || top < popup.offsetHeight
  popup.style.left = `${Math.max(4, Math.min(left, innerWidth - popup.offsetWidth - 4))}px`
  popup.style.top = `${isBelow ? bottom + 2 : top - popup.offsetHeight - 2}px`
}
