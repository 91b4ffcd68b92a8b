import type { IApi, TID } from '@svar-ui/react-gantt'
import { isHeading } from '../heading-id.ts'

/** Less is a hand that was not still. */
const dragPx = 5

/** So near to its edge the list begins to move. */
const edgePx = 36

interface Steps {
  begin: () => void
  over: (group: TID, at: { x: number; y: number }) => void
  drop: (group: TID) => void
  /** However it was. */
  end: () => void
}

/** From a row that was pressed to the group where it is let go; Escape ends it. Answers how to end it otherwise. */
export function followDrag(
  api: IApi,
  root: HTMLElement,
  from: MouseEvent,
  steps: Steps,
): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let at: { x: number; y: number } | null = null
  let frame = 0

  function end(): void {
    stop.abort()
    cancelAnimationFrame(frame)
    root.classList.remove('gantt-regrouping')
    markAim(root, null)
    steps.end()
  }

  function move({ clientX: x, clientY: y }: MouseEvent): void {
    if (!at) {
      if (Math.hypot(x - from.clientX, y - from.clientY) < dragPx) return
      root.classList.add('gantt-regrouping')
      getSelection()?.removeAllRanges()
      steps.begin()
      frame = requestAnimationFrame(scroll)
    }
    at = { x, y }
    look()
  }

  function look(): void {
    const group = groupAt(api, root, at!.y)
    markAim(root, group)
    if (group !== null) steps.over(group, at!)
  }

  function scroll(): void {
    const list = root.querySelector('.gantt-stage .wx-gantt')!
    const { top, bottom } = list.getBoundingClientRect()
    const above = top + headerHeight(api) + edgePx - at!.y
    const below = at!.y - (bottom - edgePx)
    const by = above > 0 ? -above : Math.max(0, below)
    const before = list.scrollTop
    list.scrollTop += Math.max(-20, Math.min(20, by / 2))
    if (list.scrollTop !== before) look()
    frame = requestAnimationFrame(scroll)
  }

  function up(): void {
    const group = at && groupAt(api, root, at.y)
    end()
    if (group !== null) steps.drop(group)
  }

  function press(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !at) return
    event.preventDefault()
    event.stopPropagation()
    end()
  }

  addEventListener('mousemove', move, { signal })
  addEventListener('mouseup', up, { signal })
  addEventListener('keydown', press, { signal, capture: true })
  return end
}

function headerHeight(api: IApi): number {
  return (api.getState() as unknown as { _scales?: { height: number } })._scales?.height ?? 0
}

/** In the list or beside it: a row reaches to the end of the chart. */
function groupAt(api: IApi, root: HTMLElement, y: number): TID | null {
  const { scrollTop, cellHeight = 36, _tasks } = api.getState()
  const rows = _tasks as readonly { id: TID }[]
  const { top } = root.querySelector('.gantt-stage .wx-gantt')!.getBoundingClientRect()
  const below = y - top - headerHeight(api)
  // The heading that is held lies over the first row.
  const at = below < cellHeight ? scrollTop : scrollTop + below
  const last = Math.max(0, Math.min(rows.length - 1, Math.floor(at / cellHeight)))
  return rows.findLast(({ id }, index) => index <= last && isHeading(id))?.id ?? null
}

function markAim(root: HTMLElement, group: TID | null): void {
  for (const aim of root.querySelectorAll('.gantt-aim')) aim.classList.remove('gantt-aim')
  if (group === null) return
  const id = CSS.escape(String(group))
  const heading = `.gantt-stage .wx-row[data-id="\\:${id}"], .gantt-held-heading [data-group="${id}"]`
  for (const aim of root.querySelectorAll(heading)) aim.classList.add('gantt-aim')
}
