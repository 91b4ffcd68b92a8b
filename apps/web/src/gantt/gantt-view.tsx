import {
  ContextMenu,
  Editor,
  Gantt,
  registerEditorItem,
  Toolbar,
  Tooltip,
} from '@svar-ui/react-gantt'
import type { IApi, TID } from '@svar-ui/react-gantt'
import { registerInlineEditor } from '@svar-ui/react-grid'
import { Locale } from '@svar-ui/react-core'
import trash from 'lucide-static/icons/trash-2.svg?raw'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useRights } from '../accounts/rights.ts'
import { settings } from '../settings/settings.ts'
import { BaselinesButton } from '../baselines/baselines-button.tsx'
import { useBaselines } from '../baselines/use-baselines.ts'
import { CommentsField } from '../comments/comments-field.tsx'
import { Icon } from '../icon.tsx'
import { useAttributes } from '../use-attributes.ts'
import { LoadButton } from '../load/load-button.tsx'
import { LoadNote } from '../load-note.tsx'
import { useLeft } from '../rules/left.ts'
import type { Scheduling } from '../schedule/ask-schedule.ts'
import { CriticalButton, CriticalLegend } from '../schedule/critical-button.tsx'
import { daysOff } from '../schedule/days-off.ts'
import { DurationField } from '../schedule/length-input.tsx'
import { PlanExchange } from '../schedule/plan-exchange.tsx'
import { ScheduleButton } from '../schedule/schedule-button.tsx'
import { TaskScheduleField } from '../schedule/task-schedule-field.tsx'
import { useAnalysed } from '../schedule/use-analysed.ts'
import { useScheduling } from '../schedule/use-scheduling.ts'
import { WhatIf } from '../schedule/what-if.tsx'
import type { ViewProps } from '../view.ts'
import { ColouringChoice, WithColours } from './colouring.tsx'
import { DragTip } from './drag-tip.tsx'
import { editorBar, editorItems, editorKeys } from './editor-items.ts'
import { EmptyPlan } from './empty-plan.tsx'
import { FilterBar } from './filter-bar.tsx'
import { FocusTip } from './focus-tip.tsx'
import { ganttAttributes, toolbarFor } from './gantt-attributes.ts'
import { DeleteQuestion } from './delete-question.tsx'
import { CellEditor } from './grid/cell-editor.tsx'
import { ColumnsButton } from './grid/columns-button.tsx'
import { useGrid } from './grid/use-grid.ts'
import { highlightTime, shareOfToday } from './highlight-time.ts'
import { LastDayField } from './last-day-field.tsx'
import { LinksField } from './links-field.tsx'
import { placeWords } from './place-words.ts'
import { planMenu } from './plan-menu.ts'
import { PlanContexts } from './plan-contexts.tsx'
import { PlanTools } from './plan-tools.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { showTask } from './show-task.ts'
import { TaskBar } from './task-bar.tsx'
import {
  endsOf,
  parentOf,
  TaskRightsContext,
  taskRights,
  topOfPlan,
  useTaskRights,
} from './task-rights.ts'
import { TaskTip } from './task-tip.tsx'
import { membersOf, TeamContext } from './team-context.ts'
import { TeamField } from './team-field.tsx'
import { useDeletion } from './use-deletion.ts'
import { useEditorFocus } from './use-editor-focus.ts'
import { useEscape } from './use-escape.ts'
import { useGanttAddress } from './use-gantt-address.ts'
import { useGoneTask } from './use-gone-task.ts'
import { useLinkDrag } from './use-link-drag.ts'
import { useMedia } from './use-media.ts'
import { usePanel } from './use-panel.ts'
import { usePlan } from './use-plan.ts'
import { usePlanKeys } from './use-plan-keys.ts'
import { useReaderEditor } from './use-reader-editor.ts'
import { useSelectedLink } from './use-selected-link.ts'
import { useFilterAddress, useTaskFilter } from './use-task-filter.ts'
import { useTaskTitle } from './use-task-title.ts'
import { useUnsorted } from './use-unsorted.ts'
import { zoomConfig } from './zoom.ts'
import '@svar-ui/react-editor/style.css'
import '@svar-ui/react-grid/style.css'
import '@svar-ui/react-menu/style.css'
import '@svar-ui/react-toolbar/style.css'
import '@svar-ui/react-gantt/style.css'
import './gantt.css'
import './grid/grid.css'
import '../schedule/schedule.css'
import '../baselines/baselines.css'
import { t } from '../words/words.ts'

const LoadPanel = lazy(async () => ({
  default: (await import('../load/load-panel.tsx')).LoadPanel,
}))

registerEditorItem('team', TeamField)
registerEditorItem('task-schedule', TaskScheduleField)
registerEditorItem('duration', DurationField)
registerEditorItem('last-day', LastDayField)
registerEditorItem('plan-links', LinksField)
registerEditorItem('comments', CommentsField)
registerInlineEditor('plan-cell', CellEditor as never)

