import type { Server } from 'triptych-client'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import folderIcon from 'lucide-static/icons/folder.svg?raw'
import openIcon from 'lucide-static/icons/chevron-down.svg?raw'
import closedIcon from 'lucide-static/icons/chevron-right.svg?raw'
import { problemText } from '../../failure-text.ts'
import { Icon } from '../../icon.tsx'
import { aboveOf, byName, nameIn } from '../shown.ts'
import './folder-tree.css'
import { t } from '../../words/words.ts'

interface Props {
  server: Server
  chosen: string
  onChoose: (folder: string) => void
  mayChange: (folder: string) => boolean
}

/** The folders of the workspace, one of which is chosen; a new one can be made in it. */
export function FolderTree({ server, chosen, onChoose, mayChange }: Props) {
  /** The folders in a folder, where they are known. */
  const [below, setBelow] = useState<Readonly<Record<string, readonly string[]>>>({})
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(waysTo(chosen)))
  const [problem, setProblem] = useState('')
  const [newName, setNewName] = useState<string | null>(null)
  const tree = useRef<HTMLUListElement>(null)
  const start = useRef(chosen)

  async function load(folder: string): Promise<void> {
    try {
      const path = `files/${encodeURIComponent(folder)}`
      const list = (await server.send({ method: 'GET', path })) as { id: string; type: string }[]
      const folders = list.filter(({ type }) => type === 'folder').map(({ id }) => id)
      setBelow((known) => ({ ...known, [folder]: folders.toSorted(byName) }))
    } catch (error) {
      setProblem(problemText(error as Error))
    }
  }

  useEffect(() => {
    for (const folder of waysTo(start.current)) void load(folder)
  }, [])
  // The keyboard is where the tree is, as soon as that is there.
  useEffect(() => tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(), [])

  function toggle(folder: string, isOpen: boolean): void {
    const next = new Set(open)
    if (isOpen) next.add(folder)
    else next.delete(folder)
    setOpen(next)
    if (isOpen && !below[folder]) void load(folder)
  }

  const rows = rowsOf('/', 1)
  function rowsOf(folder: string, level: number): { folder: string; level: number }[] {
    const inner = open.has(folder) ? (below[folder] ?? []) : []
    return [{ folder, level }, ...inner.flatMap((one) => rowsOf(one, level + 1))]
  }

  function choose(folder: string | undefined): void {
    if (folder === undefined) return
    onChoose(folder)
    tree.current?.querySelector<HTMLElement>(`[data-folder="${CSS.escape(folder)}"]`)?.focus()
  }

  function press(event: KeyboardEvent): void {
    const index = rows.findIndex(({ folder }) => folder === chosen)
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -index, End: rows.length - 1 - index }[
      event.key
    ]
    const isOpen = open.has(chosen)
    if (step !== undefined) choose(rows[index + step]?.folder)
    else if (event.key === 'ArrowRight' && !isOpen) toggle(chosen, true)
    else if (event.key === 'ArrowRight') choose(below[chosen]?.[0])
    else if (event.key === 'ArrowLeft' && isOpen && chosen !== '/') toggle(chosen, false)
    else if (event.key === 'ArrowLeft') choose(aboveOf(chosen))
    else return
    event.preventDefault()
  }

  async function add(): Promise<void> {
    const name = newName?.trim()
    if (!name) return setNewName(null)
    try {
      const path = `files/${encodeURIComponent(chosen)}`
      const body = { name, type: 'folder' }
      const { result } = (await server.send({ method: 'POST', path, body })) as {
        result: { id: string }
      }
      setNewName(null)
      setProblem('')
      await load(chosen)
      setOpen((known) => new Set([...known, chosen]))
      onChoose(result.id)
    } catch (error) {
      setProblem(problemText(error as Error))
    }
  }

  return (
    <>
      <ul
        className="folder-tree"
        role="tree"
        aria-label={t('Folders')}
        ref={tree}
        onKeyDown={press}
      >
        {rows.map(({ folder, level }) => (
          <li
            key={folder}
            role="treeitem"
            data-folder={folder}
            style={{ paddingLeft: 8 + 20 * Math.min(level - 1, 10) }}
            aria-level={level}
            aria-selected={folder === chosen}
            aria-expanded={below[folder]?.length === 0 ? undefined : open.has(folder)}
            tabIndex={folder === chosen ? 0 : -1}
            onClick={() => choose(folder)}
            onDoubleClick={() => toggle(folder, !open.has(folder))}
          >
            <span
              className="toggle"
              onClick={(event) => {
                event.stopPropagation()
                toggle(folder, !open.has(folder))
              }}
            >
              {below[folder]?.length !== 0 && (
                <Icon svg={open.has(folder) ? openIcon : closedIcon} />
              )}
            </span>
            <Icon svg={folderIcon} />
            <span className="folder-name">{folder === '/' ? t('All files') : nameIn(folder)}</span>
          </li>
        ))}
      </ul>
      {newName === null ? (
        <button
          type="button"
          className="button"
          disabled={!mayChange(chosen)}
          onClick={() => setNewName(t('New folder'))}
        >
          {t('New folder')}
        </button>
      ) : (
        <div className="new-folder">
          <input
            autoFocus
            aria-label={t('Name of the new folder')}
            value={newName}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => setNewName(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== 'Escape') return
              // Neither is meant for the dialog around it.
              event.preventDefault()
              event.stopPropagation()
              if (event.key === 'Enter') void add()
              else setNewName(null)
            }}
          />
          <button type="button" className="button" onClick={() => void add()}>
            {t('Create')}
          </button>
        </div>
      )}
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

/** The folders above one, and itself: `/a/b` is `/`, `/a`, `/a/b`. */
function waysTo(folder: string): string[] {
  return folder === '/' ? ['/'] : [...waysTo(aboveOf(folder)), folder]
}
