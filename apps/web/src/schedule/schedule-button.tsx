import { wallTime } from 'triptych-client'
import cog from 'lucide-static/icons/calendar-cog.svg?raw'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'
import type { ViewProps } from '../view.ts'
import type { Rescheduled, Scheduling } from './ask-schedule.ts'
import type { PlanNames } from './plan-names.ts'
import { modeNames, movedText } from './schedule-text.ts'
import { ToolWord } from '../tool-word.tsx'
import { t } from '../words/words.ts'

const ScheduleDialog = lazy(async () => ({
  default: (await import('./schedule-dialog.tsx')).ScheduleDialog,
}))

const PostponeDialog = lazy(async () => ({
  default: (await import('./postpone-dialog.tsx')).PostponeDialog,
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
  const [open, setOpen] = useState<'schedule' | 'update' | null>(null)
  const [statusDate, setStatusDate] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { mode } = scheduling.schedule
  const label = t('Scheduling: {mode}', { mode: modeNames[mode].toLowerCase() })

  const wasOpen = useRef(false)
  useEffect(() => {
    // Nothing beside a dialog takes the focus before it is gone.
    if (wasOpen.current && !open) button.current?.focus()
    wasOpen.current = open !== null
  }, [open])

  function done(what: string, { write, moved }: Rescheduled): void {
    offerUndo(`${what} ${movedText(moved)}`, write)
  }

  function tellDone(text: string, write: string): void {
    setOpen(null)
    offerUndo(text, write)
  }

  function offerUndo(text: string, write: string): void {
    const run = () => wayBack.undoWrite(write)
    tell({ kind: 'info', text, action: { label: t('Undo'), run }, isUndo: true })
  }

  return (
    <>
      <button
        ref={button}
        className={mode === 'off' ? 'plain icon-only' : 'plain icon-only schedule-on'}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onClick={() => setOpen('schedule')}
      >
        <Icon svg={cog} />
        <ToolWord text={t('Scheduling')} />
      </button>
      {open === 'schedule' && (
        <Suspense fallback={null}>
          <ScheduleDialog
            {...{ server, scheduling, mayChange, names }}
            onTask={(task) => {
              setOpen(null)
              onTask(task)
            }}
            onCalendars={(what) => done(t('The calendars were changed.'), what)}
            onUpdate={(date) => {
              setStatusDate(date)
              setOpen('update')
            }}
            onDone={(what) => {
              setOpen(null)
              done(t('The scheduling was changed.'), what)
            }}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
      {open === 'update' && (
        <Suspense fallback={null}>
          <PostponeDialog
            {...{ server, names }}
            day={(statusDate ?? wallTime(new Date())).slice(0, 10)}
            onDone={tellDone}
            onClose={() => setOpen('schedule')}
          />
        </Suspense>
      )}
    </>
  )
}
