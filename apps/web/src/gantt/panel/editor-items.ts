import { getEditorButtons, getEditorItems } from '@svar-ui/react-gantt'
import type { IApi } from '@svar-ui/react-gantt'
import type { Server } from 'triptych-client'
import { isOfLength } from '../../schedule/length-input.tsx'
import type { ScheduledTask } from '../../schedule/task-schedule.ts'
import { t } from '../../words/words.ts'

type Id = string | number

interface ItemOptions {
  api: IApi | null
  task: Id | null
  mayChange: boolean
  /** Whether the plan is scheduled or checked. */
  isScheduled: boolean
  /** Whether the plan schedules itself. */
  isAuto: boolean
  server: Server
}

/** What the widget asks for of itself, how the task is scheduled, who works on it, and what is said about it. */
export function editorItems(options: ItemOptions) {
  const { api, task, mayChange, isScheduled, isAuto, server } = options
  const team = {
    key: 'team',
    comp: 'team',
    batch: 'team',
    label: '',
    task,
    isReadOnly: !mayChange,
    // Hidden for a single task, its tab would be gone for all: the widget writes into the bar it is given.
    isDisabled: ({ type }: { type?: string }) => type === 'summary',
  }
  const own = (getEditorItems() as Item[]).flatMap<Item>((item) => {
    if (item.key === 'links') return [{ ...item, comp: 'plan-links', task }]
    return item.key === 'duration' && isAuto ? durations(item, options) : [ours(item, task)]
  })
  const schedule = {
    key: 'schedule',
    comp: 'task-schedule',
    batch: 'schedule',
    label: '',
    api,
    task,
    isReadOnly: !mayChange,
  }
  const comments = { key: 'comments', comp: 'comments', batch: 'comments', label: '', task, server }
  // As text, as the widget shows what is only read, it could not be closed.
  const shown = mayChange ? own : own.map((item) => ({ ...item, isDisabled: () => true }))
  return [...shown, ...(isScheduled ? [schedule] : []), team, comments]
}

interface Item {
  [name: string]: unknown
  key: string
  comp: string
  config?: object
  isHidden?: (task: ScheduledTask, state: object) => boolean
}

/** In working time where a task has a length, else in days of the chart. */
function durations(item: Item, { api, task, mayChange }: ItemOptions): Item[] {
  const inChart: Item = {
    ...ours(item, task),
    isHidden: (one, state) => isOfLength(one) || (item.isHidden?.(one, state) ?? false),
  }
  const inWork: Item = {
    key: 'length',
    comp: 'duration',
    label: t('Duration'),
    api,
    task,
    isReadOnly: !mayChange,
    isHidden: (one) => !isOfLength(one),
  }
  return [inChart, inWork]
}

/** The fields that are typed in are ours, in the place of those of the widget. */
function ours(item: Item, task: Id | null): Item {
  const { key, config } = item
  switch (key) {
    case 'text':
      return { ...item, comp: 'task-name', task }
    case 'details':
      return { ...item, comp: 'task-description', task }
    case 'duration':
      return { ...item, comp: 'task-days', task }
    case 'start':
      return { ...item, comp: 'start-day', task }
    case 'end':
      return { ...item, comp: 'last-day', label: t('Last day') }
    case 'progress':
      // The usual one has no way to say that nothing is done yet.
      return { ...item, config: { ...config, min: 0 } }
    default:
      return item
  }
}

interface Tab {
  id: string
  label: string
}

interface Button {
  id?: string
  options?: Tab[]
  items?: Button[]
}

const tabs = {
  schedule: { id: 'schedule', label: t('Scheduling [[tab]]') },
  team: { id: 'team', label: t('Team') },
  comments: { id: 'comments', label: t('Comments') },
}

/** Made anew for each: the widget takes tabs out of the bar it is given. Who may only read has no button that deletes. */
export function editorBar(mayChange: boolean, isScheduled: boolean): { items: Button[] } {
  const ours = [...(isScheduled ? [tabs.schedule] : []), tabs.team, tabs.comments]
  const items = (getEditorButtons() as Button[]).map((button) =>
    button.id === 'tabs'
      ? { ...button, options: [...(button.options ?? []).map(shortly), ...ours] }
      : // Without one it is drawn anew whenever a value changes, and a click that has begun on it is lost.
        { ...button, id: 'buttons' },
  )
  return { items: mayChange ? items : withoutDelete(items) }
}

const short: Record<string, string> = { general: t('General [[tab]]'), links: t('Links [[tab]]') }

/** The words of the widget are too long for a tab in some languages. */
function shortly(tab: Tab): Tab {
  return { ...tab, label: short[tab.id] ?? tab.label }
}

function withoutDelete(buttons: readonly Button[]): Button[] {
  return buttons
    .filter(({ id }) => id !== 'delete')
    .map((button) => (button.items ? { ...button, items: withoutDelete(button.items) } : button))
}

/** The widget deletes the task here, also while somebody types. Its types do not know of the keys. */
export const editorKeys: object = {
  hotkeys: { 'ctrl+d': (event: Event) => event.preventDefault() },
}
