import { getEditorButtons, getEditorItems } from '@svar-ui/react-gantt'
import type { Server } from '@triptych/client'
import { shortDate } from './gantt-columns.ts'

type Id = string | number

/** What the widget asks for of itself, who works on the task, and what is said about it. */
export function editorItems(task: Id | null, mayChange: boolean, server: Server) {
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
  const own = getEditorItems().map(mended)
  const comments = { key: 'comments', comp: 'comments', batch: 'comments', label: '', task, server }
  // As text, as the widget shows what is only read, it could not be closed.
  const shown = mayChange ? own : own.map((item) => ({ ...item, isDisabled: () => true }))
  return [...shown, team, comments]
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

const ourTabs = [
  { id: 'team', label: 'Team' },
  { id: 'comments', label: 'Comments' },
]

export const editorBar = {
  items: (getEditorButtons() as Button[]).map((button) =>
    button.id === 'tabs'
      ? { ...button, options: [...(button.options ?? []), ...ourTabs] }
      : // Without one it is drawn anew whenever a value changes, and a click that has begun on it is lost.
        { ...button, id: 'buttons' },
  ),
}

/** Without the button that deletes the task. */
export const readerBar = { items: withoutDelete(editorBar.items) }

function withoutDelete(buttons: readonly Button[]): Button[] {
  return buttons
    .filter(({ id }) => id !== 'delete')
    .map((button) => (button.items ? { ...button, items: withoutDelete(button.items) } : button))
}

/** The widget deletes the task here, also while somebody types. Its types do not know of the keys. */
export const editorKeys: object = {
  hotkeys: { 'ctrl+d': (event: Event) => event.preventDefault() },
}
