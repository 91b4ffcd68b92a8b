import { ownColumn, ownFieldOf } from './own-columns.ts'
import { planColumns } from './plan-columns.ts'
import type { PlanColumn } from './plan-columns.ts'

export function columnNamed(id: string): PlanColumn | undefined {
  const field = ownFieldOf(id)
  return field === null ? planColumns.find((one) => one.id === id) : ownColumn(field)
}
