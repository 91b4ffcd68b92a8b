import type { ViewProps } from '../view.ts'

export function GanttView({ path }: ViewProps) {
  return <p className="loading">Gantt {path.join('/')}</p>
}
