/** A rectangle of the window. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Where the entries of a list lie, also those that are not drawn. */
export interface ListPlaces {
  scroller: HTMLElement
  /** What is seen of the list. */
  room: () => Box
  /** Where the list would begin if all of it were seen. */
  origin: () => { x: number; y: number }
  /** Those of `ids`, which are all of the list in its order, that lie in a rectangle. */
  within: (box: Box, ids: readonly string[]) => Set<string>
}

/** `null`: it is empty, and not drawn. */
export function placesIn(list: Element): ListPlaces | null {
  const scroller = list.matches('.wx-cards') ? list : list.querySelector('.wx-scroll')
  if (!(scroller instanceof HTMLElement)) return null
  return list.matches('.wx-cards') ? cardPlaces(scroller) : rowPlaces(scroller)
}

/** The widget draws all cards. */
function cardPlaces(list: HTMLElement): ListPlaces {
  return {
    scroller: list,
    room: () => insideOf(list),
    origin() {
      const { left, top } = insideOf(list)
      return { x: left - list.scrollLeft, y: top - list.scrollTop }
    },
    within(box) {
      const cards = [...list.querySelectorAll('.wx-item')]
      const touched = cards.filter((card) => isTouched(card.getBoundingClientRect(), box))
      return new Set(touched.map((card) => card.getAttribute('data-id')?.slice(1) ?? ''))
    },
  }
}

/** The rows of a table are drawn only where they are seen, and are all of one height. */
function rowPlaces(scroller: HTMLElement): ListPlaces {
  const body = () => scroller.querySelector('.wx-body')?.getBoundingClientRect() ?? new DOMRect()
  return {
    scroller,
    room() {
      const head = scroller.querySelector<HTMLElement>('.wx-header')?.offsetHeight ?? 0
      const { top, ...others } = insideOf(scroller)
      return { ...others, top: top + head }
    },
    origin: body,
    within(box, ids) {
      const rows = body()
      const height = scroller.querySelector<HTMLElement>('.wx-body .wx-row')?.offsetHeight
      if (!height || !isTouched(rows, box)) return new Set()
      // The way up is a row, too.
      const before = Math.round(rows.height / height) - ids.length
      const first = Math.floor((box.top - rows.top) / height) - before
      const last = Math.ceil((box.bottom - rows.top) / height) - before
      return new Set(ids.slice(Math.max(0, first), Math.max(0, last)))
    },
  }
}

/** Without bars to scroll by. */
function insideOf(part: HTMLElement): Box {
  const { left, top } = part.getBoundingClientRect()
  const [x, y] = [left + part.clientLeft, top + part.clientTop]
  return { left: x, top: y, right: x + part.clientWidth, bottom: y + part.clientHeight }
}

function isTouched(one: Box, other: Box): boolean {
  const isBeside = one.right <= other.left || other.right <= one.left
  return !isBeside && one.bottom > other.top && other.bottom > one.top
}
