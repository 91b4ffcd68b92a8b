import type { Server } from 'triptych-client'
import type { MadeShare, ShareAccess } from '@triptych/contract/shares'
import { useState } from 'react'
import { CopyField } from '../accounts/copy-field.tsx'
import { ListNote } from '../accounts/list-note.tsx'
import { useAnswer } from '../accounts/use-answer.ts'
import { useWork } from '../accounts/use-work.ts'
import { when } from '../accounts/when.ts'
import { Dialog } from '../dialog.tsx'
import { endShare, listShares, makeShare } from './ask-shares.ts'
import { ShareFields } from './share-fields.tsx'
import { ShareRows } from './share-rows.tsx'
import { emptyDraft, shareOf } from './share-draft.ts'
import type { ShareDraft } from './share-draft.ts'
import { t } from '../words/words.ts'

export interface SharedEntry {
  /** Its path. */
  id: string
  name: string
  type: 'file' | 'folder'
}

interface Props {
  server: Server
  entry: SharedEntry
  /** Whoever may not change anything cannot let others put something there. */
  mayChange: boolean
  onClose: () => void
}

/** Makes links to one file or folder, and ends them. */
export function ShareDialog({ server, entry, mayChange, onClose }: Props) {
  const shares = useAnswer(async () =>
    (await listShares(server)).filter(({ file }) => file === entry.id),
  )
  const work = useWork()
  const [draft, setDraft] = useState<ShareDraft>(emptyDraft)
  const [made, setMade] = useState<MadeShare | null>(null)
  const accesses: ShareAccess[] =
    entry.type === 'folder' && mayChange ? ['read', 'upload'] : ['read']

  async function make(): Promise<void> {
    setMade(await makeShare(server, shareOf(entry.id, draft)))
    setDraft(emptyDraft)
    await shares.again()
  }

  return (
    <Dialog
      title={t('Share {name}', { name: entry.name })}
      action={t('Make link')}
      isStaying
      onAct={make}
      onClose={onClose}
    >
      <p className="hint">
        {entry.type === 'folder'
          ? t('Whoever has the link needs no account. It follows the folder wherever it is moved.')
          : t('Whoever has the link needs no account. It follows the file wherever it is moved.')}
      </p>
      <ShareFields accesses={accesses} draft={draft} onChange={setDraft} />
      {made && (
        <CopyField
          label={t('The link')}
          text={made.link}
          hint={t(
            'It is told only here. Whoever has it can use it, so give it only to those it is for.',
          )}
        />
      )}
      {shares.answer && shares.answer.length > 0 && (
        <>
          <h3>{t('Links there are')}</h3>
          <ShareRows
            shares={shares.answer}
            isBusy={work.isBusy}
            titleOf={({ name, createdAt }) =>
              name ?? t('Made {createdAt}', { createdAt: when(createdAt) })
            }
            onEnd={(share) =>
              void work.run(async () => {
                await endShare(server, share)
                if (made?.id === share.id) setMade(null)
              }, shares.again)
            }
          />
        </>
      )}
      <ListNote list={shares.answer} problem={shares.problem || work.problem} />
    </Dialog>
  )
}
