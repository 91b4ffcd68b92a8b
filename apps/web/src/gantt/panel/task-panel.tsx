import { Editor } from '@svar-ui/react-gantt'
import type { IApi, TID } from '@svar-ui/react-gantt'
import type { Server } from 'triptych-client'
import { useMemo } from 'react'
import type { Scheduling } from '../../schedule/ask-schedule.ts'
import { editorBar, editorItems, editorKeys } from './editor-items.ts'

interface TaskPanelProps {
  api: IApi
  server: Server
  /** The task that is open. */
  edited: TID | null
  mayChange: boolean
  scheduling: Scheduling | null
}

/** A task with everything that is known of it, beside the chart. */
export function TaskPanel({ api, server, edited, mayChange, scheduling }: TaskPanelProps) {
  const mode = scheduling?.schedule.mode ?? 'off'
  const [isScheduled, isAuto] = [mode !== 'off', mode === 'auto']
  const items = useMemo(
    () => editorItems({ api, task: edited, mayChange, isScheduled, isAuto, server }),
    [api, edited, mayChange, isScheduled, isAuto, server],
  )
  const bar = useMemo(() => editorBar(mayChange, isScheduled), [mayChange, isScheduled])
  return (
    <Editor
      api={api}
      items={items}
      topBar={bar}
      css={mayChange ? '' : 'gantt-read-only'}
      {...editorKeys}
    />
  )
}
