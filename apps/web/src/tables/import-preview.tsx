import type { ImportColumn, Imported } from '@triptych/contract/table-import'
import { columnTypes } from '@triptych/contract/choices'
import type { ColumnType } from '@triptych/contract/tables'
import { columnKinds } from './column-kinds.ts'
import { locale } from '../place/locale.ts'
import { counted, t } from '../words/words.ts'

interface ImportPreviewProps {
  found: Imported
  /** What was decided otherwise than it was guessed. */
  columns: readonly ImportColumn[]
  onChange: (columns: readonly ImportColumn[]) => void
}

/** What each column of the file becomes. The types of a table that is there already are its own. */
export function ImportPreview({ found, columns, onChange }: ImportPreviewProps) {
  function decide(source: string, decision: Partial<ImportColumn>): void {
    const before = columns.find((column) => column.source === source)
    const others = columns.filter((column) => column !== before)
    onChange([...others, { ...before, source, ...decision }])
  }

  return (
    <>
      <p className="hint">
        {found.skipped > 0
          ? counted(
              found.added,
              '{count} row, and {skipped} that cannot be taken',
              '{count} rows, and {skipped} that cannot be taken',
              { skipped: found.skipped.toLocaleString(locale) },
            )
          : counted(found.added, '{count} row', '{count} rows')}
      </p>
      <table className="import-columns">
        <thead>
          <tr>
            <th scope="col">{t('In the file')}</th>
            <th scope="col">{t('Becomes')}</th>
            <th scope="col">{t('For example')}</th>
          </tr>
        </thead>
        <tbody>
          {found.columns.map(({ source, name, type, samples }) => {
            const { skip = name === null, type: chosen = type } =
              columns.find((column) => column.source === source) ?? {}
            return (
              <tr key={source}>
                <td>
                  <label className="check">
                    <input
                      type="checkbox"
                      checked={!skip}
                      disabled={name === null}
                      onChange={(event) => decide(source, { skip: !event.target.checked })}
                    />
                    {source}
                  </label>
                </td>
                <td>
                  {found.created && name !== 'id' ? (
                    <select
                      aria-label={t('Type of {source}', { source })}
                      value={chosen ?? 'text'}
                      disabled={skip}
                      onChange={({ target }) =>
                        decide(source, { type: target.value as ColumnType })
                      }
                    >
                      {columnTypes.map((each) => (
                        <option key={each} value={each}>
                          {columnKinds[each]}
                        </option>
                      ))}
                    </select>
                  ) : (
                    (name ?? t('left out: the table has no such column'))
                  )}
                </td>
                <td className="import-samples">{samples.join(' · ')}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}
