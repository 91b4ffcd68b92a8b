import { FilterBuilder } from '@svar-ui/react-filter'
import type { IApi, IFilterSet } from '@svar-ui/react-filter'
import type { Server } from 'triptych-client'
import type { TableDescription } from '@triptych/contract/table-schema'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { focusSoon } from '../../keep-focus.ts'
import { completeRules, filterFields, shownRules } from './choice-rules.ts'
import { useChoiceRules } from './use-choice-rules.tsx'
import { repairFilter, repairFilterEditor, useRepairs } from './use-repairs.ts'
import '@svar-ui/react-filter/style.css'
import { t } from '../../words/words.ts'

/** So many can be ticked off in a list. */
const mostValues = 300

interface FilterPanelProps {
  server: Server
  table: TableDescription
  filter: object | null
  /** Where the keyboard goes, each time by another object: to a new rule of this column, or to the first there is. */
  wanted: { field: string | null } | null
  onChange: (filter: object | null) => void
  onClose: () => void
}

/** The filter builder, which offers the values the column has. */
export function FilterPanel({
  server,
  table,
  filter,
  wanted,
  onChange,
  onClose,
}: FilterPanelProps) {
  const api = useRef<IApi | null>(null)
  const area = useRef<HTMLElement>(null)
  useRepairs(area, repairFilter)
  // Its editor opens elsewhere.
  useRepairs(useRef(document.body), repairFilterEditor)
  const written = useRef(JSON.stringify(filter))
  const [value, setValue] = useState(filter)
  const { name, svar } = table
  const fields = useMemo(() => filterFields(table), [table])
  const { listen, editor, cancel, enterFirst } = useChoiceRules(area, table, fields)

  // Somebody went back, or cleared it: the builder starts with that.
  if (JSON.stringify(filter) !== written.current) {
    written.current = JSON.stringify(filter)
    setValue(filter)
  }

  useEffect(() => {
    if (!wanted) return
    if (wanted.field === null) return enterFirst()
    const rule = { $temp: true, field: wanted.field }
    void api.current?.exec('add-rule', { rule: rule as never, edit: true })
  }, [wanted])

  const options = useCallback(
    async (field: string) => {
      const listed = svar.options[field]
      if (listed) return listed
      const of = `${encodeURIComponent(name)}/${encodeURIComponent(field)}`
      const path = `${of}/suggest?limit=${mostValues + 1}`
      const found = (await server.send({ method: 'GET', path })) as (string | number)[]
      // Whoever takes one value out of a part of them would lose all that are not listed.
      if (found.length > mostValues) return []
      const isDate = svar.fields.some(({ id, type }) => id === field && type === 'date')
      return isDate ? found.map((each) => new Date(`${each}`.padEnd(19, 'T00:00:00'))) : found
    },
    [server, name, svar],
  )

  // The builder starts anew whenever one of these is another object.
  const rules = useMemo(
    () => (value ? shownRules(value, fields) : { glue: 'and', rules: [] }),
    [value, fields],
  )
  const init = useCallback((made: IApi) => {
    api.current = made
    listen(made)
  }, [])

  function change({ value: next }: { value: IFilterSet }): void {
    const complete = completeRules(next) as IFilterSet
    const given = (complete.rules?.length ?? 0) > 0 ? complete : null
    written.current = JSON.stringify(given)
    onChange(given)
  }

  /** The builder itself opens a rule by two clicks. */
  function openRule({ target }: MouseEvent<HTMLElement>): void {
    if (!(target instanceof Element) || target.closest('.wx-menu-icon')) return
    const written = target.closest<HTMLElement>('.wx-rule')?.dataset['id']
    if (written === undefined) return
    const id = written.startsWith(':') ? written.slice(1) : Number(written)
    void api.current?.exec('edit-rule', { id })
  }

  /** The keyboard stays at the bar, where a new one begins. */
  function clear(): void {
    onChange(null)
    enterFirst()
  }

  /** First the editor, then the bar; both where there is nothing else in it. */
  function escape(event: Pick<Event, 'preventDefault' | 'stopPropagation'>): void {
    if (hasListOpen()) return
    event.preventDefault()
    event.stopPropagation()
    if (!cancel() || filter === null) onClose()
  }

  // Where the editor has gone, and nothing has the keyboard, it is for the bar, too.
  const latest = useRef(escape)
  latest.current = escape
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.target !== document.body || event.defaultPrevented) return
      if (event.key === 'Escape') latest.current(event)
      // The list of conditions has gone with the keyboard.
      if (event.key === 'Enter') apply(event, document.querySelector('.wx-filter-editor'))
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  return (
    <section
      ref={area}
      className="filter-panel"
      aria-label={t('Filter')}
      onClick={openRule}
      onKeyDown={(event) => {
        if (event.key === 'Escape') escape(event)
        else if (event.key === 'Enter' && isOfValue(event.target))
          apply(event, event.target.closest('.wx-filter-editor'))
        else pressButton(event)
      }}
    >
      <FilterBuilder
        key={JSON.stringify(value)}
        type="line"
        init={init}
        fields={fields as never}
        options={options as never}
        value={rules}
        onChange={change as never}
      />
      {filter !== null && (
        <button type="button" className="plain" onClick={clear}>
          {t('Remove all filters')}
        </button>
      )}
      {editor}
    </section>
  )
}

/** Lists of the editor, and the menu of a rule, take Enter and are closed by Escape by themselves. */
function hasListOpen(): boolean {
  return document.querySelector('.wx-popup > .wx-list, .wx-menu') !== null
}

function isOfValue(target: EventTarget): target is HTMLInputElement {
  return (
    target instanceof HTMLInputElement &&
    target.type !== 'checkbox' &&
    target.closest('.wx-filter-editor') !== null
  )
}

/** Whoever has typed a value wants it asked for. */
function apply(event: Pick<Event, 'preventDefault'>, editor: Element | null): void {
  if (!editor || hasListOpen()) return
  event.preventDefault()
  editor.querySelector<HTMLElement>('button.wx-primary')?.click()
}

/** What only says that it is a button does not answer to the keys of one. */
function pressButton(event: KeyboardEvent<HTMLElement>): void {
  const { target, key } = event
  const isPressed = key === 'Enter' || key === ' '
  if (
    !isPressed ||
    !(target instanceof HTMLElement) ||
    !target.matches('[role=button]:not(button)')
  )
    return
  event.preventDefault()
  const bar = event.currentTarget
  const words = () => bar.querySelectorAll<HTMLElement>('.wx-glue')
  const place = [...words()].indexOf(target)
  target.click()
  // The word between two rules is another element then.
  if (place >= 0) focusSoon(() => words()[place] ?? null)
}
