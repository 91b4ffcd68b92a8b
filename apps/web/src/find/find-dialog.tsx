import file from 'lucide-static/icons/file.svg?raw'
import folder from 'lucide-static/icons/folder.svg?raw'
import row from 'lucide-static/icons/rows-3.svg?raw'
import task from 'lucide-static/icons/square-check.svg?raw'
import table from 'lucide-static/icons/table-2.svg?raw'
import person from 'lucide-static/icons/user.svg?raw'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Icon } from '../icon.tsx'
import { wantRow } from '../tables/wanted-row.ts'
import { groupsOf } from './hits.ts'
import type { Hit } from './hits.ts'
import { useSearch } from './use-search.ts'
import './find.css'
import { t } from '../words/words.ts'

const icons: Record<Hit['icon'], string> = { task, file, folder, table, row, person }

interface Props {
  onClose: () => void
}

/** Everything in the workspace by a part of its name: type, go down, Enter. */
export function FindDialog({ onClose }: Props) {
  const [text, setText] = useState('')
  const { result, isBusy, problem, again } = useSearch(text)
  const groups = useMemo(() => (result ? groupsOf(result, text.trim()) : []), [result])
  const hits = groups.flatMap((group) => group.hits)
  const [chosen, setChosen] = useState(0)
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  const idOf = (index: number) => `${id}-${index}`
  useEffect(() => {
    element.current?.showModal()
  }, [])
  useEffect(() => setChosen(0), [result])
  useEffect(() => {
    document.getElementById(idOf(chosen))?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  function open({ href, row: found }: Hit): void {
    element.current?.close()
    location.hash = href
    if (found) wantRow(found)
  }

  function press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && hits.length > 0) {
      event.preventDefault()
      setChosen((chosen + step + hits.length) % hits.length)
    }
    const hit = hits[chosen]
    if (event.key === 'Enter' && hit && !isBusy) {
      event.preventDefault()
      open(hit)
    }
  }

  const isNothing = result !== null && !isBusy && hits.length === 0
  let index = -1
  return (
    <dialog ref={element} className="find" aria-label={t('Search everything')} onClose={onClose}>
      <input
        className="find-text"
        type="text"
        role="combobox"
        aria-label={t('Search everything')}
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-hits`}
        aria-activedescendant={hits.length > 0 ? idOf(chosen) : undefined}
        placeholder={t('Search tasks, files, tables, rows and people')}
        autoFocus
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={press}
      />
      <div className="find-hits" id={`${id}-hits`} role="listbox" aria-label={t('What was found')}>
        {groups.map(({ title, hits: some, hasMore }) => (
          <div key={title} role="group" aria-label={title}>
            <p className="find-group" role="presentation">
              {title}
              {hasMore && <span> {t('– there are more, type on to narrow it')}</span>}
            </p>
            {some.map((hit) => {
              index++
              const at = index
              return (
                <a
                  key={hit.key}
                  id={idOf(at)}
                  role="option"
                  aria-selected={at === chosen}
                  tabIndex={-1}
                  href={hit.href}
                  onClick={(event) => {
                    event.preventDefault()
                    open(hit)
                  }}
                  onMouseMove={() => setChosen(at)}
                >
                  <Icon svg={icons[hit.icon]} />
                  <span className="find-title">{hit.title}</span>
                  {hit.text && <span className="find-snippet">{hit.text}</span>}
                  <span className="find-where">{hit.where}</span>
                </a>
              )
            })}
          </div>
        ))}
      </div>
      <p className="find-note" role="status">
        {problem ||
          (isBusy && t('Searching …')) ||
          (isNothing && t('Nothing was found.')) ||
          hintOf(text)}
        {problem && (
          <button type="button" className="plain" onClick={again}>
            {t('Try again')}
          </button>
        )}
      </p>
    </dialog>
  )
}

function hintOf(text: string): string {
  return text.trim() === '' ? t('A part of a name is enough.') : t('↑ ↓ to choose, Enter to open')
}
