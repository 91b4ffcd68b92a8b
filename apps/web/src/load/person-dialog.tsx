import { sendWrite } from 'triptych-client'
import type { Server } from 'triptych-client'
import { useState } from 'react'
import { useWork } from '../accounts/use-work.ts'
import { Dialog } from '../dialog.tsx'
import type { Scheduling } from '../schedule/ask-schedule.ts'
import type { LoadRow } from './load-rows.ts'
import { t } from '../words/words.ts'

interface PersonDialogProps {
  server: Server
  scheduling: Scheduling
  mayChange: boolean
  /** `null`: somebody new. */
  row: LoadRow | null
  /** What was done, and by which it can be taken back. */
  onDone: (text: string, write: string) => void
  onClose: () => void
}

/** Who somebody is, how much of their time they give, and when they work. */
export function PersonDialog(props: PersonDialogProps) {
  const { server, scheduling, mayChange, row, onDone, onClose } = props
  const [name, setName] = useState(row?.name ?? '')
  const [maxUnits, setMaxUnits] = useState(String(row?.maxUnits ?? 100))
  const [calendar, setCalendar] = useState<number | null>(row?.calendar ?? null)
  const work = useWork()
  const hasHours = !row || (row.works && !row.isGroup)

  async function save(): Promise<void> {
    const said = { name: name.trim(), maxUnits: Number(maxUnits), calendar }
    const body = Object.fromEntries(
      Object.entries(said).filter(([field, value]) => value !== before(row, field)),
    )
    const request = row
      ? ({ method: 'PUT', path: `resources/${row.id}`, body } as const)
      : ({ method: 'POST', path: 'resources', body } as const)
    await server.writersSettled()
    const { write } = await sendWrite(server, request)
    onDone(
      row
        ? t('{name} was changed.', { name: said.name })
        : t('{name} was added.', { name: said.name }),
      write,
    )
  }

  async function remove(): Promise<void> {
    await server.writersSettled()
    const { write } = await sendWrite(server, { method: 'DELETE', path: `resources/${row!.id}` })
    onDone(t('{name} was deleted.', { name: row!.name }), write)
  }

  return (
    <Dialog
      title={row ? row.name || t('No name') : t('A new person')}
      {...(mayChange && { action: row ? t('Save') : t('Add'), onAct: save })}
      isDisabled={name.trim() === '' || maxUnits === ''}
      isBusy={work.isBusy}
      onClose={onClose}
    >
      <fieldset className="load-person" disabled={!mayChange}>
        <label className="field">
          {t('Name')}
          <input
            value={name}
            maxLength={1000}
            onChange={({ target }) => setName(target.value)}
            autoFocus={!row}
          />
        </label>
        {hasHours && (
          <div className="row">
            <label className="field">
              {t('Capacity in percent')}
              <input
                type="number"
                min={0}
                max={100_000}
                value={maxUnits}
                onChange={({ target }) => setMaxUnits(target.value)}
              />
            </label>
            <label className="field">
              {t('Calendar')}
              <select
                value={calendar ?? ''}
                onChange={({ target }) =>
                  setCalendar(target.value === '' ? null : Number(target.value))
                }
              >
                <option value="">{t('That of the plan')}</option>
                {scheduling.calendars.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name || t('Calendar {id}', { id: one.id })}
                  </option>
                ))}
              </select>
            </label>
          </div>
        )}
      </fieldset>
      {row && mayChange && (
        <button
          type="button"
          className="plain load-delete"
          disabled={work.isBusy}
          onClick={() => void work.run(remove)}
        >
          {row.isGroup ? t('Delete the group') : t('Delete, with what is assigned')}
        </button>
      )}
      {work.problem && (
        <p className="problem" role="alert">
          {work.problem}
        </p>
      )}
    </Dialog>
  )
}

/** What is as it was, or as it is of itself, is not said. */
function before(row: LoadRow | null, field: string): unknown {
  const plain: Record<string, unknown> = { name: null, maxUnits: 100, calendar: null }
  return (row ?? plain)[field as keyof LoadRow]
}
