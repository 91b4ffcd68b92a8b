import type { ImportColumn, Imported } from '@triptych/contract/table-import'
import { columnTypes, plainFormats } from '@triptych/contract/choices'
import { columnKinds, kindOf, newColumn, writtenRules } from './column-kinds.ts'
import { locale } from '../place/locale.ts'
import { counted, t } from '../words/words.ts'

const offered = [...columnTypes, ...plainFormats, 'currency'] as const

function saidBy(
  kind: (typeof offered)[number],
  currency: string,
): Pick<ImportColumn, 'type' | 'format'> {
  const { type, format } = writtenRules(kind, { ...newColumn(), currency })
  return { type, format }
}

interface ImportPreviewProps {
  found: Imported
  /** What was decided otherwise than it was guessed. */
  columns: readonly ImportColumn[]
  /** The columns of the table it goes into; nothing where that is a new one. */
  targets: readonly string[]
  onChange: (columns: readonly ImportColumn[]) => void
}

/** Whether a column of the file goes nowhere. */
export function isLeftOut(
  { source, name }: Pick<Imported['columns'][number], 'source' | 'name'>,
  columns: readonly ImportColumn[],
): boolean {
  const { skip = name === null } = columns.find((column) => column.source === source) ?? {}
  return skip
}

/** What each column of the file becomes. The types of a table that is there already are its own. */
export function ImportPreview({ found, columns, targets, onChange }: ImportPreviewProps) {
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
            const skip = isLeftOut({ source, name }, columns)
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
                      // There has to be a column to put it into.
                      disabled={name === null && skip}
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
                        decide(source, saidBy(target.value as (typeof offered)[number], currency))
                      }
                    >
                      {offered.map((each) => (
                        <option key={each} value={each}>
                          {columnKinds[each]}
                        </option>
                      ))}
                    </select>
                  ) : name === 'id' ? (
                    name
                  ) : (
                    <select
                      aria-label={t('Column for {source}', { source })}
                      value={skip ? '' : (decided?.name ?? name ?? '')}
                      onChange={({ target: { value } }) =>
                        decide(source, value ? { name: value, skip: false } : { skip: true })
                      }
                    >
                      <option value="">{t('left out')}</option>
                      {targets.map((each) => (
                        <option key={each} value={each}>
                          {each}
                        </option>
                      ))}
                    </select>
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
