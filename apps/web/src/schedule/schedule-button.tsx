import cog from 'lucide-static/icons/calendar-cog.svg?raw'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'
import type { ViewProps } from '../view.ts'
import type { Rescheduled, Scheduling } from './ask-schedule.ts'
import type { PlanNames } from './plan-names.ts'
import { modeNames, movedText } from './schedule-text.ts'

const ScheduleDialog = lazy(async () => ({
  default: (await import('./schedule-dialog.tsx')).ScheduleDialog,
}))

interface ScheduleButtonProps extends Pick<ViewProps, 'server' | 'tell' | 'wayBack'> {
  scheduling: Scheduling
  mayChange: boolean
  names: PlanNames
  onTask: (task: number) => void
}

/** Says how the plan is scheduled, and opens what changes it. */
export function ScheduleButton(props: ScheduleButtonProps) {
  const { server, tell, wayBack, scheduling, mayChange, names, onTask } = props
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { mode } = scheduling.schedule
  const label = `Scheduling: ${modeNames[mode].toLowerCase()}`

  const wasOpen = useRef(false)
  useEffect(() => {
    // Nothing beside a dialog takes the focus before it is gone.
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  function done({ write, moved }: Rescheduled): void {
    setOpen(false)
    tell({
      kind: 'info',
      text: `The scheduling was changed. ${movedText(moved)}`,
      action: { label: 'Undo', run: () => wayBack.undoWrite(write) },
    })
  }

  return (
    <>
      <button
        ref={button}
        className={mode === 'off' ? 'plain icon-only' : 'plain icon-only schedule-on'}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon svg={cog} />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ScheduleDialog
            {...{ server, scheduling, mayChange, names }}
            onTask={(task) => {
              setOpen(false)
              onTask(task)
            }}
            onDone={done}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
