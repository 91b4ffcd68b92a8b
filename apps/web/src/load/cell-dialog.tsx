import type { Server } from 'triptych-client'
import type { Load } from '@triptych/contract/load'
import { useAnswer } from '../accounts/use-answer.ts'
import { Dialog } from '../dialog.tsx'
import type { PlanNames } from '../schedule/plan-names.ts'
import { readLoad } from './ask-load.ts'
import type { LoadRow } from './load-rows.ts'
import { columnName, hoursText, wholeText } from './load-text.ts'
import { t } from '../words/words.ts'

interface CellDialogProps {
  server: Server
  load: Load
  rows: readonly LoadRow[]
  row: LoadRow
  column: number
  names: PlanNames
  onTask: (task: number) => void
  onClose: () => void
}

/** What somebody has to do on a day or in a week. */
export function CellDialog(props: CellDialogProps) {
  const { load, row, column, onClose } = props
  const day = load.columns[column]!
  const cell = row.cells.get(column)
  return (
    <Dialog title={`${row.name}: ${columnName(day, load.unit)}`} onClose={onClose}>
      {cell && (
        <p className={cell.over > 0 ? 'problem' : 'hint'}>
          {cell.over > 0
            ? t('{load}. So much of it lies over other work, or where nobody is there.', {
                load: wholeText(cell),
              })
            : wholeText(cell)}
        </p>
      )}
      {row.isGroup ? <Members {...props} /> : <Tasks {...props} day={day} />}
    </Dialog>
  )
}

function Tasks({ server, load, row, names, onTask, day }: CellDialogProps & { day: string }) {
  const { unit } = load
  const { answer, problem } = useAnswer(() =>
    readLoad(server, { from: day, to: day, unit }, row.id),
  )
  if (problem) return <p className="problem">{problem}</p>
  return (
    <ul className="load-tasks" aria-label={t('Tasks')}>
      {answer?.resources[0]?.tasks?.map(({ id, units, work }) => (
        <li key={id}>
          <button type="button" className="plain" onClick={() => onTask(id)}>
            {names.task(id)}
          </button>
          <span>
            {hoursText(work)}
            {units !== 100 && `, ${units}%`}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Those below a group who have something to do then. */
function Members({ rows, row, column }: CellDialogProps) {
  const first = rows.indexOf(row) + 1
  const behind = rows.findIndex(({ depth }, place) => place >= first && depth <= row.depth)
  const below = rows.slice(first, behind === -1 ? rows.length : behind)
  return (
    <ul className="load-tasks" aria-label={t('People')}>
      {below.map(({ id, name, isGroup, cells }) => {
        const cell = cells.get(column)
        if (isGroup || !cell) return null
        return (
          <li key={id}>
            <span>{name}</span>
            <span>{wholeText(cell)}</span>
          </li>
        )
      })}
    </ul>
  )
}
