import type { IApi } from '@svar-ui/react-filemanager'
import { useEffect } from 'react'
import type { RefObject } from 'react'
import { closeMenus } from './close-menus.ts'
import { placesIn } from './list-places.ts'
import type { Box, ListPlaces } from './list-places.ts'
import { activatePanelOf } from './panel-of.ts'
import { chooseAll, leadIn, selectedIn, shownFiles } from '../shown.ts'
import { isPickedUp } from './use-drag-move.ts'
import { focusList } from './use-list-focus.ts'
import './rubber-band.css'

const lists = '.wx-cards, .wx-list'
const scrollers = '.wx-cards, .wx-scroll'
/** What has a way of its own to be pressed. */
const others = '.wx-header, .wx-back, button, input'
/** From so far on it is no click any more. */
const leastPx = 4
/** So near to an end of the list, or beyond it, the list is scrolled. */
const edgePx = 32
/** A picture of the screen that took longer than this is felt. */
const slowMs = 40
/** In pixels a second; the further out, the faster. */
const mostSpeed = 30_000

interface Point {
  x: number
  y: number
}

interface Band {
  places: ListPlaces
  /** Where it began, from where the list begins. */
  from: Point
  /** Where the mouse is in the window. */
  to: Point
  /** What was chosen before. */
  before: { selected: readonly string[]; lead: string | undefined }
  /** What stays chosen, whatever it touches. */
  kept: readonly string[]
  touched: ReadonlySet<string>
  frame: number
  /** When it was last drawn, and whether more or less was chosen then. */
  at: number
  hasChosen: boolean
  /** Nothing else is chosen before that. */
  restsUntil: number
  drawn: HTMLElement
}

/**
 * Who presses the mouse on empty room and drags draws a rectangle, and chooses what it touches; with Ctrl or Shift in
 * addition to what is chosen. The list is scrolled at its ends. Escape chooses again what was chosen before.
 */
