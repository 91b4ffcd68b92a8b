import type { Session } from '@triptych/contract/accounts'
import { Dialog } from '../dialog.tsx'
import type { AccountDialogProps } from './account-dialog.ts'
import { browserOf } from './browser-name.ts'
import { ListNote } from './list-note.tsx'
import { useAnswer } from './use-answer.ts'
import { useWork } from './use-work.ts'
import { when } from './when.ts'

export function SessionsDialog({ ask, onClose }: AccountDialogProps) {
  const { answer, problem, again } = useAnswer(() => ask<Session[]>('GET', '/sessions'))
  const work = useWork()

  function end(id: string): void {
    void work.run(async () => {
      await ask('DELETE', `/sessions/${encodeURIComponent(id)}`)
      await again()
    })
  }

  return (
    <Dialog title="Sessions" onClose={onClose}>
      <p className="hint">Browsers in which you are logged in.</p>
      <ul className="rows">
        {answer?.map((session) => (
          <li key={session.id}>
            <span className="what">
              <strong>{browserOf(session.agent)}</strong>
              <small>
                {session.isThis ? 'This one' : `Last used ${when(session.usedAt)}`}
                {session.address && ` · ${session.address}`}
              </small>
            </span>
            {!session.isThis && (
              <button
                type="button"
                className="button"
                aria-label={`End ${browserOf(session.agent)}, last used ${when(session.usedAt)}`}
                disabled={work.isBusy}
                onClick={() => end(session.id)}
              >
                End
              </button>
            )}
          </li>
        ))}
      </ul>
      <ListNote list={answer} problem={problem || work.problem} />
    </Dialog>
  )
}
