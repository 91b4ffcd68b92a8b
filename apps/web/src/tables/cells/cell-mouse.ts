import type { CellStore } from './cell-store.ts'
import { cellAt, geometryOf } from './cell-geometry.ts'
import { isOfCells } from './keyboard-of-cells.ts'
import type { Bounds, Cell } from './range.ts'

/** Ranges by the mouse: a drag, a click with Shift, and the handle that fills. Answers a function that ends it. */
export function listenToMouse(
  store: CellStore,
  fill: (from: Bounds, to: Bounds) => void,
): () => void {
  const { area } = store
  let endDrag: (() => void) | null = null

  function press(event: MouseEvent): void {
    const { target, button, shiftKey, ctrlKey, metaKey } = event
    if (button !== 0 || !(target instanceof Element)) return
    if (target.closest('.fill-handle')) return dragHandle(event)
    if (!isOfCells(target) || !target.closest('.wx-cell') || ctrlKey || metaKey) return
    const cell = under(event)
    if (!cell) return
    const { picked } = store.state()
    const isExtended = shiftKey && picked !== null
    store.select(isExtended ? { at: picked.at, to: cell } : { at: cell, to: cell })
    drag(
      (to) => store.set({ picked: { at: store.state().picked!.at, to } }),
      () => {
        const { picked: now } = store.state()
        const isOne = now && now.at.row === now.to.row && now.at.column === now.to.column
        // Of one cell the grid itself takes note, by the click.
        if (now && !isOne) setTimeout(() => store.pick(now))
      },
    )
  }

  function dragHandle(event: MouseEvent): void {
    event.preventDefault()
    event.stopPropagation()
    const from = store.bounds()
    if (!from) return
    drag(
      ({ row }) => {
        const isAbove = row < from.top
        const filling = isAbove
          ? { ...from, top: row }
          : { ...from, bottom: Math.max(row, from.bottom) }
        store.set({ filling })
      },
      () => {
        const { filling } = store.state()
        store.set({ filling: null })
        if (filling) fill(from, filling)
      },
    )
  }

  function drag(move: (cell: Cell) => void, done: () => void): void {
    endDrag?.()
    let last: MouseEvent | null = null
    let frame = 0
    const follow = () => {
      frame = requestAnimationFrame(follow)
      if (!last) return
      scrollTowards(last)
      const cell = under(last)
      if (cell) move(cell)
    }
    const moves = (event: MouseEvent) => {
      if (event.buttons === 0) return endDrag?.()
      if (!last) follow()
      last = event
    }
    const end = () => {
      cancelAnimationFrame(frame)
      removeEventListener('mousemove', moves)
      removeEventListener('mouseup', end)
      endDrag = null
      const cell = last && under(last)
      if (cell) move(cell)
      if (last) done()
    }
    addEventListener('mousemove', moves)
    endDrag = end
    addEventListener('mouseup', end)
  }

  /** A drag beyond the edge goes on there. */
  function scrollTowards({ clientX, clientY }: MouseEvent): void {
    const node = area.querySelector<HTMLElement>('.wx-scroll')
    if (!node) return
    const frame = node.getBoundingClientRect()
    const header = area.querySelector<HTMLElement>('.wx-header-wrapper')?.offsetHeight ?? 0
    if (clientY < frame.top + header) node.scrollTop -= 16
    if (clientY > frame.top + node.clientHeight) node.scrollTop += 16
    if (clientX < frame.left) node.scrollLeft -= 16
    if (clientX > frame.left + node.clientWidth) node.scrollLeft += 16
  }

  function under({ clientX, clientY }: MouseEvent): Cell | null {
    const geometry = geometryOf(store)
    return geometry && cellAt(geometry, clientX, clientY, store.shape().rows)
  }

  area.addEventListener('mousedown', press, true)
  return () => {
    endDrag?.()
    area.removeEventListener('mousedown', press, true)
  }
}
