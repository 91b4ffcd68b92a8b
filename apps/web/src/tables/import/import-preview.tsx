import type { ImportColumn, Imported } from '@triptych/contract/table-import'
import { columnTypes, plainFormats } from '@triptych/contract/choices'
import { Chip } from '../chip.tsx'
import { columnKinds, kindOf, newColumn, writtenRules } from '../columns/column-kinds.ts'
import { locale } from '../../place/locale.ts'
import { counted, t } from '../../words/words.ts'

const offered = [...columnTypes, ...plainFormats, 'currency', 'choice'] as const

function saidBy(
  kind: (typeof offered)[number],
  currency: string,
): Pick<ImportColumn, 'type' | 'format' | 'choice'> {
  // What is said of it otherwise is not sent.
  if (kind === 'choice') return { type: undefined, format: undefined, choice: true }
  const { type, format } = writtenRules(kind, { ...newColumn(), currency })
  return { type, format, choice: undefined }
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
          {found.columns.map(({ source, name, type, format, samples, values = [] }) => {
            const decided = columns.find((column) => column.source === source)
            const skip = isLeftOut({ source, name }, columns)
            const chosen = decided?.type ? decided : { type: type ?? 'text', format }
            const isChoice = decided?.choice === true
            const kind = isChoice
              ? 'choice'
              : kindOf({ type: chosen.type!, ...(chosen.format && { format: chosen.format }) })
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
                    <>
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
                      {values.length > 0 && kind === 'text' && !skip && (
                        <button
                          type="button"
                          className="plain import-choice"
                          onClick={({ currentTarget: { previousElementSibling: select } }) => {
                            decide(source, saidBy('choice', currency))
                            // It goes with what it offers.
                            if (select instanceof HTMLElement) select.focus()
                          }}
                        >
                          {counted(
                            values.length,
                            'Make it a choice of one value',
                            'Make it a choice of {count} values',
                          )}
                        </button>
                      )}
                    </>
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
                <td className="import-samples">
                  {isChoice && values.length > 0 ? (
                    <Choices values={values} />
                  ) : (
                    samples.join(' · ')
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}

const mostChips = 6

/** As cells of them will look. */
function Choices({ values }: { values: readonly string[] }) {
  const rest = values.length - mostChips
  return (
    <span title={values.join(' · ')}>
      {values.slice(0, mostChips).map((value) => (
        <Chip key={value} label={value} />
      ))}
      {rest > 0 && ` ${t('and {more} more', { more: rest })}`}
    </span>
  )
}
