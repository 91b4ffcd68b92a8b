import type { Server, ServerError } from 'triptych-client'
import { importFormats } from '@triptych/contract/choices'
import type { ImportColumn, Imported, ImportFailure } from '@triptych/contract/table-import'
import { useEffect, useState } from 'react'
import { Dialog } from '../../dialog.tsx'
import { nameFor } from '../../name-for.ts'
import { failuresIn, freeName, importFile, lookAtFile, tableTitleFor } from './import-file.ts'
import { ImportPreview, isLeftOut } from './import-preview.tsx'
import { ImportWriting } from './import-writing.tsx'
import type { FileWriting } from './import-writing.tsx'
import { reasonOf, reasonText, t } from '../../words/words.ts'
import { useTitleOf } from '../table-titles.ts'

interface ImportDialogProps {
  server: Server
  tables: readonly string[]
  /** The one that is shown; `null` where the file becomes a table of its own. */
  table: string | null
  onDone: (imported: Imported) => void
  onClose: () => void
}

/** A file is looked at before anything is taken: which columns it has, of which types, and what is bad. */
export function ImportDialog({ server, tables, table, onDone, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<File | null>(null)
  const [target, setTarget] = useState(table)
  const [title, setTitle] = useState('')
  const titleOf = useTitleOf()
  const [found, setFound] = useState<Imported | null>(null)
  const [columns, setColumns] = useState<readonly ImportColumn[]>([])
  const [targets, setTargets] = useState<readonly string[]>([])
  const [failures, setFailures] = useState<readonly ImportFailure[]>([])
  const [skipBad, setSkipBad] = useState(false)
  const [emptyBad, setEmptyBad] = useState(false)
  const [writing, setWriting] = useState<FileWriting>({})
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const called = title.trim()
  const into = target ?? (called && freeName(nameFor(called, 'table'), tables))

  function fail(error: ServerError): void {
    setFailures(failuresIn(error))
    setProblem(reasonOf(error))
  }

  useEffect(() => {
    if (!file || !into) return undefined
    let isGone = false
    setBusy(true)
    const look = async () => {
      try {
        const looked = await lookAtFile(server, file, into, tables, writing)
        if (isGone) return
        setFound(looked.found)
        setColumns(looked.columns)
        setTargets(looked.targets)
        setFailures(looked.found.failures)
        setProblem('')
      } catch (error) {
        if (isGone) return
        setFound(null)
        fail(error as ServerError)
      }
      setBusy(false)
    }
    const timer = setTimeout(() => void look(), 300)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [server, file, into, writing])

  async function take(): Promise<void> {
    if (!file) return
    try {
      const named = target === null ? { title: called } : {}
      const said = { file, table: into, ...named, columns, skipBad, emptyBad, writing }
      onDone(await importFile(server, { ...said, dryRun: false }))
    } catch (error) {
      fail(error as ServerError)
    }
  }

  return (
    <Dialog
      title={t('Import a file')}
      action={t('Import')}
      isWide
      isBusy={isBusy}
      isDisabled={!found || found.columns.every((column) => isLeftOut(column, columns))}
      onAct={take}
      onClose={onClose}
    >
      <label className="file-field">
        <span className="button">{file ? t('Choose another file') : t('Choose a file')}</span>
        <span className="file-name">{file?.name ?? t('CSV, TSV, XLSX, JSON or NDJSON')}</span>
        <input
          type="file"
          aria-label={t('File')}
          accept={importFormats.map((format) => `.${format}`).join()}
          onChange={({ target: { files } }) => {
            setFile(files?.[0] ?? null)
            setTitle(tableTitleFor(files?.[0]?.name ?? ''))
          }}
        />
      </label>
      <div className="row">
        <label className="field">
          {t('Into')}
          <select value={target ?? ''} onChange={(event) => setTarget(event.target.value || null)}>
            <option value="">{t('A new table')}</option>
            {tables.map((each) => (
              <option key={each} value={each}>
                {titleOf(each)}
              </option>
            ))}
          </select>
        </label>
        {target === null && (
          <label className="field">
            {t('Name of the new table')}
            <input
              value={title}
              maxLength={100}
              onChange={(event) => setTitle(event.target.value)}
            />
          </label>
        )}
      </div>
      {file && (
        <ImportWriting
          writing={writing}
          encoding={found?.encoding ?? 'utf-8'}
          onChange={setWriting}
        />
      )}
      {found && (
        <ImportPreview found={found} columns={columns} targets={targets} onChange={setColumns} />
      )}
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {failures.length > 0 && (
        <>
          <ul className="problem">
            {failures.slice(0, 5).map(({ line, column, error }) => (
              <li key={`${line} ${column}`}>
                {t('Line {line}: {error}', { line, error: reasonText(error) })}
              </li>
            ))}
          </ul>
          <label className="check">
            <input
              type="checkbox"
              checked={emptyBad}
              onChange={(event) => setEmptyBad(event.target.checked)}
            />
            {t('Leave only the cells empty that cannot be taken')}
          </label>
          <label className="check">
            <input
              type="checkbox"
              checked={skipBad}
              onChange={(event) => setSkipBad(event.target.checked)}
            />
            {t('Leave rows out that cannot be taken')}
          </label>
        </>
      )}
    </Dialog>
  )
}
