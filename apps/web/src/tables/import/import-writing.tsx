import type { DateOrder, DecimalMark } from '@triptych/contract/table-import'
import { useId } from 'react'
import { t } from '../../words/words.ts'

/** What a person says of a file; the server finds out the rest. */
export interface FileWriting {
  decimal?: DecimalMark
  dates?: DateOrder
  encoding?: string
  headerRow?: number
}

interface ImportWritingProps {
  writing: FileWriting
  /** As which the text of the file was read. */
  encoding: string
  onChange: (writing: FileWriting) => void
}

const decimals: Record<DecimalMark, string> = { '.': '1,234.50', ',': '1.234,50' }
const orders: Record<DateOrder, string> = {
  dmy: t('Day first: 31.12.2026'),
  mdy: t('Month first: 12/31/2026'),
  ymd: t('Year first: 2026-12-31'),
}
const encodings = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'iso-8859-2',
  'utf-16le',
  'shift_jis',
  'gbk',
  'big5',
  'euc-kr',
]

/** How numbers, dates and letters are written in the file, where its own values leave it open or mislead. */
export function ImportWriting({ writing, encoding, onChange }: ImportWritingProps) {
  const hint = useId()

  function change(said: { [Key in keyof FileWriting]: FileWriting[Key] | undefined }): void {
    const all = Object.entries({ ...writing, ...said }).filter(([, value]) => value !== undefined)
    onChange(Object.fromEntries(all))
  }

  return (
    <details className="import-writing">
      <summary>{t('How the file is written')}</summary>
      <div className="row">
        <label className="field">
          {t('Numbers')}
          <select
            value={writing.decimal ?? ''}
            onChange={({ target }) =>
              change({ decimal: (target.value || undefined) as DecimalMark | undefined })
            }
          >
            <option value="">{t('As the file shows')}</option>
            {Object.entries(decimals).map(([mark, example]) => (
              <option key={mark} value={mark}>
                {example}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          {t('Dates')}
          <select
            value={writing.dates ?? ''}
            onChange={({ target }) =>
              change({ dates: (target.value || undefined) as DateOrder | undefined })
            }
          >
            <option value="">{t('As the file shows')}</option>
            {Object.entries(orders).map(([order, example]) => (
              <option key={order} value={order}>
                {example}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className="row">
        <label className="field">
          {t('Letters')}
          <select
            value={writing.encoding ?? ''}
            onChange={({ target }) => change({ encoding: target.value || undefined })}
          >
            <option value="">{t('As the file shows: {encoding}', { encoding })}</option>
            {encodings.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <label className="field">
          {t('Names in row')}
          <input
            inputMode="numeric"
            pattern="[0-9]*"
            aria-describedby={hint}
            value={writing.headerRow ?? ''}
            onChange={({ target }) =>
              change({
                headerRow: /^\d{1,3}$/.test(target.value) ? Number(target.value) : undefined,
              })
            }
          />
        </label>
      </div>
      <small id={hint}>
        {t('The first row with anything in it, if left empty; 0 if there are no names.')}
      </small>
    </details>
  )
}