/** Tips are told to fingers, too. The types leave it out. */
const onTouch: object = { touch: true }

export function GanttView(props: ViewProps) {
  return (
    <Locale words={placeWords}>
      <WithColours>
        <PlanView {...props} />
      </WithColours>
    </Locale>
  )
}

function PlanView(props: ViewProps) {
  const frame = useRef<HTMLElement>(null)
  useAttributes(frame, ganttAttributes)
  const [api, setApi] = useState<IApi | null>(null)
  const { change: mayChange } = useRights()
  const { load, connection, team, isEmpty, edited, onSaved } = usePlan(api, props, mayChange)
  const { zoom, setZoom, zoomShown } = useGanttAddress(api, connection, load.state, props)
  const zoomProps = useMemo(() => zoomConfig(zoom), [zoom])
  const isNarrow = useMedia('(max-width: 650px)')
  /** For what changes something. */
  const pen = mayChange ? api : null
  const question = useDeletion(pen, { onSaved }, props)
  const { selectedLink, isLinkSelected, deleteLink } = useSelectedLink(frame, api)
  usePlanKeys(frame, pen, { isLinkSelected, deleteLink })
  useLinkDrag(frame, pen)
  useReaderEditor(frame, api, mayChange)
  const left = useLeft()
  const mayChangeTask = useMemo(() => taskRights(api, left), [api, left])
  useTaskRights(pen, connection, mayChangeTask)
  const scheduling = useScheduling(props.server)
  const highlight = useMemo(() => {
    const marked = { isDayOff: daysOff(scheduling), status: statusDate(scheduling) }
    return (date: Date, unit: string) => highlightTime(date, unit, marked)
  }, [scheduling])
  const [isMarked, setMarked] = useState(false)
  const [isLoadShown, setLoadShown] = useState(false)
  const { filter, setFilter } = useFilterAddress(props)
  const isAsked = filter.state === 'critical'
  const plan = { api, connection, scheduling, isMarked, isAsked, frame, onSaved }
  const analysed = useAnalysed(props.server, plan)
  const { analysis } = analysed
  const shownApi = load.state === 'shown' ? api : null
  const found = useTaskFilter(shownApi, filter, { connection, team, analysis })
  const minutesPerDay = scheduling?.schedule.minutesPerDay ?? 480
  const baselines = useBaselines(props.server, { connection, minutesPerDay, onSaved })
  const selected = useSelected(api)
  useEditorFocus(api, edited)
  const stage = useRef<HTMLDivElement>(null)
  usePanel(stage, api, edited)
  useEscape(frame, api)
  useUnsorted(api, connection)
  useTaskTitle(api, selected, props.setName)
  useGoneTask(api, props.tell)
  // By the language of the widget; its types leave it out.
  const { _weekStart: firstDay = 0 } = (api?.getState() ?? {}) as { _weekStart?: number }
  const lines = {
    '--gantt-today': shareOfToday(zoomShown, firstDay),
    '--gantt-status': shareOfToday(zoomShown, firstDay, statusDate(scheduling) ?? undefined),
  }
  const grid = useGrid(frame, api, {
    ...props,
    mayChange,
    mayChangeTask,
    isNarrow,
    scheduling,
    team,
  })
  const mayChangeEdited = mayChange && (edited === null || mayChangeTask(edited))
  const isScheduled = scheduling !== null && scheduling.schedule.mode !== 'off'
  const isAuto = scheduling?.schedule.mode === 'auto'
  const items = useMemo(
    () =>
      editorItems({
        api,
        task: edited,
        mayChange: mayChangeEdited,
        isScheduled,
        isAuto,
        server: props.server,
      }),
    [api, edited, mayChangeEdited, isScheduled, isAuto, props.server],
  )
  const bar = useMemo(() => editorBar(mayChangeEdited, isScheduled), [mayChangeEdited, isScheduled])
  const mayDeleteLink =
    pen && selectedLink !== null && endsOf(pen, selectedLink).every(mayChangeTask)
  const last = selected.at(-1)
  const buttons = useMemo(
    () =>
      toolbarFor({
        add: !api || mayChangeTask(last === undefined ? topOfPlan : parentOf(api, last)),
        change: selected.every(mayChangeTask),
      }),
    [api, mayChangeTask, selected, last],
  )
  const menu = useMemo(
    () => planMenu(api, (id) => mayChange && mayChangeTask(id)),
    [api, mayChange, mayChangeTask],
  )

  async function goToTask(id: number): Promise<void> {
    if (api && (await connection?.reach(id))) showTask(api, connection!.shownId(id), false)
  }

  /** Of the task whose menu it was. */
  function choose(option: unknown): void {
    const { selected, tasks } = api?.getState() ?? {}
    const task = tasks?.byId(selected?.at(-1) ?? 0)
    if (!task || !connection) return
    if (option === 'details') void api?.exec('show-editor', { id: task.id })
    if (option !== 'history') return
    props.showHistory({
      of: `tasks/${connection.realId(task.id)}`,
      name: `“${task.text ?? ''}”`,
      mayChange: mayChangeTask(task.id),
    })
  }

  return (
    <TeamContext value={team}>
      <TaskRightsContext value={mayChangeTask}>
        <PlanContexts analysis={analysed} baseline={baselines.shown} grid={grid}>
          <section
            ref={frame}
            className={mayChangeTask(topOfPlan) ? 'gantt-view' : 'gantt-view gantt-fixed-top'}
            aria-label={t('Plan')}
          >
            <div className="gantt-top">
              <div className="gantt-actions">
                {api && mayChange && buttons.length > 0 && <Toolbar api={api} items={buttons} />}
                {mayDeleteLink && (
                  <button className="button" onClick={deleteLink}>
                    <Icon svg={trash} />
                    {t('Delete the link')}
                  </button>
                )}
              </div>
              {api && (
                <PlanTools api={api} zoomShown={zoomShown} setZoom={setZoom}>
                  {!isNarrow && <ColumnsButton {...{ api }} {...grid} />}
                  {scheduling && analysed.names && (
                    <>
                      <ScheduleButton
                        {...props}
                        scheduling={scheduling}
                        mayChange={mayChange && mayChangeTask(topOfPlan)}
                        names={analysed.names}
                        onTask={(id) => void goToTask(id)}
                      />
                      <CriticalButton isOn={isMarked} setOn={setMarked} />
                      <LoadButton isOn={isLoadShown} setOn={setLoadShown} />
                      <BaselinesButton
                        {...props}
                        {...{ baselines, minutesPerDay }}
                        mayChange={mayChange && mayChangeTask(topOfPlan)}
                        onTask={(id) => void goToTask(id)}
                      />
                      <PlanExchange
                        {...props}
                        mayChange={mayChange && mayChangeTask(topOfPlan)}
                        isMarked={isMarked}
                        onImported={() => void connection?.reload()}
                      />
                    </>
                  )}
                </PlanTools>
              )}
            </div>
            <FilterBar {...{ filter, setFilter, found }} members={membersOf(team)}>
              <ColouringChoice />
            </FilterBar>
            {isMarked && <CriticalLegend />}
            <div
              ref={stage}
              className={edited === null ? 'gantt-stage' : 'gantt-stage gantt-docked'}
              style={lines as object}
            >
              <ContextMenu
                {...(api && { api })}
                options={menu}
                onClick={({ action }) => choose(action?.id)}
              >
                <Tooltip {...(api && { api })} {...onTouch} content={TaskTip}>
                  <Gantt
                    init={setApi}
                    readonly={!mayChange}
                    columns={grid.columns}
                    gridWidth={grid.gridWidth}
                    zoom={zoomProps}
                    cellWidth={zoom.cellWidth}
                    cellHeight={settings.density === 'compact' ? 28 : 36}
                    scaleHeight={30}
                    highlightTime={highlight}
                    taskTemplate={TaskBar}
                  />
                </Tooltip>
              </ContextMenu>
              {api && (
                <Editor
                  api={api}
                  items={items}
                  topBar={bar}
                  css={mayChangeEdited ? '' : 'gantt-read-only'}
                  {...editorKeys}
                />
              )}
              {api && connection && mayChange && selected.length > 1 && (
                <SelectionBar {...props} {...{ api, connection, selected }} />
              )}
              <LoadNote load={load} what={t('the plan')} className="card-note" />
              {load.state === 'shown' && isEmpty && api && (
                <EmptyPlan api={api} mayChange={mayChange} />
              )}
            </div>
            {isLoadShown && api && scheduling && analysed.names && (
              <Suspense fallback={null}>
                <LoadPanel
                  {...props}
                  {...{ api, frame, scheduling, onSaved }}
                  names={analysed.names}
                  mayChange={mayChange && mayChangeTask(topOfPlan)}
                  onTask={(id) => void goToTask(id)}
                />
              </Suspense>
            )}
            {api && <FocusTip api={api} frame={frame} />}
            {api && <DragTip api={api} frame={frame} />}
            {pen && connection && isAuto && (
              <WhatIf {...props} {...{ api: pen, connection, frame, onSaved }} />
            )}
            {question && <DeleteQuestion {...question} />}
          </section>
        </PlanContexts>
      </TaskRightsContext>
    </TeamContext>
  )
}

function statusDate(scheduling: Scheduling | null): Date | null {
  const { statusDate: date = null } = scheduling?.schedule ?? {}
  return date === null ? null : new Date(date)
}

function useSelected(api: IApi | null): readonly TID[] {
  const [selected, setSelected] = useState<readonly TID[]>([])

  useEffect(() => {
    const show = (tasks: readonly { id: TID }[] | undefined) =>
      setSelected((before) => {
        const now = (tasks ?? []).map(({ id }) => id)
        return now.join() === before.join() ? before : now
      })
    if (!api) return undefined
    // The types do not tell of it.
    const end: unknown = api.getReactiveState()._selected!.subscribe(show as never)
    return end as () => void
  }, [api])

  return selected
}
