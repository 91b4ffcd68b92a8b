import type { FileEntry } from '@triptych/contract/files'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { readAddress } from '../address.ts'
import { thingAt } from '../home/recent.ts'
import { recentHits } from '../home/recent-hits.ts'
import { useAnswersOf } from '../home/use-answer-of.ts'
import { Icon } from '../icon.tsx'
import { wantRow } from '../tables/wanted-row.ts'
import { hitIcons } from './hit-icons.ts'
import { fileHit, groupsOf } from './hits.ts'
import type { Hit, HitGroup } from './hits.ts'
import { useSearch } from './use-search.ts'
import { plain, waysFor } from './ways.ts'
import type { Way } from './ways.ts'
import './find.css'
import { t } from '../words/words.ts'

interface Props {
  ways: readonly Way[]
  onClose: () => void
}

interface Group extends Omit<HitGroup, 'hits'> {
  hits: readonly (Hit | Way)[]
}

/**
 * Everything in the workspace by a part of its name: type, go down, Enter. Before that, where one was last. What is always
 * there comes first, as what is searched for comes later and would push it away.
 */
export function FindDialog({ ways, onClose }: Props) {
  const [text, setText] = useState('')
  const { result, isBusy, problem, again } = useSearch(text)
  const stars = useStarGroup(text.trim())
  const recent = useRecentGroup()
  const isEmpty = text.trim() === ''
  const found = useMemo(
    () => (result ? groupsOf(result, text.trim()) : isEmpty ? recent : []),
    [result, isEmpty, recent],
  )
  const groups = useMemo((): readonly Group[] => {
    const hits = waysFor(ways, text)
    const always = hits.length > 0 ? [{ title: t('Go to'), hits, hasMore: false }] : []
    return isEmpty ? [...stars, ...found, ...always] : [...stars, ...always, ...found]
  }, [found, stars, ways, text])
  const hits = groups.flatMap((group) => group.hits)
  const [chosen, setChosen] = useState(0)
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  const idOf = (index: number) => `${id}-${index}`
  useEffect(() => {
    element.current?.showModal()
  }, [])
  useEffect(() => setChosen(0), [groups])
  useEffect(() => {
    document.getElementById(idOf(chosen))?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  function open(hit: Hit | Way): void {
    element.current?.close()
    if ('run' in hit) hit.run?.()
    else if ('isPage' in hit) location.assign(hit.href)
    else location.hash = hit.href
    if ('row' in hit && hit.row) wantRow(hit.row)
  }

  function press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && hits.length > 0) {
      event.preventDefault()
      setChosen((chosen + step + hits.length) % hits.length)
    }
    const hit = hits[chosen]
    const isThere = !isBusy || (hit && 'svg' in hit)
    if (event.key === 'Enter' && hit && isThere) {
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
                  <Icon svg={'svg' in hit ? hit.svg : hitIcons[hit.icon]} />
                  <span className="find-title">{hit.title}</span>
                  {'text' in hit && <span className="find-snippet">{hit.text}</span>}
                  <span className="find-where">{hit.where}</span>
                </a>
              )
            })}
          </div>
        ))}
      </div>
      <p className="find-note" role="status">
        {problem || (isBusy && t('Searching …')) || (isNothing && t('Nothing was found.')) || (
          <Hint isEmpty={isEmpty} />
        )}
        {problem && (
          <button type="button" className="plain" onClick={again}>
            {t('Try again')}
          </button>
        )}
      </p>
    </dialog>
  )
}

/** So many stars are offered before anything is typed. */
const mostStars = 5

/** What is starred is mostly what is looked for: it comes first, and is there before the answer. */
function useStarGroup(text: string): readonly HitGroup[] {
  const { value } = useAnswersOf((ask) => ask<FileEntry[]>('stars'), 'stars')
  return useMemo(() => {
    const wanted = plain(text)
    const named = (value ?? []).filter((entry) => plain(entry.value).includes(wanted))
    const hits = named.slice(0, mostStars).map((entry) => {
      const hit = fileHit(entry)
      return { ...hit, key: `star ${hit.key}` }
    })
    return hits.length > 0
      ? [{ title: t('Starred'), hits, hasMore: named.length > mostStars && text !== '' }]
      : []
  }, [value, text])
}

/** Where one is already is no place to go to. */
function useRecentGroup(): readonly HitGroup[] {
  const { value } = useAnswersOf(recentHits, 'recent')
  return useMemo(() => {
    const here = thingAt(readAddress(location.hash))
    const hits = (value ?? []).filter(({ href }) => href !== here)
    return hits.length > 0 ? [{ title: t('Recent places'), hits, hasMore: false }] : []
  }, [value])
}

function Hint({ isEmpty }: { isEmpty: boolean }) {
  if (isEmpty) return t('A part of a name is enough.')
  return <span className="find-keys">{t('↑ ↓ to choose, Enter to open')}</span>
}
