import type { ExportFormat, PlanImported } from '@triptych/contract/plan-exchange'
import download from 'lucide-static/icons/download.svg?raw'
import more from 'lucide-static/icons/ellipsis-vertical.svg?raw'
import printer from 'lucide-static/icons/printer.svg?raw'
import upload from 'lucide-static/icons/upload.svg?raw'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { problemText } from '../failure-text.ts'
import { Icon } from '../icon.tsx'
import { Menu } from '../menu.tsx'
import type { MenuItem } from '../menu.tsx'
import type { ViewProps } from '../view.ts'
import type { PrintUse } from './print-dialog.tsx'
import { counted, t } from '../words/words.ts'

const PlanImportDialog = lazy(async () => ({
  default: (await import('./plan-import-dialog.tsx')).PlanImportDialog,
}))

const PrintDialog = lazy(async () => ({
  default: (await import('./print-dialog.tsx')).PrintDialog,
}))

/** What is saved without a question. */
const saved: readonly (readonly [string, ExportFormat])[] = [
  [t('Export for Microsoft Project'), 'xml'],
  [t('Export to Excel'), 'xlsx'],
  [t('Export as CSV'), 'csv'],
  [t('Export as iCalendar'), 'ical'],
]
const pictures: readonly (readonly [string, ExportFormat])[] = [
  [t('Export as SVG'), 'svg'],
  [t('Export as PNG'), 'png'],
]

/** What is open. */
export type ExchangeShown = 'import' | PrintUse | null

interface PlanExchangeProps extends Pick<ViewProps, 'server' | 'tell' | 'wayBack'> {
  mayChange: boolean
  /** Whether what is critical is marked in the view. */
  isMarked: boolean
  shown: ExchangeShown
  setShown: (shown: ExchangeShown) => void
  onImported: () => void
}

/** Plans that come from other programs, and go to them and to paper. */
export function PlanExchange(props: PlanExchangeProps) {
  const { server, tell, wayBack, mayChange, isMarked, shown, setShown, onImported } = props
  const place = useRef<HTMLSpanElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !shown) place.current?.querySelector('button')?.focus()
    wasOpen.current = shown !== null
  }, [shown])
  usePrintKey(() => setShown('print'))

  async function save(format: ExportFormat): Promise<void> {
    try {
      const { savePlan } = await import('./plan-files.ts')
      await savePlan(server, format)
    } catch (error) {
      tell({ kind: 'error', text: problemText(error as Error) })
    }
  }

  const take: MenuItem = { label: t('Import…'), icon: upload, run: () => setShown('import') }
  const give = ([label, format]: readonly [string, ExportFormat]): MenuItem => ({
    label,
    icon: download,
    run: () => void save(format),
  })
  const items: MenuItem[] = [
    ...(mayChange ? [take] : []),
    ...saved.map(give),
    { label: t('Export as PDF…'), icon: download, run: () => setShown('save') },
    ...pictures.map(give),
    { label: t('Print…'), icon: printer, run: () => setShown('print') },
  ]

  function done({ tasks, warnings }: PlanImported, write: string): void {
    if (warnings.length === 0) setShown(null)
    onImported()
    tell({
      kind: 'info',
      text: counted(tasks, 'One task was imported.', '{count} tasks were imported.'),
      action: { label: t('Undo'), run: () => wayBack.undoWrite(write) },
      isUndo: true,
    })
  }

  const close = () => setShown(null)
  return (
    <span ref={place}>
      <Menu label={t('Import and export')} className="plain icon-only" items={items}>
        <Icon svg={more} />
      </Menu>
      {shown && (
        <Suspense fallback={null}>
          {shown === 'import' ? (
            <PlanImportDialog server={server} onDone={done} onClose={close} />
          ) : (
            <PrintDialog server={server} use={shown} isMarked={isMarked} onClose={close} />
          )}
        </Suspense>
      )}
    </span>
  )
}

/** What the browser would print is what is on the screen; the key of that asks for all of the plan. */
function usePrintKey(print: () => void): void {
  const latest = useRef(print)
  latest.current = print
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!isPrint || event.key.toLowerCase() !== 'p' || document.querySelector('dialog[open]'))
        return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
