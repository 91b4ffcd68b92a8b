import type { IApi, TID } from '@svar-ui/react-gantt'
import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { idOf } from '../element-id.ts'
import { linkedText } from '../linked-text.ts'
import type { LinkProblemProps } from './link-problem.tsx'
import type { LinkRefusals } from './link-refusals.ts'

interface End {
  task: TID
  isStart: boolean
}

/** Less is a hand that was not still. */
const dragPx = 5

/**
 * A link is drawn from the circle at the end of a bar to another bar. The widget knows two clicks
 * only, and takes the drag for one of the end of the bar. Answers why one that was drawn is not there.
 */
export function useLinkDrag(
  frame: RefObject<HTMLElement | null>,
  api: IApi | null,
  { expect }: LinkRefusals,
): LinkProblemProps | null {
  const [problem, setProblem] = useState<Omit<LinkProblemProps, 'onClose'> | null>(null)
  const [close] = useState(() => () => setProblem(null))

  useEffect(() => {
    const root = frame.current
    if (!api || !root) return undefined
    let cancel: (() => void) | null = null

    const down = (event: MouseEvent) => {
      const circle = circleAt(event.target)
      if (!circle || event.button !== 0) return
      event.stopPropagation()
      event.preventDefault()
      cancel = drag(root, event, circle, (to, { clientX: x, clientY: y }) => {
        const tell = (text: string) => setProblem({ x, y, text })
        expect(tell)
        const from = endOf(circle)
        if (from && to && !link(api, from, to)) tell(linkedText(api, from.task, to.task))
      })
    }
    const touch = (event: TouchEvent) => {
      if (circleAt(event.target)) event.stopPropagation()
    }
    root.addEventListener('mousedown', down, { capture: true })
    root.addEventListener('touchstart', touch, { capture: true, passive: true })
    return () => {
      cancel?.()
      root.removeEventListener('mousedown', down, { capture: true })
      root.removeEventListener('touchstart', touch, { capture: true })
    }
  }, [api, frame, expect])

  return problem && { ...problem, onClose: close }
}

function drag(
  root: HTMLElement,
  from: MouseEvent,
  circle: Element,
  drop: (to: End | null, event: MouseEvent) => void,
): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const box = circle.getBoundingClientRect()
  let line: SVGLineElement | null = null
  let aim: Element | null = null

  function end(): void {
    stop.abort()
    line?.closest('svg')?.remove()
    aim?.classList.remove('gantt-aim')
    root.classList.remove('gantt-linking')
  }

  function move({ clientX, clientY }: MouseEvent): void {
    const isFar = Math.hypot(clientX - from.clientX, clientY - from.clientY) >= dragPx
    if (!line && !isFar) return
    root.classList.add('gantt-linking')
    line ??= newLine(root, box.x + box.width / 2, box.y + box.height / 2)
    line.setAttribute('x2', String(clientX))
    line.setAttribute('y2', String(clientY))
    aim?.classList.remove('gantt-aim')
    aim = barAt(clientX, clientY)
    aim?.classList.add('gantt-aim')
  }

  function up(event: MouseEvent): void {
    const isDrag = line !== null
    const to = isDrag ? endAt(event.clientX, event.clientY) : null
    end()
    if (isDrag) drop(to, event)
  }

  addEventListener('mousemove', move, { signal })
  addEventListener('mouseup', up, { signal })
  addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal })
  return end
}

function newLine(root: HTMLElement, x: number, y: number): SVGLineElement {
  const names = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(names, 'svg')
  svg.setAttribute('class', 'gantt-new-link')
  const line = document.createElementNS(names, 'line')
  line.setAttribute('x1', String(x))
  line.setAttribute('y1', String(y))
  svg.append(line)
  root.append(svg)
  return line
}

function circleAt(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('.wx-bar .wx-link') : null
}

function barAt(x: number, y: number): Element | null {
  return document.elementFromPoint(x, y)?.closest('.wx-bar[data-id]') ?? null
}

/** On a circle that end of the bar, anywhere else its start: one after the other is what is mostly meant. */
function endAt(x: number, y: number): End | null {
  const circle = circleAt(document.elementFromPoint(x, y))
  if (circle) return endOf(circle)
  const bar = barAt(x, y)
  const task = bar && idOf(bar, 'data-id')
  return task === null ? null : { task, isStart: true }
}

function endOf(circle: Element): End | null {
  const bar = circle.closest('.wx-bar')
  const task = bar && idOf(bar, 'data-id')
  return task === null ? null : { task, isStart: circle.classList.contains('wx-left') }
}

/** `false`: it is there already. */
function link(api: IApi, from: End, to: End): boolean {
  if (from.task === to.task) return true
  const type = `${from.isStart ? 's' : 'e'}2${to.isStart ? 's' : 'e'}` as const
  const [source, target] = [from.task, to.task]
  const isThere = api
    .getState()
    .links.map((one) => one)
    .some((one) => one.source === source && one.target === target && one.type === type)
  if (!isThere) void api.exec('add-link', { link: { source, target, type } })
  return !isThere
}
