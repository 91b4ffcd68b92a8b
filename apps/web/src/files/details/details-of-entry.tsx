import type { IParsedEntity } from '@svar-ui/react-filemanager'
import { isOnServer } from 'triptych-client'
import type { Change } from '@triptych/contract/changes'
import type { HistoryStep } from '@triptych/contract/history'
import { useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useEntry } from '../../accounts/entry-context.ts'
import { useAnswer } from '../../accounts/use-answer.ts'
import { when } from '../../accounts/when.ts'
import { CommentsPanel } from '../../comments/comments-panel.tsx'
import { authorOf } from '../../history/author-of.ts'
import { HistoryRow } from '../../history/history-step.tsx'
import { useHistory } from '../../history/use-history.ts'
import '../../history/history.css'
import { byWhom } from '../deeds/by-whom.ts'
import { formerVersions, putIn, versioned } from '../deeds/ask-versions.ts'
import { kindText } from '../entry-kind.ts'
import { aboveOf, nameIn } from '../shown.ts'
import { useFollow } from '../../use-follow.ts'
import { quoted } from '../../quoted.ts'
import { askInfo, wholeSize } from './ask-info.ts'
import type { EntryInfo } from './ask-info.ts'
import type { DetailsProps } from './show-details.ts'
import { counted, t } from '../../words/words.ts'

type Props = DetailsProps & { entry: IParsedEntity }

/** Whoever runs through a list by keys asks nothing of what they pass. */
const settledMs = 250

/** What is known of one file or folder: first what the list knows. */
export function DetailsOfEntry(props: Props) {
  const { entry } = props
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settledMs)
    return () => clearTimeout(timer)
  }, [])
  // What the server does not have yet it knows nothing of.
  if (isSettled && (isOnServer(entry) || entry.id === '/')) return <Known {...props} />
  return <Facts entry={entry} actions={props.actions} />
}

function Known(props: Props) {
  const { server, entry, actions, showHistory } = props
  const { id } = entry
  const isFile = entry.type !== 'folder'
  const of = id === '/' ? 'files' : `files${id}`
  const query = useMemo(() => ({ of, limit: isFile ? 50 : 5 }), [of, isFile])
  const { answer: info, again } = useAnswer(() => askInfo(server, id))
  useFollow(server, (change) => isAbout(change, id, !isFile), again)
  const { steps, next } = useHistory(server, query)
  const { entry: login } = useEntry()
  const made = next === null ? steps?.at(-1) : undefined
  const changed = steps?.find(putIn)
  const past = () =>
    showHistory({ of, name: quoted(nameIn(id)), mayChange: actions.mayChange([id]) })
  return (
    <>
      <Facts
        {...{ entry, actions, info }}
        changed={isFile && changed ? byWhom(changed, login) : ''}
        made={made && made.entries.some(isAdded) ? [when(made.at), byWhom(made, login)] : []}
      />
      {isFile && <Versions {...props} />}
      <section>
        <h3>{t('Last changes')}</h3>
        <ol className="history">
          {steps?.slice(0, 3).map((step) => (
            <HistoryRow
              key={step.step ?? step.revision}
              step={step}
              author={authorOf(step, { server, entry: login, name: '' })}
              isBusy={false}
            />
          ))}
        </ol>
        {steps?.length === 0 && <p className="hint">{t('Nothing was done.')}</p>}
        {steps && steps.length > 0 && (
          <button type="button" className="button" onClick={past}>
            {t('History…')}
          </button>
        )}
      </section>
      {id !== '/' && (
        <section>
          <h3>{t('Comments')}</h3>
          <CommentsPanel key={of} server={server} of={of} />
        </section>
      )}
    </>
  )
}

function isAdded({ operation }: HistoryStep['entries'][number]): boolean {
  return operation === 'file-added'
}

interface FactsProps extends Pick<Props, 'entry' | 'actions'> {
  /** `null`: not known yet. */
  info?: EntryInfo | null
  /** By whom it was changed last. */
  changed?: string
  /** When it was made, and by whom. */
  made?: readonly string[]
}

function Facts({ entry, actions, info, changed = '', made = [] }: FactsProps) {
  const { id, type, size, date } = entry
  const isRoot = id === '/'
  const bytes = info?.size ?? size
  const above = aboveOf(id)
  const rows: [name: string, value: ReactNode][] = [
    [t('Type [[file]]'), kindText({ name: nameIn(id), type: isRoot ? 'folder' : type })],
    [t('Size'), bytes === undefined ? '' : wholeSize(bytes)],
    [t('Contains'), info?.inside ?? ''],
    [
      t('Place'),
      !isRoot && (
        <button type="button" className="plain" onClick={() => actions.showInFolder([id])}>
          {above === '/' ? t('All files') : above}
        </button>
      ),
    ],
    [t('Changed'), date && !isRoot ? [when(date.toISOString()), changed].join(' ') : ''],
    [t('Made'), made.join(' ')],
    ...(info?.facts ?? []).map(([name, value]): [string, ReactNode] => [name, value]),
  ]
  return (
    <dl>
      {rows.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** That it is gone says the list. */
function isAbout({ area, entity, operation }: Change, id: string, isFolder: boolean): boolean {
  if (area !== 'files') return false
  if (entity === id) return operation !== 'file-deleted'
  return isFolder && entity.startsWith(id === '/' ? '/' : `${id}/`)
}

function Versions({ server, entry, showVersions }: Props) {
  const { answer, again } = useAnswer(() => formerVersions(server, entry.id))
  useFollow(
    server,
    ({ area, operation, entity }) =>
      area === 'files' && (operation.startsWith('version-') || isPut(operation, entity, entry.id)),
    again,
  )
  if (!answer || answer.length === 0) return null
  return (
    <section>
      <h3>{t('Versions')}</h3>
      <button type="button" className="button" onClick={() => showVersions(versioned(entry))}>
        {counted(answer.length, 'One earlier version…', '{count} earlier versions…')}
      </button>
    </section>
  )
}

function isPut(operation: string, entity: string, id: string): boolean {
  return operation === 'file-updated' && entity === id
}
