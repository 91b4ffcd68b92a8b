import type { TID } from '@svar-ui/react-gantt'
import search from 'lucide-static/icons/search.svg?raw'
import sliders from 'lucide-static/icons/sliders-horizontal.svg?raw'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { Icon } from '../../icon.tsx'
import { isFiltered, noFilter, states, whens } from './task-filter.ts'
import type { State, TaskFilter, When } from './task-filter.ts'
import type { Member } from '../team-context.ts'
import type { Found } from './use-task-filter.ts'
import './filter-bar.css'
import { DayField } from '../../place/day-field.tsx'
import { locale } from '../../place/locale.ts'
import { useSearchKey } from '../../use-search-key.ts'
import { t } from '../../words/words.ts'

interface FilterBarProps {
  filter: TaskFilter
  setFilter: (filter: TaskFilter) => void
  found: Found | null
  members: readonly Member[]
  /** Whoever has typed goes on in the list. */
  goTo: (id: TID) => void
  children?: ReactNode
}

const whenNames: Record<When, string> = {
  today: t('Today'),
  week: t('This week'),
  'next-week': t('Next week'),
  month: t('This month'),
  period: t('Period …'),
}
const stateNames: Record<State, string> = {
  open: t('To do'),
  begun: t('Begun'),
  late: t('Late'),
  done: t('Done'),
  critical: t('Critical'),
}

/** Finds tasks by name, person, days and state. */
export function FilterBar(props: FilterBarProps) {
  const { filter, setFilter, found, members, goTo, children } = props
  const [isWide, setWide] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const isOn = isFiltered(filter)
  const set = (change: Partial<TaskFilter>) => setFilter({ ...filter, ...change })
  useSearchKey(() => box.current)

  const isAwaited = useRef(false)
  useEffect(() => {
    if (isAwaited.current) goToFirst()
  }, [found])

  function goToFirst(): void {
    if (found?.text !== filter.text) return
    isAwaited.current = false
    if (found.first !== null) goTo(found.first)
  }

  /** As soon as it is known what there is. */
  function enter(text: string): void {
    isAwaited.current = isFiltered({ ...filter, text })
    if (text === filter.text) return goToFirst()
    set({ text })
  }

  function clear(): void {
    isAwaited.current = false
    setFilter(noFilter)
    box.current?.focus()
  }

  return (
    <div
      className={isWide ? 'gantt-filter wide' : 'gantt-filter'}
      role="search"
      aria-label={t('Tasks')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOn) return
        event.stopPropagation()
        clear()
      }}
    >
      <SearchField box={box} text={filter.text} onText={(text) => set({ text })} onEnter={enter} />
      <button
        type="button"
        className="plain icon-only gantt-filter-more"
        aria-label={t('Filter')}
        title={t('Filter')}
        aria-expanded={isWide}
        onClick={() => setWide(!isWide)}
      >
        <Icon svg={sliders} />
      </button>
      <span className="gantt-filter-choices">
        <select
          className="control"
          aria-label={t('Who works on it')}
          value={filter.who ?? ''}
          onChange={({ target: { value } }) =>
            set({ who: value === '' ? null : value === 'nobody' ? value : Number(value) })
          }
        >
          <option value="">{t('Everybody')}</option>
          <option value="nobody">{t('Nobody yet')}</option>
          {members.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <select
          className="control"
          aria-label={t('When')}
          value={filter.when ?? ''}
          onChange={({ target }) => set({ when: (target.value || null) as When | null })}
        >
          <option value="">{t('Any time')}</option>
          {whens.map((one) => (
            <option key={one} value={one}>
              {whenNames[one]}
            </option>
          ))}
        </select>
        {filter.when === 'period' && (
          <>
            <DayField
              className="control"
              aria-label={t('From')}
              value={filter.from}
              onDay={(day) => set({ from: day })}
            />
            <DayField
              className="control"
              aria-label={t('To')}
              value={filter.to}
              onDay={(day) => set({ to: day })}
            />
          </>
        )}
        <select
          className="control"
          aria-label={t('State')}
          value={filter.state ?? ''}
          onChange={({ target }) => set({ state: (target.value || null) as State | null })}
        >
          <option value="">{t('Any state')}</option>
          {states.map((one) => (
            <option key={one} value={one}>
              {stateNames[one]}
            </option>
          ))}
        </select>
      </span>
      <span role="status" className="gantt-found">
        {isOn && found && countText(found)}
      </span>
      {isOn && (
        <button type="button" className="plain" onClick={clear}>
          {t('Clear')}
        </button>
      )}
      {children}
    </div>
  )
}

function countText({ hits, total }: Found): string {
  if (hits === 0) return t('No task is like that')
  return t('{hits} of {total} tasks', {
    hits: hits.toLocaleString(locale),
    total: total.toLocaleString(locale),
  })
}

interface SearchFieldProps {
  box: RefObject<HTMLInputElement | null>
  text: string
  onText: (text: string) => void
  onEnter: (text: string) => void
}

/** Searches while one types, but not for every letter. */
function SearchField({ box, text, onText, onEnter }: SearchFieldProps) {
  const [typed, setTyped] = useState(text)
  useEffect(() => setTyped(text), [text])
  useEffect(() => {
    if (typed === text) return undefined
    const timer = setTimeout(() => onText(typed), 200)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <label className="gantt-search">
      <Icon svg={search} />
      <input
        ref={box}
        className="control"
        type="search"
        aria-label={t('Search tasks')}
        placeholder={t('Search tasks')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'ArrowDown') {
            event.preventDefault()
            onEnter(typed)
          }
          // What is typed but not looked for yet goes, too.
          if (event.key === 'Escape') setTyped('')
        }}
      />
    </label>
  )
}
