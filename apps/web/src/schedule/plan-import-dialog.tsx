import { sendWrite } from '@triptych/client'
import type { Server } from '@triptych/client'
import type { ImportMode, PlanImported } from '@triptych/contract/plan-exchange'
import { useState } from 'react'
import { Dialog } from '../dialog.tsx'

interface PlanImportDialogProps {
  server: Server
  /** `write`: by which it can be taken back. */
  onDone: (imported: PlanImported, write: string) => void
  onClose: () => void
}

const modes: Record<ImportMode, { name: string; hint: string }> = {
  append: { name: 'Behind the plan', hint: 'Its tasks, calendars and people are added.' },
  replace: {
    name: 'In place of the plan',
    hint: 'All tasks, links, calendars and people that are here now go.',
  },
}

/** Takes a file of Microsoft Project, and tells what of it could not count. */
export function PlanImportDialog({ server, onDone, onClose }: PlanImportDialogProps) {
  const [file, setFile] = useState<File | null>(null)
  const [mode, setMode] = useState<ImportMode>('append')
  const [warnings, setWarnings] = useState<PlanImported['warnings'] | null>(null)

  async function take(): Promise<void> {
    await server.writersSettled()
    const { answer, write } = await sendWrite(server, {
      method: 'POST',
      path: `schedule/import?mode=${mode}`,
      body: file!.slice(0, file!.size, 'application/xml'),
    })
    const imported = answer as PlanImported
    setWarnings(imported.warnings)
    onDone(imported, write)
  }

  if (warnings) {
    return (
      <Dialog title="What does not count" onClose={onClose}>
        <p className="hint">It was imported. This is kept for an export, and means nothing here:</p>
        <ul className="rows">
          {warnings.map(({ uid, element, why }, index) => (
            <li key={index}>
              {uid === null ? element : `${element} ${uid}`}: {why}
            </li>
          ))}
        </ul>
      </Dialog>
    )
  }

  return (
    <Dialog
      title="Import a plan"
      action="Import"
      isDisabled={!file}
      isDangerous={mode === 'replace'}
      onAct={take}
      onClose={onClose}
    >
      <label className="field">
        File
        <input
          type="file"
          accept=".xml"
          onChange={({ target: { files } }) => setFile(files?.[0] ?? null)}
        />
      </label>
      <small>XML of Microsoft Project</small>
      <fieldset className="schedule-modes">
        <legend>Where it goes</legend>
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
