import type { IApi } from '@svar-ui/react-filemanager'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../dialog.tsx'
import { nameIn } from './shown.ts'
import { t } from '../words/words.ts'

interface Props {
  api: IApi
  of: { rename: string } | { add: 'file' | 'folder' }
  /** Where something is added. */
  folder: string
  onClose: () => void
}

/** Asks how a file or folder is to be called. */
export function EntryNameDialog({ api, of, folder, onClose }: Props) {
  const isFolder = 'add' in of ? of.add === 'folder' : api.getFile(of.rename)?.type === 'folder'
  const old = 'rename' in of ? nameIn(of.rename) : ''
  const [text, setText] = useState(old || (isFolder ? t('New folder') : t('New file.txt')))
  const field = useRef<HTMLInputElement>(null)
  const name = text.trim()

  // Whoever renames a file wants to keep what it is.
  useEffect(() => {
    const dot = isFolder ? -1 : text.lastIndexOf('.')
    field.current?.focus()
    field.current?.setSelectionRange(0, dot > 0 ? dot : text.length)
  }, [])

  function act(): void {
    if ('rename' in of) {
      if (name !== old) void api.exec('rename-file', { id: of.rename, name })
    } else {
      const file = { name, type: of.add, date: new Date(), ...(!isFolder && { size: 0 }) }
      void api.exec('create-file', { file, parent: folder })
    }
    // The browser brings the keyboard back to where it was only when the dialog is closed.
    field.current?.closest('dialog')?.close()
  }

  const title = isFolder ? t('New folder') : t('New file')
  return (
    <Dialog
      title={'rename' in of ? t('Rename “{old}”', { old }) : title}
      action={'rename' in of ? t('Rename') : t('Create')}
      isDisabled={name === ''}
      onAct={act}
      onClose={onClose}
    >
      <label className="field">
        {t('Name')}
        <input
          ref={field}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
    </Dialog>
  )
}
