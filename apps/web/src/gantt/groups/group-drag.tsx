import type { IApi, TID } from '@svar-ui/react-gantt'
import type { GanttConnection } from 'triptych-client'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { problemText } from '../../failure-text.ts'
import { isTyping } from '../../is-typing.ts'
import { quoted } from '../../quoted.ts'
import { counted, t } from '../../words/words.ts'
import type { ViewProps } from '../../view.ts'
import { cellAt } from '../grid/cell-at.ts'
import type { MayChangeTask } from '../task-rights.ts'
import type { TeamState } from '../team-context.ts'
import { writeTogether } from '../write-together.ts'
import type { Write } from '../write-together.ts'
import { followDrag } from './follow-drag.ts'
import { assigning, fieldsFor, peopleOf } from './regroup.ts'
import { isHeading } from '../heading-id.ts'
import type { Grouping, TaskGroup } from './task-groups.ts'
import { groupsOf } from './use-grouping.ts'
import type { Row } from './use-grouping.ts'
import './groups.css'

interface GroupDragProps extends Pick<ViewProps, 'server' | 'tell' | 'wayBack'> {
  api: IApi
  connection: GanttConnection
  frame: RefObject<HTMLElement | null>
  grouping: Grouping
  team: TeamState
  mayChangeTask: MayChangeTask
}

interface Tip {
  x: number
  y: number
  text: string
  isRefused: boolean
}

/** A drop, if there is one: what it writes, or why it cannot be. */
interface Drop {
  writes: () => Write[]
  refusal: string | null
  count: number
}

/** Tasks that are dragged into another group get what those in it have in common, as one step to take back. */
export function GroupDrag(props: GroupDragProps) {
  const { api, frame, grouping } = props
  const [tip, setTip] = useState<Tip | null>(null)
  const latest = useRef(props)
  latest.current = props

  useEffect(() => {
    const root = frame.current
    if (!root) return undefined
    let end: (() => void) | null = null
    const down = (event: MouseEvent) => {
      const cell = cellAt(event.target)
      const isForDrag = event.button === 0 && !isTyping(event.target)
      if (!cell || !isForDrag || isHeading(cell.id)) return
      let ids: TID[] = []
      end = followDrag(api, root, event, {
        begin: () => (ids = taken(api, cell.id)),
        over(group, { x, y }) {
          const { refusal } = dropOf(latest.current, ids, groupNamed(latest.current, group))
          setTip({ x, y, text: refusal ?? said(api, ids, group), isRefused: refusal !== null })
        },
        drop(group) {
          const to = groupNamed(latest.current, group)
          if (to) drop(latest.current, ids, to)
        },
        end: () => setTip(null),
      })
    }
    root.addEventListener('mousedown', down)
    return () => {
      end?.()
      root.removeEventListener('mousedown', down)
    }
  }, [api, frame, grouping])

  if (!tip) return null
  return (
    <p
      className={tip.isRefused ? 'gantt-drag-tip gantt-refused' : 'gantt-drag-tip'}
      role="status"
      style={{ left: tip.x + 14, top: tip.y + 14 }}
    >
      {tip.text}
    </p>
  )
}

/** With all others that are selected, where it is one of them. */
function taken(api: IApi, id: TID): TID[] {
  const { selected = [] } = api.getState()
  if (selected.includes(id)) return selected.filter((one) => !isHeading(one))
  void api.exec('select-task', { id, show: false })
  return [id]
}

function groupNamed({ api, grouping, team }: GroupDragProps, id: TID): TaskGroup<Row> | undefined {
  return groupsOf(api, grouping, team).find((group) => group.id === id)
}

function said(api: IApi, ids: readonly TID[], group: TID): string {
  const { tasks, _tasks } = api.getState()
  const [first] = ids
  const name =
    ids.length === 1
      ? quoted(tasks.byId(first!)?.text ?? '')
      : counted(ids.length, '{count} task', '{count} tasks')
  const heading = (_tasks as readonly { id: TID; text?: string }[]).find(({ id }) => id === group)
  return `${name} → ${heading?.text?.replace(/ · \d+$/, '') ?? ''}`
}

function dropOf(
  props: GroupDragProps,
  ids: readonly TID[],
  group: TaskGroup<Row> | undefined,
): Drop {
  const { api, connection, grouping, team, mayChangeTask } = props
  const nothing = { writes: () => [], count: 0 }
  const moved = ids.filter((id) => !group?.tasks.some((task) => task.id === id))
  if (!group || moved.length === 0) {
    return { ...nothing, refusal: t('In its group a task stands where it does in the plan.') }
  }
  if (!moved.every(mayChangeTask)) return { ...nothing, refusal: t('You may only read this.') }
  if (grouping === 'who') {
    const people = peopleOf(team, group)
    const writes = () => moved.flatMap((id) => assigning(team, id, people, connection))
    return { writes, refusal: null, count: moved.length }
  }
  const changes: Write[] = []
  for (const id of moved) {
    const data = fieldsFor(api.getState().tasks.byId(id) as Row, grouping, group)
    if (typeof data === 'string') return { ...nothing, refusal: data }
    changes.push({ url: `tasks/${connection.realId(id)}`, method: 'PUT', data })
  }
  return { writes: () => changes, refusal: null, count: moved.length }
}

function drop(props: GroupDragProps, ids: readonly TID[], group: TaskGroup<Row>): void {
  const { writes, refusal, count } = dropOf(props, ids, group)
  if (refusal !== null) return props.tell({ kind: 'info', text: refusal })
  const { name } = group
  const text = counted(
    count,
    'One task is in “{group}” now.',
    '{count} tasks are in “{group}” now.',
    {
      group: name,
    },
  )
  writeTogether(props, writes, text).catch((error: Error) =>
    props.tell({ kind: 'error', text: problemText(error) }),
  )
}
