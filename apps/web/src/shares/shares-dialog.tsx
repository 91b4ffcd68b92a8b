import type { Account, Member } from '@triptych/contract/accounts'
import type { Share } from '@triptych/contract/shares'
import type { AccountDialogProps } from '../accounts/account-dialog.ts'
import { ListNote } from '../accounts/list-note.tsx'
import { useAnswer } from '../accounts/use-answer.ts'
import { useWork } from '../accounts/use-work.ts'
import { Dialog } from '../dialog.tsx'
import { workspace } from '../workspaces.ts'
import { endShare, listShares } from './ask-shares.ts'
import { ShareRows } from './share-rows.tsx'
import { t } from '../words/words.ts'

/** My shares, or for owners of the workspace all of them. */
export function SharesDialog({ you, rights, ask, server, onClose }: AccountDialogProps) {
  const { answer, problem, again } = useAnswer(() => listShares(server))
  const names = useAnswer(async () => {
    if (!rights.manage) return new Map<string, string>()
    const people = rights.administer
      ? await ask<Account[]>('GET', '/accounts')
      : await ask<Member[]>('GET', `/members?workspace=${encodeURIComponent(workspace.name)}`)
    return new Map(people.map(({ id, name }) => [id, name]))
  })
  const work = useWork()

  function makerOf({ sharer }: Share): string | null {
    if (sharer === null || !rights.manage || !names.answer) return null
    if (sharer === you.id) return t('by you')
    const name = names.answer.get(sharer)
    return name === undefined
      ? t('by somebody who has no role here')
      : t('by {actor}', { actor: name })
  }

  return (
    <Dialog title={rights.limit ? t('Shares') : t('My shares')} isWide onClose={onClose}>
      <p className="hint">
        {t(
          'Links by which others reach a file or folder without an account. “Share…” in the menu of a file makes one.',
        )}
      </p>
      <ShareRows
        shares={answer ?? []}
        isBusy={work.isBusy}
        titleOf={({ file, name }) => (name === null ? file : `${file} (${name})`)}
        makerOf={makerOf}
        onEnd={(share) => void work.run(() => endShare(server, share), again)}
      />
      <ListNote list={answer} problem={problem || work.problem} nothing={t('There is none.')} />
    </Dialog>
  )
}