export function useRubberBand(frame: RefObject<HTMLElement | null>, api: IApi | null): void {
  useEffect(() => {
    const root = frame.current
    if (!root || !api) return undefined
    let pressed: PointerEvent | null = null
    let band: Band | null = null
    /** Whether the mouse is still pressed after Escape. */
    let isGivenUp = false

    function press(event: PointerEvent): void {
      const part = event.target as Element
      const isMouse = event.pointerType === 'mouse' && event.button === 0 && event.isPrimary
      const list = part.closest(lists)
      const isEmptyRoom = list && !part.closest(others) && !isPickedUp(part, api!)
      isGivenUp = false
      pressed = isMouse && isEmptyRoom && !isAtBar(event) ? event : null
    }

    function move(event: PointerEvent): void {
      if (event.pointerType !== 'mouse') return
      if (band) band.to = { x: event.clientX, y: event.clientY }
      else if (pressed && isFar(pressed, event)) begin(pressed, event)
    }

    function begin(start: PointerEvent, { clientX, clientY, pointerId }: PointerEvent): void {
      const list = (start.target as Element).closest<HTMLElement>(lists)
      const places = list && placesIn(list)
      pressed = null
      if (!list || !places) return
      closeMenus()
      activatePanelOf(list, api!)
      // What is beside the window is heard of, too.
      root!.setPointerCapture(pointerId)
      const origin = places.origin()
      const selected = selectedIn(api!)
      const drawn = document.createElement('div')
      drawn.className = 'rubber-band'
      document.body.append(drawn)
      band = {
        places,
        from: { x: start.clientX - origin.x, y: start.clientY - origin.y },
        to: { x: clientX, y: clientY },
        before: { selected, lead: leadIn(api!) },
        kept: start.ctrlKey || start.metaKey || start.shiftKey ? selected : [],
        touched: new Set(),
        at: performance.now(),
        hasChosen: false,
        restsUntil: 0,
        frame: 0,
        drawn,
      }
      if (band.kept.length === 0) chooseAll(api!, [], undefined)
      draw(band)
    }

    /** Once for each picture of the screen, as it may be scrolled while the mouse rests. */
    function draw(now: Band): void {
      const time = performance.now()
      const tookMs = time - now.at
      // To show what is chosen takes long with many cards: the rectangle follows the mouse all the same.
      if (now.hasChosen && tookMs > slowMs) now.restsUntil = time + 2 * tookMs
      now.at = time
      scroll(now, tookMs)
      const box = boxOf(now)
      const seen = cut(box, now.places.room())
      Object.assign(now.drawn.style, {
        left: `${seen.left}px`,
        top: `${seen.top}px`,
        width: `${seen.right - seen.left}px`,
        height: `${seen.bottom - seen.top}px`,
      })
      now.hasChosen = time >= now.restsUntil && choose(now, box)
      now.frame = requestAnimationFrame(() => draw(now))
    }

    /** Answers whether it is not what was chosen before. */
    function choose(now: Band, box: Box): boolean {
      const ids = shownFiles(api!).map(({ id }) => id)
      const touched = now.places.within(box, ids)
      if (isSame(touched, now.touched)) return false
      now.touched = touched
      const chosen = new Set([...now.kept, ...touched])
      const inBand = ids.filter((id) => touched.has(id))
      const isDown = now.to.y >= now.from.y + now.places.origin().y
      chooseAll(
        api!,
        ids.filter((id) => chosen.has(id)),
        inBand.at(isDown ? -1 : 0) ?? now.before.lead,
      )
      return true
    }

    function end(): void {
      pressed = null
      if (!band) return
      cancelAnimationFrame(band.frame)
      band.drawn.remove()
      band = null
      if (!document.activeElement?.closest(lists)) focusList(root)
    }

    function release(): void {
      // What the mouse has come to since the last picture.
      if (band) choose(band, boxOf(band))
      if (band || isGivenUp) {
        // The click that follows would choose nothing, or the row that it ends on.
        addEventListener('click', drop, { capture: true })
        setTimeout(() => removeEventListener('click', drop, { capture: true }))
      }
      isGivenUp = false
      end()
    }

    function escape(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || !band) return
      drop(event)
      const { selected, lead } = band.before
      end()
      isGivenUp = true
      chooseAll(api!, selected, lead)
    }

    const capture = { capture: true }
    root.addEventListener('pointerdown', press, capture)
    root.addEventListener('pointermove', move, capture)
    root.addEventListener('pointerup', release, capture)
    root.addEventListener('pointercancel', release, capture)
    // Whatever else is begun by a drag.
    root.addEventListener('dragstart', end, capture)
    addEventListener('keydown', escape, capture)
    addEventListener('blur', release)
    return () => {
      end()
      root.removeEventListener('pointerdown', press, capture)
      root.removeEventListener('pointermove', move, capture)
      root.removeEventListener('pointerup', release, capture)
      root.removeEventListener('pointercancel', release, capture)
      root.removeEventListener('dragstart', end, capture)
      removeEventListener('keydown', escape, capture)
      removeEventListener('blur', release)
    }
  }, [api, frame])
}

function drop(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** The bars that a list is scrolled by are part of it. */
function isAtBar({ target, offsetX, offsetY }: PointerEvent): boolean {
  const part = target as HTMLElement
  return part.matches(scrollers) && (offsetX >= part.clientWidth || offsetY >= part.clientHeight)
}

function isFar(from: PointerEvent, to: PointerEvent): boolean {
  return Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY) >= leastPx
}

function boxOf({ places, from, to }: Band): Box {
  const { x, y } = places.origin()
  const room = places.room()
  const [startX, startY] = [x + from.x, y + from.y]
  const [endX, endY] = [
    Math.min(Math.max(to.x, room.left), room.right),
    Math.min(Math.max(to.y, room.top), room.bottom),
  ]
  return {
    left: Math.min(startX, endX),
    top: Math.min(startY, endY),
    right: Math.max(startX, endX),
    bottom: Math.max(startY, endY),
  }
}

function cut(box: Box, room: Box): Box {
  return {
    left: Math.max(box.left, room.left),
    top: Math.max(box.top, room.top),
    right: Math.min(box.right, room.right),
    bottom: Math.min(box.bottom, room.bottom),
  }
}

function scroll(band: Band, passedMs: number): void {
  const { top, bottom } = band.places.room()
  const below = band.to.y - (bottom - edgePx)
  const above = top + edgePx - band.to.y
  const by = below > 0 ? below : above > 0 ? -above : 0
  const speed = Math.sign(by) * Math.min(mostSpeed, by ** 2)
  band.places.scroller.scrollTop += (speed * Math.min(100, passedMs)) / 1000
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id))
}
