import { getEditorButtons, getEditorItems } from '@svar-ui/react-gantt'

type Id = string | number

/** What the widget asks for of itself, and who works on the task. */
export function editorItems(task: Id | null) {
  const team = {
    key: 'team',
    comp: 'team',
    batch: 'team',
    label: '',
    task,
    isHidden: ({ type }: { type?: string }) => type === 'summary',
  }
  return [...getEditorItems().map(withoutBounds), team]
}

/** The usual one has no way to say that nothing is done yet. */
function withoutBounds<T extends { key?: string; config?: object }>(item: T): T {
  return item.key === 'progress' ? { ...item, config: { ...item.config, min: 0 } } : item
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
