/** What is shown of a file of an office program or an archive, without its layout. */
export type ShownDocument =
  | { kind: 'text'; blocks: readonly Block[]; isCut: boolean }
  | { kind: 'sheets'; sheets: readonly Sheet[] }
  | { kind: 'slides'; slides: readonly (readonly Block[])[]; isCut: boolean }

export interface Run {
  text: string
  isBold: boolean
  isItalic: boolean
}

export type Block =
  | { kind: 'heading'; level: number; runs: readonly Run[] }
  | { kind: 'text'; runs: readonly Run[] }
  /** `mark`: its number, as `2.`; `null` is a bullet. */
  | { kind: 'item'; depth: number; mark: string | null; runs: readonly Run[] }
  | { kind: 'table'; rows: readonly (readonly Cell[])[] }
  | Picture

export interface Picture {
  kind: 'picture'
  /** Where it lies in the file. */
  part: string
  /** What it shows, for those who do not see it. */
  about: string
}

export interface Sheet {
  name: string
  rows: readonly (readonly Cell[])[]
  isCut: boolean
}

export interface Cell {
  text: string
  isNumber: boolean
  /** Over how many columns and rows it goes. */
  across?: number
  down?: number
  /** Another one goes over it. */
  isCovered?: boolean
}

/** More would make the page slow, and nobody reads on so far here. */
export const mostBlocks = 3000
export const mostRows = 500
export const mostColumns = 60
export const mostSlides = 200

export function textOf(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join('')
}

export function plain(text: string): Run {
  return { text, isBold: false, isItalic: false }
}

/** Of the kinds of pictures those that a browser shows; of others, as EMF, nothing. */
export function picture(part: string | null | undefined, about: string | null): Picture[] {
  return part && /\.(png|jpe?g|gif|webp|bmp)$/i.test(part)
    ? [{ kind: 'picture', part, about: about ?? '' }]
    : []
}

const romans = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
] as const

/** The number of an item as lists write it, whose first is `first`: 1, a, A, i or I. */
export function numbered(count: number, first: string): string {
  if (first === 'a' || first === 'A') {
    const letter = String.fromCharCode(first.charCodeAt(0) + ((count - 1) % 26))
    return letter.repeat(Math.min(9, Math.ceil(count / 26)))
  }
  if (first !== 'i' && first !== 'I') return String(count)
  let [left, text] = [Math.min(count, 9999), '']
  for (const [sign, worth] of romans) {
    text += sign.repeat(Math.floor(left / worth))
    left %= worth
  }
  return first === 'i' ? text : text.toUpperCase()
}
