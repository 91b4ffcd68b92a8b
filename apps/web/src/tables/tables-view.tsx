import { Locale } from '@svar-ui/react-core'
import type { Imported } from '@triptych/contract/table-import'
import tableIcon from 'lucide-static/icons/table-2.svg?raw'
import { useEffect, useMemo, useState } from 'react'
import { useRights } from '../accounts/rights.ts'
import { FailureBoundary } from '../failure-boundary.tsx'
import { Icon } from '../icon.tsx'
import { LoadNote } from '../load-note.tsx'
import { placeWords } from '../place/place-words.ts'
import { useLeft } from '../rules/left.ts'
import type { ViewProps } from '../view.ts'
import { ImportDialog } from './import/import-dialog.tsx'
import { NewTableDialog } from './new-table-dialog.tsx'
import { TableList } from './table-list.tsx'
import { TablePane } from './table-pane.tsx'
import { TableTitles, titleOf } from './table-titles.ts'
import { useTables } from './use-tables.ts'
import './tables-view.css'
import { counted, t } from '../words/words.ts'

export function TablesView(props: ViewProps) {
  const { server, path, query, go, tell, tellFailure, setName } = props
  const { tables, load } = useTables(server, {
    onRename(from, to) {
      if (from === path[0]) go([to], Object.fromEntries(query), { replace: true })
    },
    onError: (error) => tellFailure({ action: 'request-data', error }),
  })
  const [dialog, setDialog] = useState<'new' | 'import' | null>(null)
  /** Made here, and not in the list yet. */
  const [made, setMade] = useState<string | null>(null)
  /** Made by hand: what comes next is its first row. */
  const [fresh, setFresh] = useState<string | null>(null)
  const names = tables?.map(({ name }) => name) ?? []
  const titles = useMemo(
    () => new Map(tables?.map((table) => [table.name, titleOf(table)] as const)),
    [tables],
  )
  const [wanted = null] = path
  const shown = wanted !== null && names.includes(wanted) ? wanted : null
  const [first] = names

  const title = shown === null ? null : (titles.get(shown) ?? null)
  useEffect(() => setName(title), [title, setName])
  useEffect(() => () => setName(null), [setName])

  useEffect(() => {
    if (wanted === null && first !== undefined) go([first], {}, { replace: true })
  }, [wanted, first])

  useEffect(() => {
    if (shown !== null) setMade(null)
  }, [shown])

  useEffect(() => {
    if (fresh !== null && shown !== null && shown !== fresh && made === null) setFresh(null)
  }, [shown])

  function imported({ table, added, skipped, emptied }: Imported): void {
    setDialog(null)
    setMade(table)
    const called = titles.get(table) ?? table
    tell({
      kind: 'info',
      text: [
        counted(added, 'One row came into {table}.', '{count} rows came into {table}.', {
          table: called,
        }),
        skipped > 0 && counted(skipped, 'One was left out.', '{count} were left out.'),
        emptied > 0 && counted(emptied, 'One cell stayed empty.', '{count} cells stayed empty.'),
      ]
        .filter(Boolean)
        .join(' '),
    })
    go([table])
  }

  if (!tables) return <LoadNote load={load} failed={t('The list of tables could not be loaded.')} />
  const start = { onNew: () => setDialog('new'), onImport: () => setDialog('import') }
  return (
    <TableTitles value={titles}>
      <div className="tables">
        {names.length > 0 && <TableList tables={names} shown={shown} go={go} {...start} />}
        <section className="table-pane" aria-label={title ?? t('Tables')}>
          {shown ? (
            <FailureBoundary key={shown}>
              <Locale words={placeWords}>
                <TablePane
                  {...props}
                  table={shown}
                  tables={names}
                  isFresh={shown === fresh}
                  onImported={imported}
                />
              </Locale>
            </FailureBoundary>
          ) : wanted !== null && wanted === made ? (
            <p className="loading">{t('Loading …')}</p>
          ) : (
            <Start missing={wanted} {...start} />
          )}
        </section>
        {dialog === 'new' && (
          <NewTableDialog
            server={server}
            tables={names}
            onClose={() => setDialog(null)}
            onMade={(name) => {
              setDialog(null)
              setMade(name)
              setFresh(name)
              go([name])
            }}
          />
        )}
        {dialog === 'import' && (
          <ImportDialog
            server={server}
            tables={names}
            table={null}
            onClose={() => setDialog(null)}
            onDone={imported}
          />
        )}
      </div>
    </TableTitles>
  )
}

interface StartProps {
  missing: string | null
  onNew: () => void
  onImport: () => void
}

function Start({ missing, onNew, onImport }: StartProps) {
  const { change: mayChange } = useRights()
  const { newTables } = useLeft()
  return (
    <div className="tables-start">
      <Icon svg={tableIcon} />
      <h2>
        {missing === null ? t('No tables yet') : t('There is no table {missing}', { missing })}
      </h2>
      <p>{t('A table holds rows of the same kind: customers, films, invoices.')}</p>
      {mayChange && newTables && (
        <p>
          <button type="button" className="button primary" onClick={onNew}>
            {t('New table')}
          </button>
          <button type="button" className="button" onClick={onImport}>
            {t('Import a file')}
          </button>
        </p>
      )}
    </div>
  )
}
