import type { Session } from '@triptych/contract/accounts'
import { Dialog } from '../dialog.tsx'
import type { AccountDialogProps } from './account-dialog.ts'
import { browserOf } from './browser-name.ts'
import { ListNote } from './list-note.tsx'
import { useAnswer } from './use-answer.ts'
import { useWork } from './use-work.ts'
import { when } from './when.ts'
import { t } from '../words/words.ts'

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
    <Dialog title={t('Sessions')} onClose={onClose}>
      <p className="hint">{t('Browsers in which you are logged in.')}</p>
      <ul className="rows">
        {answer?.map((session) => (
          <li key={session.id}>
            <span className="what">
              <strong>{browserOf(session.agent)}</strong>
              <small>
                {session.isThis
                  ? t('This one')
                  : t('Last used {usedAt}', { usedAt: when(session.usedAt) })}
                {session.address && ` · ${session.address}`}
              </small>
            </span>
            {!session.isThis && (
              <button
                type="button"
                className="button"
                aria-label={t('End {agent}, last used {usedAt}', {
                  agent: browserOf(session.agent),
                  usedAt: when(session.usedAt),
                })}
                disabled={work.isBusy}
                onClick={() => end(session.id)}
              >
                {t('End')}
              </button>
            )}
          </li>
        ))}
      </ul>
      <ListNote list={answer} problem={problem || work.problem} />
    </Dialog>
  )
}
