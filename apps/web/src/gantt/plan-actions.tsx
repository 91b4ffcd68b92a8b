import { Toolbar } from '@svar-ui/react-gantt'
import type { IApi, TID } from '@svar-ui/react-gantt'
import trash from 'lucide-static/icons/trash-2.svg?raw'
import { useMemo } from 'react'
import { Icon } from '../icon.tsx'
import { toolbarFor } from './gantt-attributes.ts'
import { endsOf, parentOf, topOfPlan } from './task-rights.ts'
import type { MayChangeTask } from './task-rights.ts'
import { t } from '../words/words.ts'

interface PlanActionsProps {
  api: IApi
  mayChangeTask: MayChangeTask
  selected: readonly TID[]
  selectedLink: TID | null
  deleteLink: () => void
}

/** What can be done with the tasks that are selected, or with the link. */
export function PlanActions(props: PlanActionsProps) {
  const { api, mayChangeTask, selected, selectedLink, deleteLink } = props
  const mayDeleteLink = selectedLink !== null && endsOf(api, selectedLink).every(mayChangeTask)
  const last = selected.at(-1)
  const buttons = useMemo(
    () =>
      toolbarFor({
        add: mayChangeTask(last === undefined ? topOfPlan : parentOf(api, last)),
        change: selected.every(mayChangeTask),
      }),
    [api, mayChangeTask, selected, last],
  )
  return (
    <>
      {buttons.length > 0 && <Toolbar api={api} items={buttons} />}
      {mayDeleteLink && (
        <button className="button" onClick={deleteLink}>
          <Icon svg={trash} />
          {t('Delete the link')}
        </button>
      )}
    </>
  )
}
