import type { Column } from '@triptych/contract/tables'

/** The column every table has and none defines. */
export const idColumn: Column = {
  name: 'id',
  type: 'integer',
  nullable: false,
  unique: true,
  default: null,
  options: null,
  reference: null,
}
