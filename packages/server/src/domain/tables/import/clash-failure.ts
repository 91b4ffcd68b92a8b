import type { ImportFailure } from '@triptych/contract/table-import'
import type { StagedClash } from '../../../ports/table-import.ts'

export function clashFailure(clash: StagedClash): ImportFailure {
  return { line: clash.line, column: clash.columns[0]!, error: reasonOf(clash) }
}

function reasonOf({ id, columns, kind }: StagedClash): string {
  const names = columns.join(', ')
  if (kind === 'missing') return `${names} names a row that does not exist.`
  if (kind === 'taken' && names === 'id') return `There is a row ${id} already.`
  const which = columns.length === 1 ? 'this value' : 'these values'
  return kind === 'taken'
    ? `Another row has ${which} in ${names}.`
    : `An earlier row of the file has ${which} in ${names}.`
}
