import trash from 'lucide-static/icons/trash-2.svg?raw'
import type { Server } from 'triptych-client'
import { useState } from 'react'
import { useEntry } from '../../accounts/entry-context.ts'
import { useRights } from '../../accounts/rights.ts'
import { Icon } from '../../icon.tsx'
import { Late } from '../../late.tsx'
import { later } from '../../later.ts'
import { t } from '../../words/words.ts'

const TrashDialog = later(async () => (await import('../../trash/trash-dialog.tsx')).TrashDialog)

interface Props {
  server: Server
  /** What was opened by the button stays when it goes: what is brought back is chosen, and buttons for that take its place. */
  isOffered: boolean
}

/** Where files are deleted one also looks for them; the menu of the workspace has it for all views. */
export function TrashButton({ server, isOffered }: Props) {
  const { entry } = useEntry()
  const rights = useRights()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {isOffered && (
        <button type="button" className="button trash" onClick={() => setIsOpen(true)}>
          <Icon svg={trash} />
          <span>{t('Trash')}</span>
        </button>
      )}
      {isOpen && (
        <Late onClose={() => setIsOpen(false)}>
          <TrashDialog {...{ entry, rights, server }} onClose={() => setIsOpen(false)} />
        </Late>
      )}
    </>
  )
}
