import type { ICellProps } from '@svar-ui/react-grid'
import { isStandIn } from 'triptych-client'
import openIcon from 'lucide-static/icons/arrow-up-right.svg?raw'
import { useSyncExternalStore } from 'react'
import { Icon } from '../../icon.tsx'
import type { Option, RowNames } from './row-names.ts'
import { t } from '../../words/words.ts'

/** What the column of a reference has beside what the grid knows of it. */
interface ReferenceColumn {
  id: string
  options?: readonly Option[]
  names: RowNames
}

/** The title of the row that is named, and the way to it; see `reference-tools.tsx`. */
export function ReferenceCell({ row, column }: ICellProps) {
  const { id, options, names } = column as unknown as ReferenceColumn
  const value: unknown = row[id]
  const listed = options?.find((option) => option.id === value)?.label
  const isAsked = typeof value === 'number' && options === undefined
  const asked = useSyncExternalStore(names.subscribe, () => (isAsked ? names.of(value) : null))
  if (isStandIn(row.id) || typeof value !== 'number') return null
  const text = listed ?? asked ?? `#${value}`
  return (
    <>
      {text}
      <button
        type="button"
        className="open-row open-reference"
        tabIndex={-1}
        aria-label={t('Open {text}', { text })}
        title={t('Open the row that is named (Alt+Enter)')}
      >
        <Icon svg={openIcon} />
      </button>
    </>
  )
}
