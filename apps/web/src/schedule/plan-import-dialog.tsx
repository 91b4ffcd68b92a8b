import { sendWrite } from 'triptych-client'
import type { Server } from 'triptych-client'
import type { ImportMode, PlanImported } from '@triptych/contract/plan-exchange'
import { useState } from 'react'
import { Dialog } from '../dialog.tsx'
import { t } from '../words/words.ts'

interface PlanImportDialogProps {
  server: Server
  /** `write`: by which it can be taken back. */
  onDone: (imported: PlanImported, write: string) => void
  onClose: () => void
}

const modes: Record<ImportMode, { name: string; hint: string }> = {
  append: { name: t('Behind the plan'), hint: t('Its tasks, calendars and people are added.') },
  replace: {
    name: t('In place of the plan'),
    hint: t(
      'All tasks and links that are here now go; Microsoft Project brings calendars and people in place of those here, too.',
    ),
  },
}

/** By the ending of its name, as browsers do not know all of them. */
const types: readonly (readonly [RegExp, string])[] = [
  [/\.csv$/i, 'text/csv'],
  [/\.xlsx$/i, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
]

function typeOf({ name }: File): string {
  return types.find(([ending]) => ending.test(name))?.[1] ?? 'application/xml'
}

/** Takes a file of Microsoft Project or a table, and tells what of it could not count. */
export function PlanImportDialog({ server, onDone, onClose }: PlanImportDialogProps) {
  const [file, setFile] = useState<File | null>(null)
  const [mode, setMode] = useState<ImportMode>('append')
  const [warnings, setWarnings] = useState<PlanImported['warnings'] | null>(null)

  async function take(): Promise<void> {
    await server.writersSettled()
    const { answer, write } = await sendWrite(server, {
      method: 'POST',
      path: `schedule/import?mode=${mode}`,
      body: file!.slice(0, file!.size, typeOf(file!)),
    })
    const imported = answer as PlanImported
    setWarnings(imported.warnings)
    onDone(imported, write)
  }

  if (warnings) {
    return (
      <Dialog title={t('What does not count')} onClose={onClose}>
        <p className="hint">{t('It was imported. This means nothing here:')}</p>
        <ul className="rows">
          {warnings.map((warning, index) => (
            <li key={index}>
              {placeOf(warning)}: {warning.why}
            </li>
          ))}
        </ul>
      </Dialog>
    )
  }

  return (
    <Dialog
      title={t('Import a plan')}
      action={t('Import')}
      isDisabled={!file}
      isDangerous={mode === 'replace'}
      onAct={take}
      onClose={onClose}
    >
      <label className="field">
        {t('File')}
        <input
          type="file"
          accept=".xml,.csv,.xlsx"
          onChange={({ target: { files } }) => setFile(files?.[0] ?? null)}
        />
      </label>
      <small>{t('XML of Microsoft Project, or a table as Excel or CSV')}</small>
      <fieldset className="schedule-modes">
        <legend>{t('Where it goes')}</legend>
        {(Object.keys(modes) as ImportMode[]).map((one) => (
          <label key={one}>
            <input type="radio" name="mode" checked={mode === one} onChange={() => setMode(one)} />
            <span>
              {modes[one].name}
              <small>{modes[one].hint}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  )
}

function placeOf({ uid, row, element }: PlanImported['warnings'][number]): string {
  if (row !== undefined) return t('{element} in row {row}', { element, row })
  return uid === null ? element : `${element} ${uid}`
}
