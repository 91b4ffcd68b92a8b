import { restore, undo } from 'triptych-client'
import type { HistoryQuery, Server } from 'triptych-client'
import type { Entry } from '@triptych/contract/accounts'
import type { HistoryStep } from '@triptych/contract/history'
import { useEffect, useMemo, useState } from 'react'
import { ListNote } from '../accounts/list-note.tsx'
import type { Rights } from '../accounts/rights.ts'
import { when } from '../accounts/when.ts'
import { Dialog } from '../dialog.tsx'
import { keepFocus } from '../keep-focus.ts'
import type { HistoryOf } from '../view.ts'
import { authorOf } from './author-of.ts'
import { HistoryRow } from './history-step.tsx'
import { keptText } from './kept-text.ts'
import { refusal } from './refusal.ts'
import { fieldText } from './thing-text.ts'
import { useHistory } from './use-history.ts'
import './history.css'
import { t } from '../words/words.ts'

interface Props {
  server: Server
  entry: Entry
  rights: Rights
  /** How others see whoever looks. */
  name: string
  shown: HistoryOf
  onClose: () => void
}

const areas = { gantt: t('Plan'), tables: t('Tables'), files: t('Files'), access: t('Access') }
const times = {
  0: t('At any time'),
  1: t('In the last day'),
  7: t('In the last week'),
  30: t('In the last month'),
}
const kinds = {
  added: t('Added'),
  updated: t('Changed'),
  moved: t('Moved'),
  deleted: t('Deleted'),
}
const dayMs = 24 * 60 * 60 * 1000

/** What became of a thing, or of everything: who did what, when, and how to take it back. */
export function HistoryDialog({ server, entry, rights, name, shown, onClose }: Props) {
  const [person, setPerson] = useState('')
  const [area, setArea] = useState('')
  const [kind, setKind] = useState('')
  const [days, setDays] = useState(0)
  const query = useMemo<HistoryQuery>(
    () => ({
      ...(shown.of && { of: shown.of }),
      ...(person && { person }),
      ...(area && { area: area as keyof typeof areas }),
      ...(kind && { kind: kind as keyof typeof kinds }),
      ...(days > 0 && { from: new Date(Date.now() - days * dayMs).toISOString() }),
    }),
    [shown.of, person, area, kind, days],
  )
  const { steps, next, problem, more, again } = useHistory(server, query)
  const people = usePeople(steps, entry.accounts)
  const mayChange = rights.change && shown.mayChange !== false
  const [isBusy, setBusy] = useState(false)
  const [note, setNote] = useState<{ kind: 'error' | 'info'; text: string } | null>(null)

  async function run(work: () => Promise<string>, done: 'undone' | 'restored'): Promise<void> {
    const back = keepFocus()
    setBusy(true)
    setNote(null)
    try {
      setNote({ kind: 'info', text: await work() })
    } catch (error) {
      setNote(refusal(error as Error, done))
    }
    await again()
    setBusy(false)
    back()
  }

  async function takeBack(step: string): Promise<string> {
    const { kept } = await undo(server, step)
    if (kept.length === 0) return t('Taken back.')
    return keptText(server, { kept, done: 'undone', hasNames: entry.accounts })
  }

  async function restoreTo({ revision, at }: HistoryStep): Promise<string> {
    const { kept } = await restore(server, shown.of ?? '', revision)
    const rest = [...new Set(kept.map(({ field }) => fieldText(field)))].join(', ')
    return rest === ''
      ? t('It is as it was on {at}.', { at: when(at) })
      : t('It is as it was on {at}, but for: {rest}.', { at: when(at), rest })
  }

  /** Files have versions instead. What is newest is as it is, unless others stand before it that are not shown. */
  const mayRestore = mayChange && shown.of !== undefined && !shown.of.startsWith('files')
  const isNewest = (step: HistoryStep) => step === steps?.[0] && !person && !kind

  return (
    <Dialog
      title={shown.name ? t('History of {name}', { name: shown.name }) : t('History')}
      isWide
      onClose={onClose}
    >
      <div className="history-filters">
        {people.size > 1 && (
          <Choice label={t('Who')} value={person} onChange={setPerson}>
            <option value="">{t('Everybody')}</option>
            {[...people].map(([id, who]) => (
              <option key={id} value={id}>
                {who}
              </option>
            ))}
          </Choice>
        )}
        {!shown.of && (
          <Choice label={t('What')} value={area} onChange={setArea}>
            <option value="">{t('Everything')}</option>
            {Object.entries(areas)
              .filter(([key]) => key !== 'access' || rights.manage)
              .map(([key, label]) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
          </Choice>
        )}
        <Choice label={t('How')} value={kind} onChange={setKind}>
          <option value="">{t('In any way')}</option>
          {Object.entries(kinds).map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </Choice>
        <Choice label={t('When')} value={String(days)} onChange={(value) => setDays(Number(value))}>
          {Object.entries(times).map(([count, label]) => (
            <option key={count} value={count}>
              {label}
            </option>
          ))}
        </Choice>
      </div>
      <div aria-live="polite">
        {note && <p className={note.kind === 'error' ? 'problem' : 'hint'}>{note.text}</p>}
      </div>
      <ol className="history">
        {steps?.map((step) => (
          <HistoryRow
            key={step.step ?? step.revision}
            step={step}
            author={authorOf(step, { server, entry, name })}
            isBusy={isBusy}
            {...(step.canUndo &&
              mayChange &&
              step.step !== null && {
                onTakeBack: () => void run(() => takeBack(step.step!), 'undone'),
              })}
            {...(mayRestore &&
              !isNewest(step) && {
                onRestore: () => void run(() => restoreTo(step), 'restored'),
              })}
          />
        ))}
      </ol>
      <ListNote list={steps} problem={problem} nothing={t('Nothing was done.')} />
      {next !== null && (
        <button type="button" className="button" onClick={() => void more()}>
          {t('Show more')}
        </button>
      )}
    </Dialog>
  )
}

interface ChoiceProps {
  label: string
  value: string
  onChange: (value: string) => void
  children: React.ReactNode
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  return (
    <label>
      {label}
      <select className="control" value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </select>
    </label>
  )
}

/** All who were seen here, also while only one of them is asked for. */
function usePeople(steps: readonly HistoryStep[] | null, hasNames: boolean): Map<string, string> {
  const [people, setPeople] = useState(new Map<string, string>())
  useEffect(() => {
    if (!hasNames) return
    const seen = steps?.map(({ actor, actorId }) => [actorId ?? actor, actor] as const) ?? []
    setPeople((known) => new Map([...known, ...seen]))
  }, [steps, hasNames])
  return people
}
