import { useState } from 'react'
import { takeKeyboard } from '../take-keyboard.ts'
import type { Sheet } from './shown-document.ts'
import { t } from '../../../words/words.ts'

/** The sheets of a workbook, one at a time. */
export function Sheets({ sheets }: { sheets: readonly Sheet[] }) {
  const [at, setAt] = useState(0)
  const sheet = sheets[at]
  return (
    <div className="workbook">
      <div
        ref={takeKeyboard}
        className="sheet"
        tabIndex={0}
        role="group"
        aria-label={sheet?.name ?? t('Table')}
      >
        {sheet && sheet.rows.length > 0 ? (
          <Grid key={at} sheet={sheet} />
        ) : (
          <p className="viewer-note">{t('This sheet is empty.')}</p>
        )}
        {sheet?.isCut && (
          <p className="viewer-cut">
            {t('Only the beginning is shown. Download the file to see all of it.')}
          </p>
        )}
      </div>
      {sheets.length > 1 && (
        <div className="sheet-names" role="group" aria-label={t('Sheets')}>
          {sheets.map(({ name }, index) => (
            <button
              key={name}
              type="button"
              className={index === at ? 'button active' : 'button'}
              aria-pressed={index === at}
              onClick={() => setAt(index)}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

function Grid({ sheet: { rows } }: { sheet: Sheet }) {
  const width = Math.max(...rows.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, index) => letters(index))
  return (
    <table>
      <thead>
        <tr>
          <td />
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a row is where it is
          <tr key={index}>
            <th scope="row">{index + 1}</th>
            {columns.map((column, place) => {
              const cell = row[place]
              if (cell?.isCovered) return null
              const about = cell?.isNumber ? 'number' : ''
              return (
                <td key={column} className={about} colSpan={cell?.across} rowSpan={cell?.down}>
                  {cell?.text}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** As in the head of a workbook: `A`, `Z`, `AA`. */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : `${letters(Math.floor(index / 26) - 1)}${last}`
}
