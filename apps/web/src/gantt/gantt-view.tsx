import type { IApi } from '@svar-ui/react-gantt'
import { Locale } from '@svar-ui/react-core'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useRights } from '../accounts/rights.ts'
import { BaselinesButton } from '../baselines/baselines-button.tsx'
import { useBaselines } from '../baselines/use-baselines.ts'
import { useAttributes } from '../use-attributes.ts'
import { LoadButton } from '../load/load-button.tsx'
import { LoadNote } from '../load-note.tsx'
import { useLeft } from '../rules/left.ts'
import { ConflictSteps } from '../schedule/conflict-steps.tsx'
import { CriticalButton, CriticalLegend } from '../schedule/critical-button.tsx'
import { PlanExchange } from '../schedule/plan-exchange.tsx'
import type { ExchangeShown } from '../schedule/plan-exchange.tsx'
import { ScheduleButton } from '../schedule/schedule-button.tsx'
import { useAnalysed } from '../schedule/use-analysed.ts'
import { isScheduling, useBegunPlan } from '../schedule/use-begun-plan.ts'
import { useLinkHint } from '../schedule/use-link-hint.ts'
import { useScheduling } from '../schedule/use-scheduling.ts'
import { WhatIf } from '../schedule/what-if.tsx'
import type { ViewProps } from '../view.ts'
import { placeWords } from '../place/place-words.ts'
import { ColouringChoice, WithColours } from './chart/colouring.tsx'
import { DeleteQuestion } from './tools/delete-question.tsx'
import { DisplaySwitch } from './tools/display-switch.tsx'
import { DragTip } from './chart/drag-tip.tsx'
import { registerEditorParts } from './panel/editor-parts.ts'
import { EmptyPlan } from './empty-plan.tsx'
import { FilterBar } from './tools/filter-bar.tsx'
import { FocusTip } from './chart/focus-tip.tsx'
import { ganttAttributes } from './gantt-attributes.ts'
import { cursorOf } from './grid/cursor.ts'
import { ColumnsButton } from './grid/columns-button.tsx'
import { GroupDrag } from './groups/group-drag.tsx'
import { GroupingChoice } from './groups/grouping-choice.tsx'
import { HeldHeading } from './groups/held-heading.tsx'
import { useGrouping, useGroupingAddress } from './groups/use-grouping.ts'
import { useFrozenColumns } from './grid/use-frozen-columns.ts'
import { useGrid } from './grid/use-grid.ts'
import { useRowsBesideBars } from './grid/use-rows-beside-bars.ts'
import { LinkProblem } from './chart/link-problem.tsx'
import { useLinkRefusals } from './chart/link-refusals.ts'
import { PlanActions } from './tools/plan-actions.tsx'
import { PlanChart } from './plan-chart.tsx'
import { PlanContexts } from './plan-contexts.tsx'
import { PlanName } from './tools/plan-name.tsx'
import { PlanTools } from './tools/plan-tools.tsx'
import { SelectionBar } from './tools/selection-bar.tsx'
import { RowNames } from './chart/row-names.tsx'
import { showTask } from './chart/show-task.ts'
import { TaskPanel } from './panel/task-panel.tsx'
import { taskRights, topOfPlan, useTaskRights } from './task-rights.ts'
import { membersOf } from './team-context.ts'
import { useDeletion } from './tools/use-deletion.ts'
import { useEditorFocus } from './panel/use-editor-focus.ts'
import { useEscape } from './use-escape.ts'
import { useGanttAddress } from './use-gantt-address.ts'
import { useGoneTask } from './panel/use-gone-task.ts'
import { useLinkDrag } from './chart/use-link-drag.ts'
import { useMarkedTime } from './chart/use-marked-time.ts'
import { useTrueSize } from './chart/use-true-size.ts'
import { useMedia } from './use-media.ts'
import { usePanel } from './panel/use-panel.ts'
import { usePlan } from './use-plan.ts'
import { usePlanKeys } from './tools/use-plan-keys.ts'
import { useReaderEditor } from './panel/use-reader-editor.ts'
import { useSelected } from './use-selected.ts'
import { useSelectedLink } from './chart/use-selected-link.ts'
import { useFilterAddress, useTaskFilter } from './tools/use-task-filter.ts'
import { useTaskClipboard } from './tools/use-task-clipboard.ts'
import { useTaskMenu } from './tools/use-task-menu.ts'
import { useTaskTitle } from './panel/use-task-title.ts'
import { useUnsorted } from './use-unsorted.ts'
import { zoomConfig } from './chart/zoom.ts'
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

