import type { TID } from '@svar-ui/react-gantt'
import { idOf } from '../element-id.ts'

/** A cell of the grid beside the chart. */
export interface CellPlace {
  element: Element
  id: TID
  column: string
}

export function cellAt(target: EventTarget | null): CellPlace | null {
  if (!(target instanceof Element)) return null
  const element = target.closest('.gantt-stage .wx-table [data-row-id][data-col-id]')
  const id = element && idOf(element, 'data-row-id')
  const column = element?.getAttribute('data-col-id')?.replace(/^:/, '')
  return element && id !== null && column ? { element, id, column } : null
}
