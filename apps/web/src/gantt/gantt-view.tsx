import {
  ContextMenu,
  Editor,
  Gantt,
  registerEditorItem,
  Toolbar,
  Tooltip,
} from '@svar-ui/react-gantt'
import type { IApi, TID } from '@svar-ui/react-gantt'
import trash from 'lucide-static/icons/trash-2.svg?raw'
import { useMemo, useRef, useState } from 'react'
import { useRights } from '../accounts/rights.ts'
import { Icon } from '../icon.tsx'
import { useAttributes } from '../use-attributes.ts'
import { LoadNote } from '../load-note.tsx'
import { useLeft } from '../rules/left.ts'
import type { ViewProps } from '../view.ts'
import { editorBar, editorItems, editorKeys, readerBar } from './editor-items.ts'
import { EmptyPlan } from './empty-plan.tsx'
import { columns, fewColumns, gridWidth } from './gantt-columns.ts'
import { ganttAttributes, toolbarButtons } from './gantt-attributes.ts'
import { DeleteQuestion } from './delete-question.tsx'
import { highlightTime, shareOfToday } from './highlight-time.ts'
import { LastDayField } from './last-day-field.tsx'
import { PlanTools } from './plan-tools.tsx'
import { TaskBar } from './task-bar.tsx'
import { TaskTip } from './task-tip.tsx'
import { TeamContext } from './team-context.ts'
import { TeamField } from './team-field.tsx'
import { useDeletion } from './use-deletion.ts'
import { useEditorFocus } from './use-editor-focus.ts'
import { useGanttAddress } from './use-gantt-address.ts'
import { useGoneTask } from './use-gone-task.ts'
import { useLinkDrag } from './use-link-drag.ts'
import { useMedia } from './use-media.ts'
import { usePlan } from './use-plan.ts'
import { usePlanKeys } from './use-plan-keys.ts'
import { useSelectedLink } from './use-selected-link.ts'
import { wayUp } from './way-up.ts'
import { zoomConfig } from './zoom.ts'
import '@svar-ui/react-editor/style.css'
import '@svar-ui/react-grid/style.css'
import '@svar-ui/react-menu/style.css'
import '@svar-ui/react-toolbar/style.css'
import '@svar-ui/react-gantt/style.css'
import './gantt.css'

registerEditorItem('team', TeamField)
registerEditorItem('last-day', LastDayField)

export function GanttView(props: ViewProps) {
  const frame = useRef<HTMLElement>(null)
  useAttributes(frame, ganttAttributes)
  const [api, setApi] = useState<IApi | null>(null)
  const { change: mayChange } = useRights()
  const { load, connection, team, isEmpty, edited } = usePlan(api, props, mayChange)
  const { zoom, setZoom, zoomShown } = useGanttAddress(api, connection, load.state, props)
  const zoomProps = useMemo(() => zoomConfig(zoom), [zoom])
  const isNarrow = useMedia('(max-width: 650px)')
  /** For what changes something. */
  const pen = mayChange ? api : null
  const question = useDeletion(pen, connection, props.tell)
  const { isLinkSelected, deleteLink } = useSelectedLink(frame, api)
  usePlanKeys(frame, pen, { isLinkSelected, deleteLink })
  useLinkDrag(frame, pen)
  useEditorFocus(api, edited)
  useGoneTask(api, props.tell)
  // By the language of the widget; its types leave it out.
  const { _weekStart: firstDay = 0 } = (api?.getState() ?? {}) as { _weekStart?: number }
  const today = shareOfToday(zoomShown, firstDay)
  const shownColumns = isNarrow ? fewColumns : columns
  const items = useMemo(() => editorItems(edited), [edited])
  const left = useLeft()
  const mayChangeTask = (id: TID) => mayChange && (!api || left.task(wayUp(api, id)))

  /** Whether there is a menu at a task. The filter of the menu is told of what was selected before. */
  const menuAt = (id: TID | null) => id === null || mayChangeTask(id) || null

  return (
    <TeamContext value={team}>
      <section ref={frame} className="gantt-view" aria-label="Plan">
        <div className="gantt-top">
          <div className="gantt-actions">
            {api && mayChange && <Toolbar api={api} items={toolbarButtons} />}
            {isLinkSelected && mayChange && (
              <button
                className="plain icon-only"
                aria-label="Delete the link"
                title="Delete the link"
                onClick={deleteLink}
              >
                <Icon svg={trash} />
              </button>
            )}
          </div>
          {api && <PlanTools api={api} zoomShown={zoomShown} setZoom={setZoom} />}
        </div>
        <div className="gantt-stage" style={{ '--gantt-today': today } as object}>
          <ContextMenu {...(api && { api })} filter={() => mayChange} resolver={menuAt}>
            <Tooltip {...(api && { api })} content={TaskTip}>
              <Gantt
                init={setApi}
                readonly={!mayChange}
                columns={
                  mayChange ? shownColumns : shownColumns.filter(({ id }) => id !== 'add-task')
                }
                gridWidth={gridWidth}
                zoom={zoomProps}
                cellWidth={zoom.cellWidth}
                cellHeight={36}
                scaleHeight={30}
                highlightTime={highlightTime}
                taskTemplate={TaskBar}
              />
            </Tooltip>
          </ContextMenu>
          {api && (
            <Editor
              api={api}
              items={items}
              topBar={mayChange ? editorBar : readerBar}
              readonly={!mayChange}
              {...editorKeys}
            />
          )}
          <LoadNote load={load} what="the plan" className="card-note" />
          {load.state === 'shown' && isEmpty && api && (
            <EmptyPlan api={api} mayChange={mayChange} />
          )}
        </div>
        {question && <DeleteQuestion {...question} />}
      </section>
    </TeamContext>
  )
}
