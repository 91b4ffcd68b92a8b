import type { IApi } from '@svar-ui/react-gantt'
import { typedNumber, typedNumberText } from '../../place/typed-number.ts'
import type { PlanColumn } from './plan-columns.ts'
import { t } from '../../words/words.ts'

/** The fields that mean something to the page or to the widget. */
const known = new Set(
  'id parent type text start end duration progress open lazy data details segments rollup slack critical css color\n  base_start base_end base_duration length elapsed constraint deadline calendar manual unscheduled inactive actualStart\n  actualFinish remaining stop resume fixed effort effortDriven levelingDelay priority ignoreResourceCalendars comments'.split(
    /\s+/,
  ),
)

const prefix = 'own.'
/** More are not looked through for fields. */
const most = 5000

/** The fields that people gave their tasks themselves, as far as the plan is loaded. */
export function ownFields(api: IApi): string[] {
  const found = new Set<string>()
  let count = 0
  api.getState().tasks.forEach((task) => {
    if (++count > most) return
    for (const [field, value] of Object.entries(task)) {
      if (isPlain(value) && !known.has(field) && !field.startsWith('$')) found.add(field)
    }
  })
  return [...found].toSorted((a, b) => a.localeCompare(b))
}

function isPlain(value: unknown): boolean {
  return ['string', 'number'].includes(typeof value)
}

export function ownColumn(field: string): PlanColumn {
  return {
    id: prefix + field,
    name: field,
    width: 110,
    isSorted: false,
    shown: (task) => shownValue(valueOf(task, field)),
    keep(task, text, { api }) {
      const isNumber = holdsNumbers(api, field)
      const number = isNumber ? typedNumber(text) : null
      if (isNumber && number === null && text.trim() !== '') return t('Write a number.')
      const value = text.trim() === '' ? null : (number ?? text)
      void api.exec('update-task', { id: task.id, task: { [field]: value } })
      return null
    },
  }
}

/** Whether it is a number wherever it is said. */
function holdsNumbers(api: IApi, field: string): boolean {
  const kinds = new Set<string>()
  api.getState().tasks.forEach((task) => {
    const value = valueOf(task, field)
    if (isPlain(value)) kinds.add(typeof value)
  })
  return kinds.size === 1 && kinds.has('number')
}

/** The field that a column is of; `null`: it is none of those. */
export function ownFieldOf(id: string): string | null {
  return id.startsWith(prefix) ? id.slice(prefix.length) : null
}

function valueOf(task: object, field: string): unknown {
  return (task as Record<string, unknown>)[field]
}

function shownValue(value: unknown): string {
  if (typeof value === 'number') return typedNumberText(value)
  return typeof value === 'string' ? value : ''
}
