import type { TID } from '@svar-ui/react-gantt'
import { useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { CellProblem } from './cell-problem.tsx'
import { rowBeside, taskOf } from './cells.ts'
import type { Cells } from './cells.ts'
import { columnNamed } from './column-named.ts'
import { CellsContext, DraftsContext } from './cells-context.ts'
import type { Drafts } from './drafts.ts'
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
  const drafts = useContext(DraftsContext)
  const column = editor && columnNamed(editor.column)
  const task = editor && plan && taskOf(plan.api, editor.id)
  if (!plan || !cells || !drafts || !column || !task) return null
  return <Field {...{ plan, cells, drafts, column, task }} />
}

interface FieldProps {
  plan: GridPlan
  cells: Cells
  drafts: Drafts
  column: PlanColumn
  task: GridTask
}

function Field({ plan, cells, drafts, column, task }: FieldProps) {
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
    if (drafts.has(task.id)) {
      endDraft(text)
      return true
    }
    const now = taskOf(plan.api, task.id)
    const wrong = text === before || !now ? null : column.keep!(now, text, plan)
    setProblem(wrong)
    if (wrong !== null) return false
    isOver.current = true
    cells.leave = null
    return true
  }

  /** Answers the row where the focus belongs then. */
  function endDraft(name: string): TID | null {
    isOver.current = true
    cells.leave = null
    return drafts.end(name.trim())
  }

  function leave(): boolean {
    const isSaved = save()
    if (isSaved) cells.close()
    else input.current?.focus()
    return isSaved
  }

  function leaveField(): void {
    // Whoever looks into another window for the next name goes on where they were.
    const isElsewhere = document.activeElement === input.current
    if (isElsewhere && drafts.has(task.id)) return
    if (save()) cells.close()
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
      drafts.left(task.id)
    },
    [cells, drafts, task.id],
  )

  function press(event: KeyboardEvent): void {
    // The keys of the plan are not meant.
    event.stopPropagation()
    const { key, shiftKey } = event
    if (drafts.has(task.id)) return pressInDraft(event)
    if (!['Enter', 'Tab', 'Escape'].includes(key) || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (key === 'Escape') isOver.current = true
    const isNamed = key === 'Enter' && column.id === 'text' && text !== before
    const isListed = isNamed && !shiftKey && drafts.goesOn(task.id)
    if (!leave()) return
    if (isListed) return drafts.begin(task.id)
    if (key === 'Tab') return cells.focusNext(task.id, column.id, shiftKey ? -1 : 1)
    const beside = key === 'Enter' ? rowBeside(plan.api, task.id, shiftKey ? -1 : 1) : null
    cells.focus(beside ?? task.id, column.id)
  }

  /** Enter opens the next; whatever else leads out of one without a name leaves nothing. */
  function pressInDraft(event: KeyboardEvent): void {
    const { key, shiftKey } = event
    const isEmpty = text.trim() === ''
    const isBack = isEmpty && (event.ctrlKey || event.metaKey) && key.toLowerCase() === 'z'
    const isLeft = isEmpty && (key === 'ArrowUp' || key === 'ArrowDown')
    const isKey = ['Enter', 'Tab', 'Escape'].includes(key)
    if (event.nativeEvent.isComposing || !(isKey || isLeft || isBack)) return
    event.preventDefault()
    const below = isEmpty && key === 'ArrowDown' ? rowBeside(plan.api, task.id, 1) : null
    const row = endDraft(key === 'Escape' ? '' : text)
    cells.close()
    if (row === null) return
    if (!isEmpty && key === 'Enter' && !shiftKey) return drafts.begin(row)
    if (!isEmpty && key === 'Tab' && !shiftKey) return cells.focusNext(row, column.id, 1)
    cells.focus(below ?? row, column.id)
    // What was done before is meant: here is nothing to take back.
    if (isBack) pressOutside(event)
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
        onBlur={leaveField}
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

function pressOutside({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): void {
  const init = { key, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true }
  document.body.dispatchEvent(new window.KeyboardEvent('keydown', init))
}
