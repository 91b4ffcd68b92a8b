import { sendWrite } from 'triptych-client'
import type { Server, ServerError, TableQuery } from 'triptych-client'
import type { TextReplaced } from '@triptych/contract/many-rows'
import type { Column } from '@triptych/contract/tables'
import { useEffect, useState } from 'react'
import { Dialog } from '../../dialog.tsx'
import { locale } from '../../place/locale.ts'
import { counted, reasonOf, reasonText, t } from '../../words/words.ts'
import { emptyDraft, replaceableColumns, replaceAsked } from './replace-asked.ts'
import type { ReplaceDraft } from './replace-asked.ts'

interface ReplaceDialogProps {
  server: Server
  table: string
  /** Those that can be written. */
  columns: readonly Column[]
  /** The rows that are shown, and how many they are. */
  query: TableQuery
  count: number | null
  /** Told what was done, and by what it is taken back. */
  onDone: (text: string, write: string) => void
  onClose: () => void
}

/** `null`: nothing is asked, or it is not known yet. */
type Told = TextReplaced | { problem: string } | null

/** Puts a text in place of another; how many cells that is stands there before it is done. */
export function ReplaceDialog(props: ReplaceDialogProps) {
  const { server, table, query, count, onDone, onClose } = props
  const columns = replaceableColumns(props.columns)
  const [draft, setDraft] = useState(emptyDraft)
  const [told, setTold] = useState<Told>(null)
  const change = (next: Partial<ReplaceDraft>) => setDraft((was) => ({ ...was, ...next }))
  const path = `${encodeURIComponent(table)}/replace`
  const asked = JSON.stringify(replaceAsked(draft, columns, query))

  useEffect(() => {
    setTold(null)
    if (draft.find === '') return undefined
    const over = new AbortController()
    const timer = setTimeout(() => {
      void server
        .writersSettled()
        .then(() => {
          const body = { ...(JSON.parse(asked) as object), dryRun: true }
          return server.send({ method: 'POST', path, body, signal: over.signal })
        })
        .then((answer) => setTold(answer as TextReplaced))
        .catch(
          (error: ServerError) => !over.signal.aborted && setTold({ problem: reasonOf(error) }),
        )
    }, 300)
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [asked])

  const found = told && 'cells' in told ? told : null
  const isFine = found !== null && found.cells > 0 && (found.bad === 0 || draft.skipBad)

  async function replace(): Promise<void> {
    await server.writersSettled()
    // No more rows than were told, should others write the text into some meanwhile.
    const body = { ...(JSON.parse(asked) as object), max: found?.changed }
    const { answer, write } = await sendWrite(server, { method: 'POST', path, body })
    onClose()
    const { cells } = answer as TextReplaced
    onDone(counted(cells, 'One cell was replaced.', '{count} cells were replaced.'), write)
  }

  return (
    <Dialog
      title={t('Find and replace')}
      action={
        found && found.cells > 0
          ? counted(found.cells, 'Replace one cell', 'Replace {count} cells')
          : t('Replace')
      }
      isDisabled={!isFine}
      onAct={replace}
      onClose={onClose}
    >
      <label className="field">
        {t('Find')}
        <input
          value={draft.find}
          autoFocus
          autoComplete="off"
          maxLength={1000}
          onChange={({ target }) => change({ find: target.value })}
        />
      </label>
      <label className="field">
        {t('Replace with')}
        <input
          value={draft.replace}
          autoComplete="off"
          maxLength={1000}
          placeholder={t('Nothing')}
          onChange={({ target }) => change({ replace: target.value })}
        />
      </label>
      <label className="field">
        {t('In')}
        <select
          className="control"
          value={draft.column}
          onChange={({ target }) => change({ column: target.value })}
        >
          <option value="">{t('All columns')}</option>
          {columns.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {draft.column === '' && columns.some(({ type }) => type !== 'text') && (
        <small>
          {t('In all columns at once, numbers are looked for as 1234.5, and days as 2026-04-05.')}
        </small>
      )}
      <Tick
        label={t('Upper and lower case are different')}
        isOn={draft.matchCase}
        onChange={(matchCase) => change({ matchCase })}
      />
      <Tick
        label={t('Only whole cells')}
        isOn={draft.wholeCell}
        onChange={(wholeCell) => change({ wholeCell })}
      />
      {(query.filter || query.search) && (
        <Tick
          label={
            count === null
              ? t('Also rows that are not shown')
              : t('Also rows that are not among the {count} shown', {
                  count: count.toLocaleString(locale),
                })
          }
          isOn={draft.allRows}
          onChange={(allRows) => change({ allRows })}
        />
      )}
      <div aria-live="polite">
        {draft.find !== '' && <Outcome told={told} />}
        {found && found.bad > 0 && (
          <Tick
            label={t('Leave these cells as they are')}
            isOn={draft.skipBad}
            onChange={(skipBad) => change({ skipBad })}
          />
        )}
      </div>
    </Dialog>
  )
}

function Outcome({ told }: { told: Told }) {
  if (!told) return <p className="hint">{t('Looking at all rows …')}</p>
  if ('problem' in told) return <p className="problem">{told.problem}</p>
  const { cells, changed, columns, bad, failures } = told
  const places = columns.map((one) => `${one.column} ${one.cells.toLocaleString(locale)}`)
  return (
    <>
      <p className="hint">
        {cells === 0
          ? t('There is nothing to replace.')
          : `${counted(cells, 'One cell', '{count} cells')} ${counted(
              changed,
              'in one row',
              'in {count} rows',
            )}${columns.length > 1 ? `: ${places.join(', ')}` : ''}`}
      </p>
      {bad > 0 && (
        <div className="problem">
          <strong>
            {counted(
              bad,
              'One cell could not hold what it would get',
              '{count} cells could not hold what they would get',
            )}
          </strong>
          <ul>
            {failures.slice(0, 5).map(({ id, column, error }) => (
              <li key={`${id} ${column}`}>
                {t('Row {id}: {error}', { id, error: reasonText(error) })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

interface TickProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

function Tick({ label, isOn, onChange }: TickProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  )
}