registerEditorParts()

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
  const { refusals, tellFailure } = useLinkRefusals(props.tellFailure)
  const { load, connection, team, isEmpty, edited, onSaved } = usePlan(
    api,
    { ...props, tellFailure },
    mayChange,
  )
  const { zoom, setZoom, zoomShown } = useGanttAddress(api, connection, load.state, props)
  const zoomProps = useMemo(() => zoomConfig(zoom), [zoom])
  const isNarrow = useMedia('(max-width: 650px)')
  /** For what changes something. */
  const pen = mayChange ? api : null
  const question = useDeletion(pen, { onSaved }, props)
  const { selectedLink, isLinkSelected, deleteLink } = useSelectedLink(frame, api)
  usePlanKeys(frame, pen, { isLinkSelected, deleteLink })
  const linkProblem = useLinkDrag(frame, pen, refusals)
  useReaderEditor(frame, api, mayChange)
  const left = useLeft()
  const mayChangeTask = useMemo(() => taskRights(api, left), [api, left])
  useTaskRights(pen, connection, mayChangeTask)
  const scheduling = useScheduling(props.server)
  const { highlight, lines } = useMarkedTime(api, scheduling, zoomShown)
  const [isMarked, setMarked] = useState(false)
  const [isLoadShown, setLoadShown] = useState(false)
  const [exchange, setExchange] = useState<ExchangeShown>(null)
  const { filter, setFilter } = useFilterAddress(props)
  const isAsked = filter.state === 'critical'
  const plan = { api, connection, scheduling, isMarked, isAsked, frame, onSaved }
  const analysed = useAnalysed(props.server, plan)
  const { analysis } = analysed
  const shownApi = load.state === 'shown' ? api : null
  const found = useTaskFilter(shownApi, filter, {
    connection,
    team,
    analysis,
    schedule: scheduling?.schedule ?? null,
  })
  const { grouping, setGrouping } = useGroupingAddress(props)
  useGrouping(shownApi, grouping, { team, tell: props.tell, leave: () => setGrouping(null) })
  const minutesPerDay = scheduling?.schedule.minutesPerDay ?? 480
  const baselines = useBaselines(props.server, { connection, minutesPerDay, onSaved })
  const selected = useSelected(api)
  useEditorFocus(api, edited)
  const stage = useRef<HTMLDivElement>(null)
  usePanel(stage, api, edited)
  useTrueSize(stage, api)
  useRowsBesideBars(stage, api)
  useEscape(frame, api)
  useUnsorted(api, connection)
  useTaskTitle(api, selected, props.setName)
  useGoneTask(api, props.tell)
  const rights = { mayChange, mayChangeTask }
  const grid = useGrid(frame, api, { ...props, ...rights, isNarrow, scheduling, team })
  useFrozenColumns(stage, api, grid.columns)
  const clipboard = useTaskClipboard(frame, pen, {
    ...props,
    connection,
    plan: grid.plan,
    columns: grid.shown,
  })
  const menu = useTaskMenu(api, { ...props, ...rights, connection, clipboard })
  const mayChangePlan = mayChange && mayChangeTask(topOfPlan)
  useLinkHint(mayChangePlan ? api : null, { ...props, scheduling, onSaved })
  const mayBegin = mayChangePlan && load.state === 'shown'
  useBegunPlan(api, { server: props.server, connection, scheduling, mayBegin })

  async function goToTask(id: number): Promise<void> {
    if (api && (await connection?.reach(id))) showTask(api, connection!.shownId(id), false)
  }
  const onTask = (id: number) => void goToTask(id)

  return (
    <PlanContexts
      team={team}
      mayChangeTask={mayChangeTask}
      analysis={analysed}
      baseline={baselines.shown}
      grid={grid}
      refusals={refusals}
    >
      <section
        ref={frame}
        className={mayChangeTask(topOfPlan) ? 'gantt-view' : 'gantt-view gantt-fixed-top'}
        aria-label={t('Plan')}
      >
        <div className="gantt-top">
          <PlanName {...props.workspaces} tell={props.tell} />
          <div className="gantt-actions">
            {pen && (
              <PlanActions
                api={pen}
                {...{ mayChangeTask, selected, selectedLink, deleteLink, clipboard }}
              />
            )}
            {!mayChange && <p className="gantt-only-read">{t('You may only read this plan.')}</p>}
            {api && isNarrow && <DisplaySwitch api={api} />}
          </div>
          {api && (
            <PlanTools {...{ api, zoomShown, setZoom, isNarrow }}>
              {!isNarrow && <ColumnsButton {...{ api }} {...grid} />}
              {scheduling && analysed.names && (
                <>
                  <ScheduleButton
                    {...props}
                    {...{ scheduling, onTask }}
                    mayChange={mayChangePlan}
                    names={analysed.names}
                  />
                  <CriticalButton isOn={isMarked} setOn={setMarked} />
                  <LoadButton isOn={isLoadShown} setOn={setLoadShown} />
                  <BaselinesButton
                    {...props}
                    {...{ baselines, minutesPerDay, onTask }}
                    mayChange={mayChangePlan}
                  />
                  <PlanExchange
                    {...props}
                    mayChange={mayChangePlan}
                    isMarked={isMarked}
                    shown={exchange}
                    setShown={setExchange}
                    onImported={() => void connection?.reload()}
                  />
                </>
              )}
            </PlanTools>
          )}
        </div>
        <FilterBar
          {...{ filter, setFilter, found }}
          members={membersOf(team)}
          goTo={(id) => api && cursorOf(api).go(id, 'text')}
        >
          {shownApi && <GroupingChoice api={shownApi} grouping={grouping} onChoose={setGrouping} />}
          <ColouringChoice />
        </FilterBar>
        {isMarked && <CriticalLegend />}
        {analysed.names && (
          <ConflictSteps analysis={analysed.analysis} names={analysed.names} onTask={onTask} />
        )}
        <div
          ref={stage}
          className={edited === null ? 'gantt-stage' : 'gantt-stage gantt-docked'}
          style={lines}
        >
          <PlanChart
            {...{ api, menu }}
            init={setApi}
            readonly={!mayChange}
            columns={grid.columns}
            gridWidth={grid.gridWidth}
            zoom={zoomProps}
            cellWidth={zoom.cellWidth}
            highlightTime={highlight}
          />
          {api && (
            <TaskPanel
              {...{ api, edited, scheduling }}
              server={props.server}
              mayChange={mayChange && (edited === null || mayChangeTask(edited))}
            />
          )}
          {pen && connection && selected.length > 1 && (
            <SelectionBar {...props} {...{ api: pen, connection, selected }} />
          )}
          <LoadNote load={load} failed={t('The plan could not be loaded.')} className="card-note" />
          {load.state === 'shown' && isEmpty && api && (
            <EmptyPlan
              {...{ api, mayChange }}
              isScheduled={isScheduling(scheduling, mayBegin)}
              onImport={() => setExchange('import')}
            />
          )}
        </div>
        {isLoadShown && api && scheduling && analysed.names && (
          <Suspense fallback={null}>
            <LoadPanel
              {...props}
              {...{ api, frame, scheduling, onSaved, onTask }}
              names={analysed.names}
              mayChange={mayChangePlan}
            />
          </Suspense>
        )}
        {shownApi && grouping && <HeldHeading api={shownApi} />}
        {pen && shownApi && connection && grouping && (
          <GroupDrag
            {...props}
            {...{ api: pen, connection, frame, grouping, team, mayChangeTask }}
          />
        )}
        {api && isNarrow && <RowNames api={api} />}
        {api && <FocusTip api={api} frame={frame} />}
        {api && <DragTip api={api} frame={frame} />}
        {pen && connection && scheduling?.schedule.mode === 'auto' && (
          <WhatIf {...props} {...{ api: pen, connection, frame, onSaved }} />
        )}
        {linkProblem && <LinkProblem {...linkProblem} />}
        {question && <DeleteQuestion {...question} />}
      </section>
    </PlanContexts>
  )
}
