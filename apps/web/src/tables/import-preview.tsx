import type { ImportColumn, Imported } from '@triptych/contract/table-import'
import { columnTypes, plainFormats } from '@triptych/contract/choices'
import { columnKinds, kindOf, newColumn, rulesOf } from './column-kinds.ts'
import type { ColumnKind } from './column-kinds.ts'
import { locale } from '../place/locale.ts'
import { counted, t } from '../words/words.ts'

const offered = [...columnTypes, ...plainFormats, 'currency'] as const

function saidBy(kind: ColumnKind, currency: string): Pick<ImportColumn, 'type' | 'format'> {
  const { type, format } = rulesOf({ ...newColumn('', kind), currency })
  return { type, format }
}

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
          {found.columns.map(({ source, name, type, format, samples }) => {
            const decided = columns.find((column) => column.source === source)
            const { skip = name === null } = decided ?? {}
            const chosen = decided?.type ? decided : { type: type ?? 'text', format }
            const kind = kindOf({
              type: chosen.type!,
              ...(chosen.format && { format: chosen.format }),
            })
            const currency = format?.kind === 'currency' ? format.currency : 'EUR'
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
                      value={kind}
                      disabled={skip}
                      onChange={({ target }) =>
                        decide(source, saidBy(target.value as ColumnKind, currency))
                      }
                    >
                      {offered.map((each) => (
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
