import { openData } from 'triptych-client/data'
import type { FileEntry } from 'triptych-client/data'
import type { Server, UploadFile } from 'triptych-client'
import fileIcon from 'lucide-static/icons/file.svg?raw'
import folderIcon from 'lucide-static/icons/folder.svg?raw'
import upIcon from 'lucide-static/icons/corner-left-up.svg?raw'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useRights } from '../../accounts/rights.ts'
import { Dialog } from '../../dialog.tsx'
import { problemText } from '../../failure-text.ts'
import { FilePicker } from '../../files/upload/file-picker.tsx'
import { aboveOf, nameIn } from '../../files/shown.ts'
import { Icon } from '../../icon.tsx'
import { useLeft } from '../../rules/left.ts'
import { useEntries } from './use-entries.ts'
import './file-chooser.css'
import { t } from '../../words/words.ts'

interface Props {
  server: Server
  /** The path of the file that is there now; empty for none. */
  first: string
  onChosen: (path: string) => void
  onClose: () => void
}

/** What stands in the list: the way up, and what is in the folder or was found. */
type Choice = Pick<FileEntry, 'id' | 'type'> & { isUp?: true }

const keyOf = ({ id, isUp }: Choice) => (isUp ? '..' : id)

/** A file of the drive: type a part of its name, or go through the folders by arrows and Enter. */
export function FileChooser({ server, first, onChosen, onClose }: Props) {
  const [folder, setFolder] = useState(first === '' ? '/' : aboveOf(first))
  const [text, setText] = useState('')
  const { entries, problem: unread } = useEntries(server, folder, text, () =>
    setFolder(aboveOf(folder)),
  )
  const [failed, setFailed] = useState('')
  const [isSending, setSending] = useState(false)
  /** The key of what is marked, where somebody has said it. */
  const [wanted, setWanted] = useState(first)
  /** Enter came before it was known what it takes. */
  const [isWaiting, setWaiting] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const { change } = useRights()
  const mayUpload = useLeft().entry(folder) && change
  const id = useId()

  const choices: Choice[] = [
    ...(folder !== '/' && text.trim() === ''
      ? [{ id: aboveOf(folder), type: 'folder', isUp: true } as const]
      : []),
    ...(entries ?? []).filter(({ type }) => type === 'file' || type === 'folder'),
  ]
  const found = choices.findIndex((choice) => keyOf(choice) === wanted)
  // Without a wish it is the first thing in the folder, not the way out of it.
  const at = found >= 0 ? found : Math.min(choices[0]?.isUp ? 1 : 0, choices.length - 1)
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at, entries])

  useEffect(() => {
    if (!isWaiting || !entries) return
    setWaiting(false)
    take(choices[at])
  }, [isWaiting, entries])

  function go(to: string): void {
    // Whoever goes up stands at the folder that they come from.
    setWanted(to === aboveOf(folder) ? folder : '')
    setFolder(to)
    setText('')
    setFailed('')
    field.current?.focus()
  }

  function take(choice: Choice | undefined): void {
    if (choice?.type === 'folder') go(choice.id)
    else if (choice) chosen(choice.id)
  }

  function chosen(path: string): void {
    onChosen(path)
    field.current?.closest('dialog')?.close()
  }

  function press(event: KeyboardEvent): void {
    const last = choices.length - 1
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 10, PageUp: at - 10 }[event.key]
    if (to !== undefined) mark(choices[Math.max(0, Math.min(last, to))])
    else if (event.key === 'Enter') setWaiting(true)
    else if (event.key === 'Backspace' && text === '' && folder !== '/') go(aboveOf(folder))
    else return
    event.preventDefault()
  }

  function mark(choice: Choice | undefined): void {
    if (choice) setWanted(keyOf(choice))
  }

  async function upload([picked]: readonly UploadFile[]): Promise<void> {
    if (!picked) return
    setSending(true)
    setFailed('')
    try {
      const { id: path } = await openData(server).files.upload(folder, picked.file, picked.name)
      chosen(path)
    } catch (error) {
      setFailed(problemText(error as Error))
      setSending(false)
    }
  }

  const problem = failed || unread
  return (
    <Dialog title={t('Choose a file')} onClose={onClose} buttons={buttons()}>
      <p className="chooser-folder">{folder === '/' ? t('All files') : folder}</p>
      <input
        ref={field}
        className="chooser-text"
        type="text"
        role="combobox"
        aria-label={t('Search in this folder')}
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={choices.length > 0 ? `${id}-${at}` : undefined}
        placeholder={t('Search in this folder')}
        autoFocus
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setWanted('')
          setWaiting(false)
        }}
        onKeyDown={press}
      />
      <ul
        ref={list}
        id={`${id}-list`}
        className="chooser-list"
        role="listbox"
        aria-label={t('Files and folders')}
      >
        {choices.map((choice, index) => (
          <li
            key={keyOf(choice)}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            title={choice.id}
            // The keyboard stays in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => (choice.type === 'folder' ? take(choice) : mark(choice))}
            onDoubleClick={() => take(choice)}
          >
            <Icon svg={choice.isUp ? upIcon : choice.type === 'folder' ? folderIcon : fileIcon} />
            <span>{choice.isUp ? t('One folder up') : nameIn(choice.id)}</span>
            {text.trim() !== '' && <span className="where">{aboveOf(choice.id)}</span>}
          </li>
        ))}
      </ul>
      <p className="hint" role="status">
        {!problem && entries === null && t('Loading …')}
        {entries?.length === 0 &&
          (text.trim() === '' ? t('It is empty.') : t('Nothing was found.'))}
      </p>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <FilePicker ref={picker} isOne onPicked={(picked) => void upload(picked)} />
    </Dialog>
  )

  function buttons() {
    return (
      <>
        {mayUpload && (
          <button
            type="button"
            className="button chooser-upload"
            disabled={isSending}
            onClick={() => picker.current?.click()}
          >
            {isSending ? t('One moment …') : t('Upload …')}
          </button>
        )}
        <button
          type="button"
          className="button"
          onClick={() => field.current?.closest('dialog')?.close()}
        >
          {t('Cancel')}
        </button>
        <button
          type="button"
          className="button primary"
          disabled={choices[at]?.type !== 'file'}
          onClick={() => take(choices[at])}
        >
          {t('Choose')}
        </button>
      </>
    )
  }
}
