import { useState } from 'react'
import { Dialog } from './dialog.tsx'
import { lookAgain } from './use-is-there.ts'
import { deleteWorkspace, workspace } from './workspaces.ts'
import { t } from './words/words.ts'

interface Props {
  title: string
  onClose: () => void
}

/** For everybody at once: so the name has to be typed. What comes after is the page of a workspace that is none. */
export function DeleteWorkspace({ title, onClose }: Props) {
  const [typed, setTyped] = useState('')
  return (
    <Dialog
      title={t('Delete this workspace')}
      action={t('Delete')}
      isDangerous
      isDisabled={typed.trim() !== title}
      onAct={async () => {
        await deleteWorkspace(workspace.name)
        lookAgain()
      }}
      onClose={onClose}
    >
      <p>
        {t(
          'Files, plan and tables of “{title}” are gone for everybody at once. For some days its owners can bring it back.',
          { title },
        )}
      </p>
      <label className="field">
        {t('Type “{title}” to confirm', { title })}
        <input
          value={typed}
          autoFocus
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
    </Dialog>
  )
}
