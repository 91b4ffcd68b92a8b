import { getEditorButtons, getEditorItems } from '@svar-ui/react-gantt'
import type { IApi } from '@svar-ui/react-gantt'
import type { Server } from '@triptych/client'
import { shortDate } from './gantt-columns.ts'

type Id = string | number

interface ItemOptions {
  api: IApi | null
  task: Id | null
  mayChange: boolean
  /** Whether the plan is scheduled or checked. */
  isScheduled: boolean
  server: Server
}

/** What the widget asks for of itself, how the task is scheduled, who works on it, and what is said about it. */
export function editorItems({ api, task, mayChange, isScheduled, server }: ItemOptions) {
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
  const own = getEditorItems().map((item) =>
    item.key === 'links' ? { ...item, comp: 'plan-links', task } : mended(item),
  )
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

const asInTheGrid = { format: (date: Date) => shortDate.format(date) }

function mended<T extends { key?: string; config?: object }>(item: T): T {
  const { key, config } = item
  switch (key) {
    case 'start':
      return { ...item, config: { ...config, ...asInTheGrid } }
    case 'end':
      return { ...item, comp: 'last-day', label: 'Last day', config: { ...config, ...asInTheGrid } }
    case 'progress':
      // The usual one has no way to say that nothing is done yet.
      return { ...item, config: { ...config, min: 0 } }
    default:
      return item
  }
}

interface Button {
  id?: string
  options?: object[]
  items?: Button[]
}

const tabs = {
  schedule: { id: 'schedule', label: 'Scheduling' },
  team: { id: 'team', label: 'Team' },
  comments: { id: 'comments', label: 'Comments' },
}

/** Made anew for each: the widget takes tabs out of the bar it is given. Who may only read has no button that deletes. */
export function editorBar(mayChange: boolean, isScheduled: boolean): { items: Button[] } {
  const ours = [...(isScheduled ? [tabs.schedule] : []), tabs.team, tabs.comments]
  const items = (getEditorButtons() as Button[]).map((button) =>
    button.id === 'tabs'
      ? { ...button, options: [...(button.options ?? []), ...ours] }
      : // Without one it is drawn anew whenever a value changes, and a click that has begun on it is lost.
        { ...button, id: 'buttons' },
  )
  return { items: mayChange ? items : withoutDelete(items) }
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
