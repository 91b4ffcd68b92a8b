/** What a page is made of, in points from its upper left corner, each over the one before. */
export type Shape = RectShape | PathShape | TextShape | ClipShape | UnclipShape

export interface RectShape {
  kind: 'rect'
  x: number
  y: number
  width: number
  height: number
  fill: string
  stroke?: string
}

export interface PathShape {
  kind: 'path'
  points: readonly Point[]
  /** Colours are written as `#a0b1c2`. */
  stroke?: string
  /** Of the line, 0.5 where it is not said. */
  width?: number
  isDashed?: boolean
  /** Closed where there is one. */
  fill?: string
}

export type Point = readonly [x: number, y: number]

export interface TextShape {
  kind: 'text'
  /** Where it begins, has its middle or ends, on the line that its letters stand on. */
  x: number
  y: number
  anchor?: 'middle' | 'end'
  size: number
  isBold?: boolean
  colour: string
  text: string
}

/** Nothing outside is drawn until it ends; there are none inside of one. */
export interface ClipShape {
  kind: 'clip'
  x: number
  y: number
  width: number
  height: number
}

export interface UnclipShape {
  kind: 'unclip'
}

export interface Page {
  width: number
  height: number
  shapes(): Iterable<Shape>
}

/** So many are drawn before others get their turn. */
export const shapesAtOnce = 200

/** Short, as there are many. */
export function numberText(value: number): string {
  return String(Math.round(value * 100) / 100)
}
