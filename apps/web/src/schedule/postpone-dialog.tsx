import type { Server } from 'triptych-client'
import type { PostponeProposal } from '@triptych/contract/schedule'
import { useState } from 'react'
import { DayField } from '../place/day-field.tsx'
import type { PlanNames } from './plan-names.ts'
import { dateText, ProposalDialog, SomeLines } from './proposal-dialog.tsx'
import { t } from '../words/words.ts'

interface PostponeDialogProps {
  server: Server
  /** The day that it begins with, as `2027-03-01`. */
  day: string
  names: PlanNames
  onDone: (text: string, write: string) => void
  onClose: () => void
}

/** How what should have been done by a day, and is not, would come after it. */
export function PostponeDialog({
  server,
  day: first,
  names,
  onDone,
  onClose,
}: PostponeDialogProps) {
  const [day, setDay] = useState(first)
  const request =
    day === '' ? null : { path: 'schedule/postpone', body: { date: `${day}T00:00:00` } }
  return (
    <ProposalDialog<PostponeProposal>
      title={t('Update the plan')}
      {...{ server, request, onDone, onClose }}
      waitText={t('Looking for what is late …')}
      doneText={t('What was late comes later.')}
      more={({ changes }) => (
        <SomeLines
          title={t('What is late')}
          lines={changes.map(({ url, data }) => [
            names.task(Number(url.split('/').at(-1))),
            'constraint' in data
              ? t('begins on {date} or later', { date: dateText(data.constraint.date) })
              : t('goes on from {resume}', { resume: dateText(data.resume) }),
          ])}
        />
      )}
    >
      <p className="hint">
        {t(
          'What should have been done before this day, and is not, comes after it. Nothing is changed before it is accepted.',
        )}
      </p>
      <label className="field">
        {t('Status date')}
        <DayField value={day} onDay={setDay} />
      </label>
    </ProposalDialog>
  )
}
