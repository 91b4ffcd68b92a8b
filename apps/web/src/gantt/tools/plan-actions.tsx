import type { IApi, TID } from '@svar-ui/react-gantt'
import more from 'lucide-static/icons/ellipsis.svg?raw'
import plus from 'lucide-static/icons/plus.svg?raw'
import trash from 'lucide-static/icons/trash-2.svg?raw'
import { useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { Icon } from '../../icon.tsx'
import { Menu } from '../../menu.tsx'
import { taskActions } from './task-actions.ts'
import { endsOf, parentOf, topOfPlan } from '../task-rights.ts'
import type { MayChangeTask } from '../task-rights.ts'
import type { TaskClipboard } from './use-task-clipboard.ts'
import './plan-actions.css'
import { keyText } from '../../keys/keys.ts'
import { t } from '../../words/words.ts'

interface PlanActionsProps {
  api: IApi
  mayChangeTask: MayChangeTask
  selected: readonly TID[]
  selectedLink: TID | null
  deleteLink: () => void
  clipboard: TaskClipboard
}

/** A button with what is between it and the next. */
const buttonPx = 40
/** What stands around them and between their kinds. */
const restPx = 28

/**
 * What can be done with the tasks that are selected, or with the link; what there is no room for is in a menu. The
 * widget's own does not notice that there are more buttons than before, and its menu knows no keys.
 */
export function PlanActions(props: PlanActionsProps) {
  const { api, mayChangeTask, selected, selectedLink, deleteLink, clipboard } = props
  const bar = useRef<HTMLDivElement>(null)
  const last = selected.at(-1)
  const mayAdd = mayChangeTask(last === undefined ? topOfPlan : parentOf(api, last))
  const mayDeleteLink = selectedLink !== null && endsOf(api, selectedLink).every(mayChangeTask)
  const actions = selected.every(mayChangeTask) ? taskActions(api, selected, clipboard) : []
  const room = useRoom(bar)
  const isWhole = actions.length * buttonPx <= room - restPx
  const count = isWhole ? actions.length : Math.max(0, Math.floor((room - restPx) / buttonPx) - 1)
  const hidden = actions.slice(count).filter(({ isDisabled }) => !isDisabled)

  function addTask(): void {
    const place = last === undefined ? {} : { target: last, mode: 'after' as const }
    void api.exec('add-task', { task: { type: 'task' }, ...place, show: true })
  }

  return (
    <div className="plan-actions" role="toolbar" aria-label={t('Tasks')}>
      {mayAdd && (
        <button className="button primary" onClick={addTask}>
          <Icon svg={plus} />
          {t('New task')}
        </button>
      )}
      {mayDeleteLink && (
        <button className="button" onClick={deleteLink}>
          <Icon svg={trash} />
          {t('Delete the link')}
        </button>
      )}
      <div ref={bar} className="plan-actions-more">
        {actions.slice(0, count).map(({ id, label, keys, icon, run, isDisabled, isFirst }) => (
          <button
            key={id}
            className={isFirst ? 'button icon-only first' : 'button icon-only'}
            aria-label={label}
            title={keys ? `${label} (${keyText(keys)})` : label}
            disabled={isDisabled}
            onClick={run}
          >
            <Icon svg={icon} />
          </button>
        ))}
        {hidden.length > 0 && (
          <Menu
            label={t('More to do')}
            className="button icon-only"
            items={hidden.map(({ label, icon, run }) => ({ label, icon, run }))}
          >
            <Icon svg={more} />
          </Menu>
        )}
      </div>
    </div>
  )
}

/** How wide it is now. */
function useRoom(place: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return undefined
    const look = () => setRoom(element.clientWidth)
    look()
    const watch = new ResizeObserver(look)
    watch.observe(element)
    return () => watch.disconnect()
  }, [place])
  return room
}
