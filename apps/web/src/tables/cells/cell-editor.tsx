import type { Column } from '@triptych/contract/tables'
import { useContext, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { ServerError } from 'triptych-client'
import { addOption } from './add-option.ts'
import { ChoiceList } from './choice-list.tsx'
import type { ListKeys } from './choice-list.tsx'
import { CellsContext } from './cell-context.ts'
import { DayChoice } from './day-choice.tsx'
import type { After } from './range.ts'
import type { Option, RowNames } from './row-names.ts'
import { useFoundChoices } from './found-choices.ts'
import { EditorPopup } from './editor-popup.tsx'
import { FileCellsContext } from './file-cells.ts'
import { readCell, textOf } from './cell-values.ts'
import { isAhead } from './keys-ahead.ts'
import { lastTyped, meantBy, typedBefore } from './typed-choice.ts'
import { reasonOf, t } from '../../words/words.ts'

export interface EditorProps {
  editor: { id: string | number; column: string; value: unknown }
  onApply: (value: unknown) => void
}

interface Given {
  value?: unknown
  text: string
}

/** Every kind of cell is edited as text, as people write it; what can be chosen stands below it. */
export function CellEditor({ editor, onApply }: EditorProps) {
  const cells = useContext(CellsContext)
  const column = cells?.store.column(editor.column)
  return cells && column ? <OpenEditor {...{ editor, onApply, column }} /> : null
}

function OpenEditor({ editor, onApply, column }: EditorProps & { column: Column }) {
  const { store, edits } = useContext(CellsContext)!
  const options = store.options(column.name)
  const names = store.names(column)
  const isMany = column.type === 'json' && column.options !== null
  const isChoice = isMany || column.options !== null || options !== undefined || names !== null
  const [held] = useState(
    () => nameOf(names, editor.value) ?? startText(column, editor.value, options),
  )
  // What is chosen is looked for anew; all else is mended where it ends, as in a spreadsheet.
  const [begun] = useState(() => edits.begin(editor.id, column.name, isChoice ? null : held))
  const [text, setText] = useState(begun ?? held)
  /** What was typed here narrows the list; what was there does not. */
  const [isTyped, setTyped] = useState(begun !== null)
  const [chosen, setChosen] = useState<unknown[] | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const list = useRef<ListKeys>(null)
  const isOver = useRef(false)
  const files = useContext(FileCellsContext)
  const isFile = column.format?.kind === 'file'
  const [value] = useState(editor.value)
  const found = useFoundChoices(names, isTyped ? text : '')
  const isFresh = !names || found?.text === (isTyped ? text : '')
  const choices =
    found?.choices ??
    options?.map(({ id, label }) => ({ value: id, label })) ??
    (column.options ?? []).map((each) => ({ value: each, label: String(each) }))
  /** Where it goes as soon as it is known what the text may mean. */
  const [waiting, setWaiting] = useState<After | null>(null)

  useLayoutEffect(() => {
    const node = field.current!
    node.focus({ preventScroll: true })
    const ahead = edits.opened()
    const typed = ahead.text ?? begun
    if (typed === null && (isChoice || ahead.isNew)) node.select()
    else node.setSelectionRange(node.value.length, node.value.length)
    if (typed !== null) type(typed)
    if (ahead.next === 'all' && edits.isOfRange()) return enterAll(typed ?? text)
    const next = ahead.next === 'all' ? 'down' : ahead.next
    if (next && typed !== null && names) setWaiting(next)
    else if (next) {
      leave(next, typed === null ? undefined : (meant(typed) ?? { text: typed }))
    }
  }, [])
  useLayoutEffect(() => grow(field.current!), [text])

  useLayoutEffect(() => {
    if (waiting === null || !isFresh) return
    const [first] = found?.choices ?? []
    leave(waiting, first && { value: first.value, text: first.label })
  }, [waiting, isFresh])

  function type(next: string): void {
    setText(next)
    setWaiting(null)
    setTyped(true)
    setChosen(null)
    const read = readCell(column, next, { options })
    // So that it is not lost when its row goes out of sight.
    onApply('value' in read ? (read.value ?? '') : next)
  }

  function leave(after: After, given?: Given): void {
    if (isOver.current) return
    isOver.current = true
    const one = { id: editor.id, column: column.name, after }
    const many = chosen && { value: chosen, text: chosen.join(', ') }
    // What was not touched stays, although its name is no text that could be read.
    const same = names && !isTyped && { value }
    edits.commit({ ...one, text, ...same, ...many, ...given })
  }

  /** As spreadsheets do where a range was selected; where it was one cell, a new line begins. */
  function enterAll(entered = field.current!.value): void {
    isOver.current = true
    edits.enterAll({ id: editor.id, column: column.name, text: entered })
  }

  /** In place of typing its path. */
  function chooseFile(): void {
    isOver.current = true
    edits.cancel(editor.id, column.name)
    files?.chooseFor({ id: editor.id, column: column.name })
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    event.stopPropagation()
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event
    if (event.nativeEvent.isComposing) return
    // It is about to leave: letters are for the cell to which that leads.
    if (waiting !== null && key !== 'Backspace' && isAhead(event.nativeEvent)) {
      edits.typeAhead(event)
      return event.preventDefault()
    }
    if (key === 'Escape') {
      isOver.current = true
      edits.cancel(editor.id, column.name)
    } else if (key === 'Enter' && (ctrlKey || metaKey) && edits.isOfRange()) {
      enterAll()
    } else if (key === 'ArrowDown' && altKey && isFile) {
      chooseFile()
    } else if (
      key === 'Enter' &&
      !isChoice &&
      !isFile &&
      (shiftKey || altKey || ctrlKey || metaKey)
    ) {
      if (column.type !== 'text' && column.type !== 'json') return
      if (!shiftKey) field.current!.setRangeText('\n', ...selection(field.current!), 'end')
      if (!shiftKey) type(field.current!.value)
      if (shiftKey) return
    } else if (key === 'Enter' || key === 'Tab') {
      const after = key === 'Enter' ? 'down' : shiftKey ? 'left' : 'right'
      const isOpen = isTyped && text.trim() !== '' && !isFresh
      const taken = isOpen ? 'stay' : list.current?.press(event)
      if (isOpen) setWaiting(after)
      else if (taken !== 'stay') leave(after, taken && whole(taken, text))
    } else if (!shiftDay(key)) {
      list.current?.press(event)
      return
    }
    event.preventDefault()
  }

  /** Weeks and months by the arrows, as in a calendar. */
  function shiftDay(key: string): boolean {
    const by = { ArrowUp: [0, -1], ArrowDown: [0, 1], PageUp: [-1, 0], PageDown: [1, 0] }[key]
    if (!by || (column.type !== 'date' && column.type !== 'datetime')) return false
    const read = readCell(column, text)
    const day = 'value' in read && read.value instanceof Date ? new Date(read.value) : new Date()
    if (text.trim() !== '') {
      day.setMonth(day.getMonth() + by[0]!)
      day.setDate(day.getDate() + by[1]!)
    }
    type(textOf(column, day))
    return true
  }

  function choose(value: unknown, label: string): void {
    if (!isMany) return leave('stay', { value, text: label })
    const held = heldChoices(isTyped && !chosen ? text : null)
    const next = held.includes(value) ? held.filter((one) => one !== value) : [...held, value]
    setChosen(next)
    setText(next.join(', '))
    onApply(next)
  }

  /** Those that are chosen; where somebody types, what stands before the last comma. */
  function heldChoices(typed: string | null): unknown[] {
    if (typed !== null) return typedBefore(column, typed)
    return chosen ?? (Array.isArray(value) ? (value as unknown[]) : [])
  }

  /** The choice that a text means, which may be only the beginning of its name. */
  function meant(typed: string): Given | null {
    const choice = names ? undefined : choices[meantBy(choices, isMany ? lastTyped(typed) : typed)]
    return choice ? whole({ value: choice.value, text: choice.label }, typed) : null
  }

  /** Of several choices all, of which one was taken as the last. */
  function whole(taken: Given, typed: string): Given {
    if (!isMany) return taken
    const held = heldChoices(typed).filter((one) => one !== taken.value)
    return { value: [...held, taken.value], text: typed }
  }

  const sought = isTyped && !chosen ? (isMany ? lastTyped(text) : text) : ''
  const canAdd =
    column.options !== null &&
    (column.type === 'text' || isMany) &&
    store.now().rights.define &&
    sought.trim() !== '' &&
    !column.options.some((one) => String(one).toLowerCase() === sought.trim().toLowerCase())

  /** The cell gets it when the column has it. */
  function addChoice(): void {
    const option = sought.trim()
    const value = isMany ? [...heldChoices(text), option] : option
    const { server, table } = store.now()
    isOver.current = true
    edits.cancel(editor.id, column.name)
    const cell = { id: editor.id, column: column.name }
    addOption(server, { table, column, option }).then(
      () => void store.api.exec('update-cell', { ...cell, value: value as never }),
      (error: ServerError) => store.refuse([{ ...cell, text, reason: reasonOf(error) }]),
    )
  }

  return (
    <>
      <textarea
        ref={field}
        className={`cell-editor editor-${isChoice ? 'choice' : column.type}`}
        aria-label={labels[column.type] ?? column.name}
        rows={1}
        spellCheck={column.type === 'text' && !column.format}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
        onBlur={() => leave('stay')}
      />
      {isChoice && (
        <EditorPopup field={field}>
          <ChoiceList
            ref={list}
            choices={choices}
            isColoured={column.options !== null}
            colors={column.colors}
            sought={sought}
            chosen={chosen ?? (isMany ? (editor.value as unknown[]) : [editor.value])}
            isMany={isMany}
            isFound={names !== null}
            onChoose={choose}
            onAdd={canAdd ? addChoice : null}
          />
        </EditorPopup>
      )}
      {isFile && (
        <EditorPopup field={field}>
          <button
            type="button"
            className="choose-file"
            tabIndex={-1}
            title={t('Choose a file … (Alt+↓)')}
            onClick={chooseFile}
          >
            {t('Choose a file …')}
          </button>
        </EditorPopup>
      )}
      {(column.type === 'date' || column.type === 'datetime') && !isChoice && (
        <EditorPopup field={field}>
          <DayChoice column={column} text={text} onText={type} leave={leave} />
        </EditorPopup>
      )}
    </>
  )
}

const labels: Partial<Record<Column['type'], string>> = {
  date: t('Date'),
  datetime: t('Date and time'),
  json: t('JSON'),
}

function nameOf(names: RowNames | null, value: unknown): string | null {
  return names && typeof value === 'number' ? names.of(value) : null
}

function startText(column: Column, value: unknown, options?: readonly Option[]): string {
  if (column.type === 'json' && !column.options && value !== '' && value !== null) {
    return JSON.stringify(value, null, 2)
  }
  return textOf(column, value, { options })
}

function selection(node: HTMLTextAreaElement): [number, number] {
  return [node.selectionStart, node.selectionEnd]
}

/** As high as what is in it, and for what is long also wider than the cell. */
function grow(node: HTMLTextAreaElement): void {
  const isLong = node.value.length > 60 || node.value.includes('\n')
  node.classList.toggle('long', isLong)
  node.style.height = 'auto'
  node.style.height = `${Math.min(Math.max(node.scrollHeight, 32), 240)}px`
}
