import type { IApi } from '@svar-ui/react-filemanager'
import { focusList } from './use-list-focus.ts'
import { currentFolder, isSearching, leadIn, selectedIn, shownFiles } from '../shown.ts'

/** Letters that come within this belong to one name. */
const togetherMs = 900
/** For so long the grid of a table may put back how far it was scrolled. */
const settlingFrames = 10

interface ListShape {
  /** Which one is chosen; -1: none. */
  at: number
  count: number
  /** How many stand side by side. */
  columns: number
  /** How many rows can be seen at once. */
  rows: number
}

/** Which one a key leads to; `null`: none of the list. */
export function placeBy(key: string, { at, count, columns, rows }: ListShape): number | null {
  const last = count - 1
  if (count === 0) return null
  if (key === 'Home') return 0
  if (key === 'End') return last
  const steps: Record<string, number> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    ...(columns > 1 && { ArrowRight: 1, ArrowLeft: -1 }),
    PageDown: columns * rows,
    PageUp: -columns * rows,
  }
  const step = steps[key]
  if (step === undefined) return null
  if (at < 0) return step > 0 ? 0 : null
  const next = at + step
  if (next >= 0 && next <= last) return next
  if (key.startsWith('Page')) return next < 0 ? at % columns : last
  // Below a card there may be none any more, though the last row is further down.
  const isLastRow = Math.floor(at / columns) === Math.floor(last / columns)
  return key === 'ArrowDown' && !isLastRow ? last : null
}

/** The next name that begins so; one letter again and again goes through all of them. */
export function nameBy(names: readonly string[], typed: string, at: number): number | null {
  const isRepeated = typed === typed[0]?.repeat(typed.length)
  const wanted = fold(isRepeated ? typed.slice(0, 1) : typed)
  const from = isRepeated ? at + 1 : Math.max(0, at)
  for (let step = 0; step < names.length; step++) {
    const place = (from + step) % names.length
    if (fold(names[place]!).startsWith(wanted)) return place
  }
  return null
}

const fold = (text: string) => text.normalize('NFD').toLocaleLowerCase()

/**
 * Arrows, Home, End, pages and letters in the list, as people know them: the widget goes to the next card where the one
 * below is meant, chooses the way up before the first file, and leaves out of sight what it has chosen.
 */
export function listKeys(root: HTMLElement | null, api: IApi) {
  let typed = ''
  let typedAt = 0
  let nextLook = 0
  /** What Shift was held at first, and what it has led to. */
  let span = { from: '', to: '' }

  /** What the key does; `undefined`: it is none of these. */
  return (event: KeyboardEvent): (() => void) | undefined => {
    const list = listOf(root)
    const { key } = event
    if (!list || event.ctrlKey || event.metaKey || event.altKey) return undefined
    if (!isForList(event.target as Element, list)) return undefined
    const files = shownFiles(api)
    const lead = leadIn(api)
    const at = files.findIndex(({ id }) => id === lead)
    const isGoingOn = typed !== '' && event.timeStamp - typedAt < togetherMs
    // Within a name, “?” and Space are letters, too.
    const isLetter = key.length === 1 && (isGoingOn || (key !== ' ' && key !== '?'))
    if (isLetter) {
      typed = isGoingOn ? typed + key : key
      typedAt = event.timeStamp
    }
    const isSpan = event.shiftKey && !isLetter
    const names = () => files.map(({ name }) => name)
    const shape = { at, count: files.length, ...shapeOf(list) }
    const place = isLetter ? nameBy(names(), typed, at) : placeBy(key, shape)
    const file = place === null ? undefined : files[place]
    if (file) return () => (isSpan ? extend(lead ?? file.id, file.id) : choose(file.id))
    const isLed = key === 'ArrowUp' || key === 'ArrowDown' || (shape.columns > 1 && isAside(key))
    if (!isLed || at < 0) return undefined
    // At an end it stays; but from the first row it is one more to the way up, where there is one.
    return () => {
      if (key !== 'ArrowUp' || isSpan || currentFolder(api) === '/') return
      void api.exec('select-file', { type: 'navigation' })
    }
  }

  function choose(id: string): void {
    // Where nothing had the keyboard yet, the next key is for the list, too.
    if (document.activeElement === document.body) focusList(root)
    void api.exec('select-file', { id })
    showSoon(id)
  }

  /** All from where Shift was first held to where it leads now; the widget's own range only grows. */
  function extend(from: string, to: string): void {
    const isSame = span.to === from && selectedIn(api).includes(span.from)
    span = { from: isSame ? span.from : from, to }
    void api.exec('select-file', { id: span.from })
    if (to !== span.from) void api.exec('select-file', { id: to, range: true })
    showSoon(to)
  }

  /** From when it is drawn on: the list may be another one then, and the grid puts back once where it stood before. */
  function showSoon(id: string, frames = settlingFrames): void {
    cancelAnimationFrame(nextLook)
    nextLook = requestAnimationFrame(() => {
      showEntry(root, api, id)
      if (frames > 1) showSoon(id, frames - 1)
    })
  }
}

/** Brings an entry of the list in sight. */
export function showEntry(root: HTMLElement | null, api: IApi, id: string): void {
  const place = shownFiles(api).findIndex((file) => file.id === id)
  const before = currentFolder(api) !== '/' && !isSearching(api) ? 1 : 0
  if (place >= 0) show(listOf(root), id, place + before)
}

const isAside = (key: string) => key === 'ArrowLeft' || key === 'ArrowRight'

function listOf(root: HTMLElement | null): HTMLElement | null {
  const find = (part: string) => root?.querySelector<HTMLElement>(part) ?? null
  return find('.wx-active .wx-table-box') ?? find('.wx-cards, .wx-table-box')
}

function isForList(part: Element, list: HTMLElement): boolean {
  if (part === document.body) return true
  return list.contains(part) && !part.closest('button, .entry-check, .wx-header')
}

function shapeOf(list: HTMLElement): { columns: number; rows: number } {
  const cards = [...list.querySelectorAll<HTMLElement>('.wx-item')]
  const first = cards[0] ?? list.querySelector<HTMLElement>('.wx-body .wx-row')
  const rows = Math.max(1, Math.floor(list.clientHeight / (first?.offsetHeight || 40)) - 1)
  const below = cards.findIndex(({ offsetTop }) => offsetTop > cards[0]!.offsetTop)
  if (cards.length === 0) return { columns: 1, rows }
  return { columns: below < 0 ? Math.max(2, cards.length) : below, rows }
}

/** The rows of a table, of which the way up is one, are drawn only where they are seen. */
function show(list: HTMLElement | null, id: string, row: number): void {
  const card = list?.querySelector(`.wx-item[data-id=":${CSS.escape(id)}"]`)
  if (card) return card.scrollIntoView({ block: 'nearest' })
  const height = list?.querySelector<HTMLElement>('.wx-body .wx-row')?.offsetHeight
  const scroller = list?.querySelector<HTMLElement>('.wx-scroll')
  if (!height || !scroller) return
  const head = list.querySelector<HTMLElement>('.wx-header')?.offsetHeight ?? 0
  const top = row * height
  const seen = scroller.clientHeight - head
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (top + height > scroller.scrollTop + seen) scroller.scrollTop = top + height - seen
}
