import type { TID } from '@svar-ui/react-gantt'
import { typedNumber, typedNumberText } from '../../place/typed-number.ts'
import { effortHint, effortOf, effortText } from '../../schedule/effort-text.ts'
import { isOfLength } from '../../schedule/length-input.tsx'
import { hasChildren } from '../../schedule/task-schedule.ts'
import { shortDate } from './short-date.ts'
import { lastDayOf } from '../last-day.ts'
import { dayOfStart } from '../milestone-day.ts'
import { isAuto } from './grid-plan.ts'
import type { GridPlan, GridTask } from './grid-plan.ts'
import {
  dateTyped,
  durationText,
  keepDuration,
  keepEnd,
  keepStart,
  mayMove,
  mayStretch,
} from './keep-dates.ts'
import { keepLinks, linksText } from './keep-links.ts'
import { keepPeople, peopleHints, peopleText } from './keep-people.ts'
import { predecessorOffers } from './predecessor-offers.ts'
import type { Offers } from './predecessor-offers.ts'
import { wbsOf } from './wbs.ts'
import { t } from '../../words/words.ts'

/** A column of the grid beside the chart. */
export interface PlanColumn {
  id: string
  name: string
  width: number
  align?: 'left' | 'right' | 'center'
  /** Whether the tasks can be put in its order. */
  isSorted?: boolean
  shown: (task: GridTask, plan: GridPlan) => string
  /** What stands in the cell while it is edited, if that is something else. */
  typed?: (task: GridTask, plan: GridPlan) => string
  isEditable?: (task: GridTask, plan: GridPlan) => boolean
  /** Saves what was typed; answers what is wrong with it. A column without it cannot be edited. */
  keep?: (task: GridTask, text: string, plan: GridPlan) => string | null
  /** It names rows by their numbers, which become others when rows come or go. */
  isByPlace?: boolean
  /** What may be meant by what was typed so far. */
  hints?: (text: string, plan: GridPlan) => string[]
  /** The same as a list of its own, which says more of each. */
  offers?: (text: string, task: GridTask, plan: GridPlan) => Offers
}

/** As wide as the longest date of the place, about. */
const dateWidth = Math.max(
  ...Array.from({ length: 12 }, (_, month) =>
    Math.round(shortDate.format(new Date(2026, month, 28)).length * 7.5 + 30),
  ),
)

const name: PlanColumn = {
  id: 'text',
  name: t('Task'),
  width: 188,
  isSorted: true,
  shown: ({ text }) => text ?? '',
  keep(task, text, { api }) {
    if (text.trim() === '') return t('A task needs a name.')
    return save(api, task.id, { text: text.trim() })
  },
}

export const planColumns: readonly PlanColumn[] = [
  {
    id: 'wbs',
    name: t('No.'),
    width: 76,
    shown: ({ id }, { api }) => wbsOf(api.getState().tasks, id),
  },
  name,
  {
    id: 'start',
    name: t('Start'),
    width: dateWidth,
    isSorted: true,
    shown: startText,
    typed: (task, plan) => dateTyped(isByHour(plan) ? task.start : dayOfStart(task, plan), plan),
    isEditable: mayMove,
    keep: keepStart,
  },
  {
    id: 'end',
    name: t('End [[date]]'),
    width: dateWidth,
    isSorted: true,
    shown(task, plan) {
      if (task.type === 'milestone') return startText(task, plan)
      return task.end ? shortDate.format(lastDayOf(task.end)) : ''
    },
    typed: ({ end }, plan) => dateTyped(end && (isByHour(plan) ? end : lastDayOf(end)), plan),
    isEditable: mayStretch,
    keep: keepEnd,
  },
  {
    id: 'duration',
    name: t('Duration'),
    width: 98,
    align: 'right',
    shown: durationText,
    isEditable: mayMove,
    keep: keepDuration,
  },
  {
    id: 'progress',
    name: t('% done'),
    width: 86,
    align: 'right',
    shown: ({ progress }) => `${Math.round(progress ?? 0)} %`,
    typed: ({ progress }) => typedNumberText(Math.round(progress ?? 0)),
    isEditable: (task, { schedule }) => !schedule || schedule.mode === 'off' || !hasChildren(task),
    keep(task, text, { api }) {
      const progress = wholeUpTo(100, text.replace(/\s*%\s*$/, ''))
      if (progress === null) return t('Write a whole number from 0 to 100.')
      return save(api, task.id, { progress })
    },
  },
  {
    id: 'predecessors',
    name: t('Predecessors'),
    width: 140,
    isByPlace: true,
    shown: linksText,
    keep: keepLinks,
    offers: predecessorOffers,
  },
  {
    id: 'team',
    name: t('Team'),
    width: 76,
    shown: peopleText,
    isEditable: ({ type }) => type !== 'summary',
    keep: keepPeople,
    hints: peopleHints,
  },
  {
    id: 'effort',
    name: t('Effort'),
    width: 92,
    align: 'right',
    isSorted: true,
    shown: ({ effort }) => effortText(effort),
    isEditable: (task, plan) => isAuto(plan) && isOfLength(task),
    keep(task, text, { api, schedule }) {
      const effort = effortOf(text, schedule!)
      if (effort === undefined) return effortHint
      return save(api, task.id, { effort })
    },
  },
  {
    id: 'priority',
    name: t('Priority'),
    width: 100,
    align: 'right',
    isSorted: true,
    shown: ({ priority }) => (typeof priority === 'number' ? typedNumberText(priority) : ''),
    isEditable: (task) => !hasChildren(task),
    keep(task, text, { api }) {
      const priority = text.trim() === '' ? null : wholeUpTo(1000, text)
      if (priority === null && text.trim() !== '') return t('Write a whole number from 0 to 1000.')
      return save(api, task.id, { priority })
    },
  },
]

function startText(task: GridTask, plan: GridPlan): string {
  const day = dayOfStart(task, plan)
  return day ? shortDate.format(day) : ''
}

function isByHour({ schedule }: GridPlan): boolean {
  return schedule?.durationUnit === 'hour'
}

function wholeUpTo(most: number, text: string): number | null {
  const number = typedNumber(text)
  return number !== null && Number.isInteger(number) && number >= 0 && number <= most
    ? number
    : null
}

function save(api: GridPlan['api'], id: TID, task: object): null {
  void api.exec('update-task', { id, task })
  return null
}
