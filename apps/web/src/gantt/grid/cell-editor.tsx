import type { TID } from '@svar-ui/react-gantt'
import { useContext, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { CellOffers } from './cell-offers.tsx'
import { CellProblem } from './cell-problem.tsx'
import { rowBeside, taskOf } from './cells.ts'
import type { Cells } from './cells.ts'
import { columnNamed } from './column-named.ts'
import { CellsContext, DraftsContext } from './cells-context.ts'
import type { Drafts } from './drafts.ts'
import { GridContext } from './grid-plan.ts'
import type { GridPlan, GridTask } from './grid-plan.ts'
import type { PlanColumn } from './plan-columns.ts'
import type { Offer, Offers } from './predecessor-offers.ts'
import { overwritten } from '../../overwritten.ts'
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
  const textIn = column.typed ?? column.shown
  const [before] = useState(() => textIn(task, plan))
  const [text, setText] = useState(() => cells.first ?? before)
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  const id = useId()
  const hints = column.hints?.(text, plan)
  const offers = useOffers(column, text, problem !== null, { task, plan })

  /** `false`: it cannot be taken as it is. */
  function save(): boolean {
    if (isOver.current) return true
    if (drafts.has(task.id)) {
      endDraft(text)
      return true
    }
    const now = taskOf(plan.api, task.id)
    const theirs = now && textIn(now, plan)
    const wrong = text === before || !now ? null : column.keep!(now, text, plan)
    setProblem(wrong)
    if (wrong !== null) return false
    if (text !== before && theirs !== undefined) tellIfOverwritten(theirs)
    isOver.current = true
    cells.leave = null
    return true
  }

  /** Somebody else has written into the cell while it was edited here. */
  function tellIfOverwritten(theirs: string): void {
    if (theirs === before || theirs === text.trim() || column.isByPlace) return
    const take = () => {
      const now = taskOf(plan.api, task.id)
      if (now) column.keep!(now, theirs, plan)
    }
    plan.tell(overwritten(null, theirs, take))
  }

  /** Answers the row where the focus belongs then. */
  function endDraft(name: string): TID | null {
    isOver.current = true
    cells.leave = null
    return drafts.end(name.trim())
  }

  function leave(): boolean {
    const isSaved = save()
    if (isSaved) cells.close(task.id, column.id)
    else input.current?.focus()
    return isSaved
  }

  function leaveField(): void {
    // Whoever looks into another window for the next name goes on where they were.
    const isElsewhere = document.activeElement === input.current
    if (isElsewhere && drafts.has(task.id)) return
    if (save()) cells.close(task.id, column.id)
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
    return () => {
      cells.leave = null
    }
  }, [cells])

  // A row that is scrolled out of sight takes its field with it.
  useEffect(
    () => () => {
      // By now it may be that of the next field.
      const { leave: next } = cells
      if (!isOver.current) latest.current.save()
      cells.leave = next
    },
    [cells],
  )

  function press(event: KeyboardEvent): void {
    // The keys of the plan are not meant.
    event.stopPropagation()
    const { key, shiftKey } = event
    // They would scroll the row away, and the field with it.
    if (key === 'PageDown' || key === 'PageUp') event.preventDefault()
    if (drafts.has(task.id)) return pressInDraft(event)
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && offers.list.length > 0) {
      event.preventDefault()
      return offers.choose(step)
    }
    const offer = offers.list[offers.chosen]
    if (offer && (key === 'Enter' || key === 'Tab') && !event.nativeEvent.isComposing) {
      event.preventDefault()
      return take(offer)
    }
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

  /** What else is to be typed comes behind it. */
  function take(offer: Offer): void {
    setText(offer.text)
    setProblem(null)
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
    cells.close(task.id, column.id)
    if (row === null) return focusNewTask()
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
        data-column={column.id}
        style={{ textAlign: column.align ?? 'left' }}
        aria-label={
          drafts.has(task.id)
            ? t('Name of the new task')
            : t('{column} of “{task}”', { column: column.name, task: task.text ?? '' })
        }
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        autoComplete="off"
        list={hints && `${id}-hints`}
        {...(column.offers && {
          role: 'combobox',
          'aria-expanded': offers.list.length > 0,
          'aria-controls': `${id}-offers`,
          'aria-activedescendant': offers.chosen < 0 ? undefined : `${id}-offers-${offers.chosen}`,
        })}
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
      {offers.list.length > 0 && (
        <CellOffers
          id={`${id}-offers`}
          at={input}
          offers={offers.list}
          chosen={offers.chosen}
          onTake={take}
        />
      )}
      {problem !== null && <CellProblem id={`${id}-problem`} at={input} text={problem} />}
    </>
  )
}

const noOffers: Offers = { list: [], isMeant: false }

/** Once what was typed is one of them there is nothing to choose. */
function useOffers(
  { offers: offersFor }: PlanColumn,
  text: string,
  isRefused: boolean,
  { task, plan }: Pick<FieldProps, 'task' | 'plan'>,
) {
  const [at, setAt] = useState<{ text: string; index: number } | null>(null)
  const given = useMemo(
    () => offersFor?.(text, task, plan) ?? noOffers,
    [offersFor, text, task, plan],
  )
  const { list, isMeant } = isRefused ? noOffers : given
  const chosen = at?.text === text ? Math.min(at.index, list.length - 1) : isMeant ? 0 : -1
  return {
    list,
    chosen,
    /** By arrows; before the first nothing is chosen. */
    choose: (step: 1 | -1) =>
      setAt({ text, index: Math.max(-1, Math.min(list.length - 1, chosen + step)) }),
  }
}

/** Where there is no row yet. */
function focusNewTask(): void {
  document.querySelector<HTMLElement>('.plan-actions .primary')?.focus()
}

function pressOutside({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): void {
  const init = { key, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true }
  document.body.dispatchEvent(new window.KeyboardEvent('keydown', init))
}
