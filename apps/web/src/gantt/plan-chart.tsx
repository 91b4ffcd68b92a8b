import { ContextMenu, Gantt, Tooltip } from '@svar-ui/react-gantt'
import type { IApi } from '@svar-ui/react-gantt'
import type { ComponentProps } from 'react'
import { settings } from '../settings/settings.ts'
import { TaskBar } from './chart/task-bar.tsx'
import { TaskTip } from './chart/task-tip.tsx'
import type { useTaskMenu } from './tools/use-task-menu.ts'

interface PlanChartProps extends Pick<
  ComponentProps<typeof Gantt>,
  'init' | 'readonly' | 'columns' | 'gridWidth' | 'zoom' | 'cellWidth' | 'highlightTime'
> {
  api: IApi | null
  menu: ReturnType<typeof useTaskMenu>
}

/** Tips are told to fingers, too. The types leave it out. */
const onTouch: object = { touch: true }

/** The widget: the grid and the chart, with a menu and tips. */
export function PlanChart({ api, menu, ...widget }: PlanChartProps) {
  return (
    <ContextMenu
      {...(api && { api })}
      options={menu.menu}
      onClick={({ action }) => menu.choose(action?.id)}
    >
      <Tooltip {...(api && { api })} {...onTouch} content={TaskTip}>
        <Gantt
          {...widget}
          cellHeight={settings.density === 'compact' ? 28 : 36}
          scaleHeight={30}
          taskTemplate={TaskBar}
        />
      </Tooltip>
    </ContextMenu>
  )
}
