import type { IApi } from '@svar-ui/react-filemanager'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../../dialog.tsx'
import { nameIn } from '../shown.ts'
import { t } from '../../words/words.ts'

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
  const isThere = (called: string) =>
    api.getFile(folder === '/' ? `/${called}` : `${folder}/${called}`) !== null
  const [text, setText] = useState(() => old || freeName(isFolder, isThere))
  const field = useRef<HTMLInputElement>(null)
  const name = text.trim()
  // What gets another name may also take the place of what is there, and that is asked about.
  const isTaken = 'add' in of && isThere(name)

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
      isDisabled={name === '' || isTaken}
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
      {isTaken && (
        <p className="problem" role="alert">
          {t('There is already something of this name in “{folder}”.', {
            folder: nameIn(folder) || t('All files'),
          })}
        </p>
      )}
    </Dialog>
  )
}

function freeName(isFolder: boolean, isThere: (name: string) => boolean): string {
  const [stem = '', ending = ''] = isFolder ? [t('New folder')] : t('New file.txt').split(/(?=\.)/)
  let name = stem + ending
  for (let number = 2; isThere(name); number++) name = `${stem} (${number})${ending}`
  return name
}
