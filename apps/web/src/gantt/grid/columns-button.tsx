import columns from 'lucide-static/icons/columns-3-cog.svg?raw'
import type { IApi } from '@svar-ui/react-gantt'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../../icon.tsx'
import type { ShownColumn } from './grid-columns.ts'
import { ToolWord } from '../../tool-word.tsx'
import { t } from '../../words/words.ts'

const ColumnsDialog = lazy(async () => ({
  default: (await import('./columns-dialog.tsx')).ColumnsDialog,
}))

interface ColumnsButtonProps {
  api: IApi
  shown: readonly ShownColumn[]
  choose: (columns: ShownColumn[]) => void
}

/** Opens the choice of the columns beside the chart. */
export function ColumnsButton({ api, shown, choose }: ColumnsButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        className="plain icon-only"
        aria-label={t('Columns')}
        title={t('Columns')}
        onClick={() => setOpen(true)}
      >
        <Icon svg={columns} />
        <ToolWord text={t('Columns')} />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ColumnsDialog {...{ api, shown, choose }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
