import { getMenuOptions } from '@svar-ui/react-gantt'
import type { IApi, ITask, TID } from '@svar-ui/react-gantt'
import { t } from '../../words/words.ts'

interface Option {
  id?: string
  comp?: string
  subtext?: string
  data?: Option[]
  isHidden?: (task: ITask, state: object, at: TID | { id: TID }) => boolean
}

/** The widget's own know nothing of what was taken by a key. */
const ours: Record<string, string> = {
  'copy-task': 'copy',
  'cut-task': 'cut',
  'paste-task': 'paste',
}

/** What can be done with a task: all that the widget knows, where it may be changed, and what it leaves out. */
export function planMenu(api: IApi | null, mayChange: (id: TID) => boolean) {
  const { taskTypes, splitTasks, summary } = api?.getState() ?? {}
  const usual = getMenuOptions({ taskTypes, splitTasks, summary } as never) as Option[]

  function forChanges(option: Option): Option {
    return {
      ...option,
      ...(option.id && { id: ours[option.id] ?? option.id }),
      ...(option.id === 'delete-task' && { subtext: 'Del' }),
      ...(option.data && { data: option.data.map(forChanges) }),
      isHidden: (task, state, at) =>
        !mayChange(idAt(at)) || (option.isHidden?.(task, state, at) ?? false),
    }
  }

  /** Others have it as “Edit”. */
  const details = {
    id: 'details',
    text: t('Details…'),
    icon: 'wxi-eye',
    isHidden: (_task: ITask, _state: object, at: TID | { id: TID }) => mayChange(idAt(at)),
  }

  return [
    ...[...usual, { comp: 'separator' }].map(forChanges),
    details,
    { id: 'history', text: t('History…'), icon: 'wxi-clock' },
  ]
}

function idAt(at: TID | { id: TID }): TID {
  return typeof at === 'object' ? at.id : at
}
