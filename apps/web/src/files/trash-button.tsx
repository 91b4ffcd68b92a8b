import trash from 'lucide-static/icons/trash-2.svg?raw'
import type { Server } from 'triptych-client'
import { lazy, useState } from 'react'
import { useEntry } from '../accounts/entry-context.ts'
import { useRights } from '../accounts/rights.ts'
import { Icon } from '../icon.tsx'
import { Late } from '../late.tsx'
import { t } from '../words/words.ts'

const TrashDialog = lazy(async () => ({
  default: (await import('../trash/trash-dialog.tsx')).TrashDialog,
}))

/** Where files are deleted one also looks for them; the menu of the workspace has it for all views. */
export function TrashButton({ server }: { server: Server }) {
  const { entry } = useEntry()
  const rights = useRights()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="button trash" onClick={() => setIsOpen(true)}>
        <Icon svg={trash} />
        <span>{t('Trash')}</span>
      </button>
      {isOpen && (
        <Late>
          <TrashDialog {...{ entry, rights, server }} onClose={() => setIsOpen(false)} />
        </Late>
      )}
    </>
  )
}
