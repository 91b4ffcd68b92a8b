type Side = 'before' | 'after'

/** Further than a hand trembles. */
const farPx = 6
const edgePx = 40

/**
 * Follows the pointer from a press on a header. A line shows where the column would go; `drop` is told once, without a
 * header where it stays in its place, and not at all where it was only a click.
 */
export function dragHeader(
  area: HTMLElement,
  header: HTMLElement,
  start: PointerEvent,
  drop: (target: HTMLElement | null, side: Side) => void,
): void {
  const line = document.createElement('div')
  line.className = 'column-drop'
  const ghost = document.createElement('div')
  ghost.className = 'column-ghost'
  ghost.textContent = header.innerText
  let isDragging = false
  let place: { target: HTMLElement; side: Side } | null = null
  let scrolling: ReturnType<typeof setInterval> | undefined

  function move(event: PointerEvent): void {
    if (!isDragging && Math.abs(event.clientX - start.clientX) < farPx) return
    if (!isDragging) {
      isDragging = true
      area.append(line, ghost)
      area.classList.add('column-dragged')
    }
    event.preventDefault()
    const box = area.getBoundingClientRect()
    ghost.style.left = `${event.clientX - box.left + 8}px`
    ghost.style.top = `${event.clientY - box.top + 8}px`
    find(event.clientX, box)
    scrollAt(event.clientX, box)
  }

  function find(x: number, box: DOMRect): void {
    const headers = [...area.querySelectorAll<HTMLElement>('.wx-header [data-header-id]')]
    const boxes = headers.map((one) => ({ one, at: one.getBoundingClientRect() }))
    // A column that stays in sight lies over those that are scrolled below it.
    const under = boxes.findLast(
      ({ one, at }) => x >= at.left && x < at.right && isOnTop(one, Math.max(at.left, x)),
    )
    const last = boxes.toSorted((a, b) => a.at.right - b.at.right).at(-1)
    const found = under ?? (last && x >= last.at.right ? last : undefined)
    if (!found) return
    const { one: target, at } = found
    const side = x < at.left + at.width / 2 ? 'before' : 'after'
    place = target === header ? null : { target, side }
    line.hidden = place === null
    line.style.left = `${(side === 'before' ? at.left : at.right) - box.left - 1}px`
  }

  function scrollAt(x: number, box: DOMRect): void {
    clearInterval(scrolling)
    const step = x < box.left + edgePx ? -12 : x > box.right - edgePx ? 12 : 0
    const scroll = area.querySelector('.wx-scroll')
    if (step === 0 || !scroll) return
    scrolling = setInterval(() => {
      scroll.scrollLeft += step
      find(x, box)
    }, 16)
  }

  function end(isDropped: boolean): void {
    clearInterval(scrolling)
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', up)
    removeEventListener('pointercancel', cancel)
    removeEventListener('keydown', escape, true)
    line.remove()
    ghost.remove()
    area.classList.remove('column-dragged')
    if (isDragging) drop(isDropped ? (place?.target ?? null) : null, place?.side ?? 'before')
  }

  function up(): void {
    end(true)
  }

  function cancel(): void {
    end(false)
  }

  function escape(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    end(false)
  }

  addEventListener('pointermove', move)
  addEventListener('pointerup', up)
  addEventListener('pointercancel', cancel)
  addEventListener('keydown', escape, true)
}

function isOnTop(one: HTMLElement, x: number): boolean {
  const { top, height } = one.getBoundingClientRect()
  const found = document.elementsFromPoint(x, top + height / 2)
  return found.find((each) => each.closest('[data-header-id]'))?.closest('[data-header-id]') === one
}
