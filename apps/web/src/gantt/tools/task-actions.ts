import { getToolbarButtons } from '@svar-ui/react-gantt'
import type { IApi, ITask, TID } from '@svar-ui/react-gantt'
import down from 'lucide-static/icons/chevron-down.svg?raw'
import up from 'lucide-static/icons/chevron-up.svg?raw'
import paste from 'lucide-static/icons/clipboard-paste.svg?raw'
import copy from 'lucide-static/icons/copy.svg?raw'
import outdent from 'lucide-static/icons/list-indent-decrease.svg?raw'
import indent from 'lucide-static/icons/list-indent-increase.svg?raw'
import pencil from 'lucide-static/icons/pencil.svg?raw'
import scissors from 'lucide-static/icons/scissors.svg?raw'
import trash from 'lucide-static/icons/trash-2.svg?raw'
import { moveRows } from '../grid/move-rows.ts'
import { rowsOf } from '../grid/rows-of.ts'
import type { TaskClipboard } from './use-task-clipboard.ts'
import { t } from '../../words/words.ts'

export interface TaskAction {
  /** As the widget calls it. */
  id: string
  label: string
  keys?: string
  icon: string
  run: () => void
  isDisabled?: boolean
  /** Whether something of another kind begins here. */
  isFirst?: boolean
}

type Check = (task: ITask, state: object) => boolean

/** The widget knows where a task can go. */
const checks = new Map(
  getToolbarButtons().map(({ id, isDisabled }) => [id, isDisabled as Check | undefined]),
)

/** What can be done with the tasks that are selected. */
export function taskActions(
  api: IApi,
  selected: readonly TID[],
  clipboard: TaskClipboard,
): TaskAction[] {
  const last = selected.at(-1)
  if (last === undefined) return []
  const state = api.getState()
  const tasks = selected.flatMap((id) => state.tasks.byId(id) ?? [])
  const actions: TaskAction[] = [
    {
      id: 'edit-task',
      label: t('Edit'),
      icon: pencil,
      run: () => void api.exec('show-editor', { id: last }),
    },
    {
      id: 'delete-task',
      label: t('Delete'),
      keys: 'Delete',
      icon: trash,
      run: () => deleteTasks(api, selected),
    },
    {
      id: 'move-task:up',
      label: t('Move up'),
      keys: 'Alt+Shift+↑',
      icon: up,
      run: () => moveRows(api, 'up'),
      isFirst: true,
    },
    {
      id: 'move-task:down',
      label: t('Move down'),
      keys: 'Alt+Shift+↓',
      icon: down,
      run: () => moveRows(api, 'down'),
    },
    {
      id: 'indent-task:add',
      label: t('Indent'),
      keys: 'Alt+Shift+→',
      icon: indent,
      run: () => moveRows(api, 'indent'),
    },
    {
      id: 'indent-task:remove',
      label: t('Outdent'),
      keys: 'Alt+Shift+←',
      icon: outdent,
      run: () => moveRows(api, 'outdent'),
    },
    {
      id: 'copy-task',
      label: t('Copy'),
      keys: 'Ctrl+C',
      icon: copy,
      run: () => clipboard.take('copy'),
      isFirst: true,
    },
    {
      id: 'cut-task',
      label: t('Cut'),
      keys: 'Ctrl+X',
      icon: scissors,
      run: () => clipboard.take('cut'),
    },
    {
      id: 'paste-task',
      label: t('Paste'),
      keys: 'Ctrl+V',
      icon: paste,
      run: clipboard.paste,
      isDisabled: !clipboard.hasTasks,
    },
  ]
  return actions.map((action) => ({
    ...action,
    isDisabled:
      action.isDisabled || tasks.some((task) => checks.get(action.id)?.(task, state) ?? false),
  }))
}

/** The whole of it is asked about once, see `useDeletion`. */
function deleteTasks(api: IApi, selected: readonly TID[]): void {
  for (const id of rowsOf(api, selected).toReversed()) void api.exec('delete-task', { id })
}
