import { maxSpan } from '../gantt-value.ts'
import { amountIn, amountText } from './cell-texts.ts'
import type { Amount } from './cell-texts.ts'

/** As Microsoft Project calls the types of links. */
const types = { FS: 'e2s', SS: 's2s', FF: 'e2e', SF: 's2e' } as const

/** Of whom a task waits, by the number of its row. */
export interface Predecessor {
  row: number
  type: (typeof types)[keyof typeof types]
  lag: Amount | null
}

/** `3, 5SS-1d, 7FF+50%`. */
export function predecessorsText(list: readonly Predecessor[]): string {
  return list
    .map(({ row, type, lag }) => {
      if (lag === null && type === 'e2s') return String(row)
      const name = Object.entries(types).find(([, one]) => one === type)![0]
      return `${row}${name}${lag === null ? '' : `${lag.value < 0 ? '' : '+'}${amountText(lag)}`}`
    })
    .join(', ')
}

/** What cannot be read is answered as text. */
export function predecessorsIn(text: string): Predecessor[] | string {
  const found: Predecessor[] = []
  for (const one of text.split(/[,;]/)) {
    const said = one.trim()
    if (said === '') continue
    const [, row, name, lagText] = (said.length <= longest && predecessor.exec(said)) || []
    const lag = lagText === undefined ? null : amountIn(lagText.replaceAll(/\s/g, ''))
    const isLag = lagText === undefined || (lag !== null && Math.abs(lag.value) <= maxSpan)
    if (row === undefined || !isLag) return said
    const type = types[(name ?? 'FS').toUpperCase() as keyof typeof types]
    found.push({ row: Number(row), type, lag: lag && { ...lag, unit: lag.unit ?? 'd' } })
  }
  return found
}

/** Longer than anything that somebody means. */
const longest = 100

const predecessor = /^(\d{1,9})\s*(FS|SS|FF|SF)?\s*([+-].*)?$/i

export interface Person {
  name: string
  /** Percent. */
  units: number
}

/** `Ann[50%]; Bob`; a name that would not be read as one stands in quotes. */
export function peopleText(list: readonly Person[]): string {
  return list
    .map(({ name, units }) => {
      const isPlain = name !== '' && name.trim() === name && !/[";[\]]/.test(name)
      const shown = isPlain ? name : `"${name.replaceAll('"', '""')}"`
      return units === 100 ? shown : `${shown}[${units}%]`
    })
    .join('; ')
}

/** `null`: it cannot be read. */
export function peopleIn(text: string): Person[] | null {
  const found: Person[] = []
  person.lastIndex = 0
  while (person.lastIndex < text.length) {
    const match = person.exec(text)
    if (!match) return null
    const [, quoted, plain = '', units = '100'] = match
    const name = quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"')
    if (quoted !== undefined || name !== '') found.push({ name, units: Number(units) })
  }
  return found
}

/** No two parts of it take the same characters: a cell may be long, and is to be read in one go. */
const person =
  /\s*(?:"((?:[^"]|"")*)"\s*|((?![\s"])[^";[\]]*)?)(?:\[\s*(\d{1,6}(?:\.\d{1,15})?)\s*(?:%\s*)?\]\s*)?(?:;|$)/y
