import type { Server } from 'triptych-client'
import { useRef, useState } from 'react'
import { Dialog } from '../../dialog.tsx'
import { FolderTree } from './folder-tree.tsx'
import { aboveOf, nameIn } from '../shown.ts'
import { locale } from '../../place/locale.ts'
import { t } from '../../words/words.ts'

export type PutAction = 'move-files' | 'copy-files'

interface Props {
  server: Server
  ids: readonly string[]
  action: PutAction
  /** The folder that is open and chosen at first. */
  first: string
  mayChange: (folder: string) => boolean
  onPlace: (folder: string) => void
  onClose: () => void
}

/** Asks where files and folders are to go. */
export function PlaceDialog(props: Props) {
  const { server, ids, action, first, mayChange, onPlace, onClose } = props
  const [chosen, setChosen] = useState(first)
  const content = useRef<HTMLDivElement>(null)
  const isMove = action === 'move-files'
  const problem = whyNot()

  function whyNot(): string {
    if (ids.some((id) => chosen === id || chosen.startsWith(`${id}/`))) {
      return t('A folder cannot be put into itself.')
    }
    if (!mayChange(chosen)) return t('You may only read this folder.')
    return isMove && ids.every((id) => aboveOf(id) === chosen) ? t('It is there already.') : ''
  }

  return (
    <Dialog
      title={titleOf(ids, isMove)}
      action={isMove ? t('Move here') : t('Copy here')}
      isDisabled={problem !== ''}
      onAct={() => {
        onPlace(chosen)
        content.current?.closest('dialog')?.close()
      }}
      onClose={onClose}
    >
      <div ref={content}>
        <FolderTree server={server} chosen={chosen} onChoose={setChosen} mayChange={mayChange} />
        <p className="hint" role="status">
          {problem || (chosen === '/' ? t('All files') : chosen)}
        </p>
      </div>
    </Dialog>
  )
}

function titleOf(ids: readonly string[], isMove: boolean): string {
  const name = nameIn(ids[0] ?? '')
  const count = ids.length.toLocaleString(locale)
  if (ids.length === 1) {
    return isMove ? t('Move “{name}” to …', { name }) : t('Copy “{name}” to …', { name })
  }
  return isMove ? t('Move {count} items to …', { count }) : t('Copy {count} items to …', { count })
}
