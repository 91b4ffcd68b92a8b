import { lagFields, lagText } from '../../schedule/span-text.ts'
import type { SpanUnit } from '../../schedule/span-text.ts'

/** As Microsoft Project calls the types of links. */
const types = { FS: 'e2s', SS: 's2s', FF: 'e2e', SF: 's2e' } as const

export type LinkType = (typeof types)[keyof typeof types]

/** Of whom a task waits, by its number in the plan. */
export interface Predecessor {
  wbs: string
  type: LinkType
  lag: number
  lagUnit: SpanUnit
}

interface WaitedFor {
  wbs: string
  type?: string | undefined
  lag?: unknown
  lagUnit?: unknown
}

/** `1.2, 3SS-1d, 4.1FF+50%`. */
export function predecessorsText(list: readonly WaitedFor[]): string {
  return list
    .map(({ wbs, type, ...span }) => {
      const lag = lagText(span)
      const name = Object.entries(types).find(([, one]) => one === type)?.[0] ?? 'FS'
      if (lag === '') return name === 'FS' ? wbs : `${wbs}${name}`
      return `${wbs}${name}${lag.startsWith('-') ? '' : '+'}${lag}`
    })
    .join(', ')
}

const predecessor = /^(\d{1,6}(?:\.\d{1,6})*)\s*(FS|SS|FF|SF)?\s*([+-].*)?$/i

/** What cannot be read is answered as text. */
export function predecessorsIn(text: string): Predecessor[] | string {
  const found: Predecessor[] = []
  for (const said of parts(text)) {
    const [, wbs, name = 'FS', lag = ''] = predecessor.exec(said) ?? []
    const span = lagFields(lag.replaceAll(/\s/g, ''))
    if (wbs === undefined || span === null) return said
    found.push({ wbs, type: types[name.toUpperCase() as keyof typeof types], ...span })
  }
  return found
}

/** A comma with a figure before and a unit behind it is that of a fraction: `3FS+1,5d`. */
const comma = /;|,(?!\d+\s*[ef]?(?:m|h|d|w|mo|t|%))/i

function parts(text: string): string[] {
  return text
    .split(comma)
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

/** The one that is being typed, and what stands before it. */
export function lastPart(text: string): { before: string; part: string } {
  const part = text.split(comma).at(-1)!.trimStart()
  return { before: text.slice(0, text.length - part.length), part: part.trimEnd() }
}
