import { getEditorButtons, getEditorItems } from '@svar-ui/react-gantt'
import { shortDate } from './gantt-columns.ts'

type Id = string | number

/** What the widget asks for of itself, and who works on the task. */
export function editorItems(task: Id | null) {
  const team = {
    key: 'team',
    comp: 'team',
    batch: 'team',
    label: '',
    task,
    // Hidden for a single task, its tab would be gone for all: the widget writes into the bar it is given.
    isDisabled: ({ type }: { type?: string }) => type === 'summary',
  }
  return [...getEditorItems().map(mended), team]
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
}

export const editorBar = {
  items: (getEditorButtons() as Button[]).map((button) =>
    button.id === 'tabs'
      ? { ...button, options: [...(button.options ?? []), { id: 'team', label: 'Team' }] }
      : button,
  ),
}

/** Without the button that deletes the task. */
export const readerBar = {
  items: (editorBar.items as { id?: string }[]).filter(({ id }) => id !== 'delete'),
}

/** The widget deletes the task here, also while somebody types. Its types do not know of the keys. */
export const editorKeys: object = {
  hotkeys: { 'ctrl+d': (event: Event) => event.preventDefault() },
}
