import flag from 'lucide-static/icons/flag.svg?raw'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'
import type { ViewProps } from '../view.ts'
import type { Baselines } from './use-baselines.ts'
import { ToolWord } from '../tool-word.tsx'
import { t } from '../words/words.ts'

const BaselinesDialog = lazy(async () => ({
  default: (await import('./baselines-dialog.tsx')).BaselinesDialog,
}))

interface BaselinesButtonProps extends Pick<ViewProps, 'server' | 'tell' | 'wayBack'> {
  baselines: Baselines
  mayChange: boolean
  minutesPerDay: number
  onTask: (task: number) => void
}

/** Says which baseline is shown, and opens all that is done with them. */
export function BaselinesButton(props: BaselinesButtonProps) {
  const { baselines, onTask, ...rest } = props
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { baseline } = baselines.shown
  const label = baseline ? t('Baselines: {name}', { name: baseline.name }) : t('Baselines')

  const wasOpen = useRef(false)
  useEffect(() => {
    // Nothing beside a dialog takes the focus before it is gone.
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  return (
    <>
      <button
        ref={button}
        className={baseline ? 'plain icon-only schedule-on' : 'plain icon-only'}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon svg={flag} />
        <ToolWord text={t('Baselines')} />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <BaselinesDialog
            {...{ ...rest, baselines }}
            onTask={(task) => {
              setOpen(false)
              onTask(task)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
