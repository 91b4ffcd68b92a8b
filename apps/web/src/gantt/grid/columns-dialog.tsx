import down from 'lucide-static/icons/arrow-down.svg?raw'
import up from 'lucide-static/icons/arrow-up.svg?raw'
import type { IApi } from '@svar-ui/react-gantt'
import { useState } from 'react'
import { Dialog } from '../../dialog.tsx'
import { Icon } from '../../icon.tsx'
import { usualColumns } from './grid-columns.ts'
import type { ShownColumn } from './grid-columns.ts'
import { ownColumn, ownFields } from './own-columns.ts'
import { planColumns } from './plan-columns.ts'
import { t } from '../../words/words.ts'

interface ColumnsDialogProps {
  api: IApi
  shown: readonly ShownColumn[]
  choose: (columns: ShownColumn[]) => void
  onClose: () => void
}

interface Row {
  id: string
  name: string
  isShown: boolean
}

/** Which columns stand beside the chart, and in which order. */
export function ColumnsDialog({ api, shown, choose, onClose }: ColumnsDialogProps) {
  const [rows, setRows] = useState(() => rowsOf(api, shown))

  function move(index: number, step: 1 | -1): void {
    const next = [...rows]
    const [row] = next.splice(index, 1)
    next.splice(index + step, 0, row!)
    setRows(next)
  }

  return (
    <Dialog
      title={t('Columns')}
      action={t('Show')}
      onAct={() => {
        choose(rows.filter(({ isShown }) => isShown).map(({ id }) => ({ id })))
        onClose()
      }}
      onClose={onClose}
    >
      <ul className="gantt-columns">
        {rows.map(({ id, name, isShown }, index) => (
          <li key={id}>
            <label className="check">
              <input
                type="checkbox"
                checked={isShown}
                // Without a name nobody knows what the others are about.
                disabled={id === 'text'}
                onChange={({ target }) =>
                  setRows(
                    rows.map((one) => (one.id === id ? { ...one, isShown: target.checked } : one)),
                  )
                }
              />
              {name}
            </label>
            <button
              type="button"
              className="plain icon-only"
              aria-label={t('Move {name} up', { name })}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            >
              <Icon svg={up} />
            </button>
            <button
              type="button"
              className="plain icon-only"
              aria-label={t('Move {name} down', { name })}
              disabled={index === rows.length - 1}
              onClick={() => move(index, 1)}
            >
              <Icon svg={down} />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="plain"
        onClick={() => setRows(rowsOf(api, usualColumns(innerWidth)))}
      >
        {t('As at first')}
      </button>
    </Dialog>
  )
}

/** What is shown comes first, in its order. */
function rowsOf(api: IApi, shown: readonly ShownColumn[]): Row[] {
  const all = [...planColumns, ...ownFields(api).map(ownColumn)]
  const byId = new Map(all.map((column) => [column.id, column]))
  const first = shown.flatMap(({ id }) => byId.get(id) ?? [])
  const rest = all.filter((column) => !first.includes(column))
  return [
    ...first.map(({ id, name }) => ({ id, name, isShown: true })),
    ...rest.map(({ id, name }) => ({ id, name, isShown: false })),
  ]
}
