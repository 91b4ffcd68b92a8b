import type { Server } from 'triptych-client'
import type { LevelProposal } from '@triptych/contract/schedule'
import { useState } from 'react'
import { dateText, ProposalDialog, SomeLines } from '../schedule/proposal-dialog.tsx'
import { counted, t } from '../words/words.ts'

interface LevelDialogProps {
  server: Server
  nameOf: (resource: number) => string
  /** What was done, and by which it can be taken back. */
  onDone: (text: string, write: string) => void
  onClose: () => void
}

/** How nobody would have too much to do at once. */
export function LevelDialog({ server, nameOf, onDone, onClose }: LevelDialogProps) {
  const [clear, setCleared] = useState(false)
  return (
    <ProposalDialog<LevelProposal>
      title={t('Level the plan')}
      {...{ server, onDone, onClose }}
      request={{ path: 'schedule/level', body: { clear } }}
      waitText={t('Looking for a good order …')}
      doneText={t('The plan was levelled.')}
      compare={({ before, after }) => [
        {
          name: t('Too much at once'),
          now: timesText(before.overloads.length),
          later: timesText(after.overloads.length),
        },
      ]}
      more={({ after }) => (
        <SomeLines
          title={t('What would still be too much')}
          lines={after.overloads.map(({ resource, from, to, units, capacity }) => [
            t('{resource}, {from} to {to}', {
              resource: nameOf(resource),
              from: dateText(from),
              to: dateText(to),
            }),
            t('{units}% of {capacity}%', { units, capacity }),
          ])}
        />
      )}
    >
      <p className="hint">
        {t(
          'Tasks are put off until there is somebody for them. Nothing is changed before it is accepted.',
        )}
      </p>
      <label className="check">
        <input
          type="checkbox"
          checked={clear}
          onChange={({ target }) => setCleared(target.checked)}
        />
        {t('Only take away the delays that levelling gave before')}
      </label>
    </ProposalDialog>
  )
}

function timesText(count: number): string {
  return count === 0 ? t('never') : counted(count, 'once', '{count} times')
}
