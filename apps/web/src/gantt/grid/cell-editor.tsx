import type { TID } from '@svar-ui/react-gantt'
import { useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { CellProblem } from './cell-problem.tsx'
import { rowBeside, taskOf } from './cells.ts'
import type { Cells } from './cells.ts'
import { columnNamed } from './column-named.ts'
import { CellsContext } from './cells-context.ts'
import { GridContext } from './grid-plan.ts'
import type { GridPlan, GridTask } from './grid-plan.ts'
import type { PlanColumn } from './plan-columns.ts'
import { t } from '../../words/words.ts'

interface CellEditorProps {
  editor?: { id: TID; column: string }
}

/** The field in a cell of the grid. */
export function CellEditor({ editor }: CellEditorProps) {
  const plan = useContext(GridContext)
  const cells = useContext(CellsContext)
  const column = editor && columnNamed(editor.column)
  const task = editor && plan && taskOf(plan.api, editor.id)
  if (!plan || !cells || !column || !task) return null
  return <Field {...{ plan, cells, column, task }} />
}

interface FieldProps {
  plan: GridPlan
  cells: Cells
  column: PlanColumn
  task: GridTask
}

function Field({ plan, cells, column, task }: FieldProps) {
  const [before] = useState(() => (column.typed ?? column.shown)(task, plan))
  const [text, setText] = useState(() => cells.first ?? before)
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  const id = useId()
  const hints = column.hints?.(text, plan)

  /** `false`: it cannot be taken as it is. */
  function save(): boolean {
    if (isOver.current) return true
    const now = taskOf(plan.api, task.id)
    const wrong = text === before || !now ? null : column.keep!(now, text, plan)
    setProblem(wrong)
    if (wrong !== null) return false
    isOver.current = true
    cells.leave = null
    return true
  }

  function leave(): boolean {
    const isSaved = save()
    if (isSaved) cells.close()
    else input.current?.focus()
    return isSaved
  }

  const latest = useRef({ save, leave })
  latest.current = { save, leave }

  useLayoutEffect(() => {
    const field = input.current!
    field.focus()
    // What is there is typed over, and what was just typed goes on.
    if (cells.first === null) field.select()
    cells.first = null
    cells.leave = () => latest.current.leave()
  }, [cells])

  // A row that is scrolled out of sight takes its field with it.
  useEffect(
    () => () => {
      if (!isOver.current) latest.current.save()
      cells.leave = null
    },
    [cells],
  )

  function press(event: KeyboardEvent): void {
    // The keys of the plan are not meant.
    event.stopPropagation()
    const { key, shiftKey } = event
    if (!['Enter', 'Tab', 'Escape'].includes(key) || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (key === 'Escape') isOver.current = true
    if (!leave()) return
    if (key === 'Tab') return cells.focusNext(task.id, column.id, shiftKey ? -1 : 1)
    const beside = key === 'Enter' ? rowBeside(plan.api, task.id, shiftKey ? -1 : 1) : null
    cells.focus(beside ?? task.id, column.id)
  }

  return (
    <>
      <input
        ref={input}
        className="gantt-cell-input"
        style={{ textAlign: column.align ?? 'left' }}
        aria-label={t('{column} of “{task}”', { column: column.name, task: task.text ?? '' })}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        autoComplete="off"
        list={hints && `${id}-hints`}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setProblem(null)
        }}
        onKeyDown={press}
        onBlur={() => {
          if (save()) cells.close()
        }}
      />
      {hints && (
        <datalist id={`${id}-hints`}>
          {hints.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {problem !== null && <CellProblem id={`${id}-problem`} at={input} text={problem} />}
    </>
  )
}
