import type { GroupKey, Server } from 'triptych-client'
import type { ViewGroup } from '@triptych/contract/table-schema'
import type { Column } from '@triptych/contract/tables'
import { useEffect, useReducer } from 'react'
import { Chip } from '../chip.tsx'
import { colorOf } from '../choice-drafts.ts'
import type { References } from '../cells/references.ts'
import { labelOf as rowLabel, rowNames } from '../cells/row-names.ts'
import type { RowNames } from '../cells/row-names.ts'
import { valueText } from '../total-texts.ts'
import { locale } from '../../place/locale.ts'
import { t } from '../../words/words.ts'

/** How the groups of a column are called. */
export function useGroupLabels(
  server: Server,
  references: References,
  column: Column | undefined,
  { column: name, unit }: ViewGroup,
): (key: GroupKey) => string {
  const names = useNames(server, references, column)
  return (key) => {
    if (key === null || key === '') return t('No value')
    const named = references.get(name)?.find(({ id }) => id === key)
    if (named) return named.label
    if (names && typeof key === 'number') return names.of(key) ?? rowLabel(key, undefined)
    if (unit === 'month') return monthText(String(key))
    // A day or a week is told by a day, also where the column has times.
    return unit === 'year' ? String(key) : valueText(unit === null ? column : { type: 'date' }, key)
  }
}

/** A choice in its colour, anything else as it is. */
export function GroupName({
  groupKey,
  label,
  column,
}: {
  groupKey: GroupKey
  label: string
  column: Column | undefined
}) {
  const isChoice = typeof groupKey === 'string' && groupKey !== '' && column?.options
  return isChoice ? <Chip label={label} color={colorOf(column.colors, label)} /> : label
}

/** Of the rows of a table that is too large to be listed, once they are known. */
function useNames(
  server: Server,
  references: References,
  column: Column | undefined,
): RowNames | null {
  const table = column && !references.has(column.name) ? column.reference?.table : undefined
  const names = table === undefined ? null : rowNames(server, table)
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => names?.subscribe(draw), [names])
  return names
}

const month = new Intl.DateTimeFormat(locale, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

function monthText(text: string): string {
  return month.format(new Date(`${text}-01T00:00:00Z`))
}
