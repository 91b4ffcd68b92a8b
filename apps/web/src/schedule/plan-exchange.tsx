import download from 'lucide-static/icons/download.svg?raw'
import more from 'lucide-static/icons/ellipsis-vertical.svg?raw'
import upload from 'lucide-static/icons/upload.svg?raw'
import type { PlanImported } from '@triptych/contract/plan-exchange'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'
import { Menu } from '../menu.tsx'
import type { MenuItem } from '../menu.tsx'
import type { ViewProps } from '../view.ts'

const PlanImportDialog = lazy(async () => ({
  default: (await import('./plan-import-dialog.tsx')).PlanImportDialog,
}))

interface PlanExchangeProps extends Pick<ViewProps, 'server' | 'tell' | 'wayBack'> {
  mayChange: boolean
  onImported: () => void
}

/** Plans that come from other programs, and go to them. */
export function PlanExchange({ server, tell, wayBack, mayChange, onImported }: PlanExchangeProps) {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) place.current?.querySelector('button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  const take: MenuItem = { label: 'Import…', icon: upload, run: () => setOpen(true) }
  const give: MenuItem = {
    label: 'Export for Microsoft Project',
    icon: download,
    href: server.link('schedule/export?format=xml'),
  }

  function done({ tasks, warnings }: PlanImported, write: string): void {
    if (warnings.length === 0) setOpen(false)
    onImported()
    tell({
      kind: 'info',
      text: tasks === 1 ? 'One task was imported.' : `${tasks} tasks were imported.`,
      action: { label: 'Undo', run: () => wayBack.undoWrite(write) },
    })
  }

  return (
    <span ref={place}>
      <Menu
        label="Import and export"
        className="plain icon-only"
        items={mayChange ? [take, give] : [give]}
      >
        <Icon svg={more} />
      </Menu>
      {isOpen && (
        <Suspense fallback={null}>
          <PlanImportDialog server={server} onDone={done} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}
