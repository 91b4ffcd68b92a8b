import { childrenOf, elementText, textIn } from '../../../codecs/xml/xml-text.ts'
import type { ChildElement } from '../../../codecs/xml/xml-text.ts'
import { AppError } from '../../../errors.ts'
import { dateIn } from '../task-times.ts'
import { minutesIn } from './duration-text.ts'

/** The elements in one of a file, by their names. What cannot be read is refused with where it stands. */
export interface ElementList {
  all: readonly ChildElement[]
  uid: number | null
  text: (name: string) => string | null
  integer: (name: string) => number | null
  number: (name: string) => number | null
  flag: (name: string) => boolean
  /** As a plan keeps it. */
  date: (name: string) => string | null
  /** Of a length of time, in minutes. */
  minutes: (name: string) => number | null
  /** Those in an element of this name. */
  list: (name: string) => ElementList[]
}

export function elementList(xml: string): ElementList {
  const all = childrenOf(xml)
  const byName = new Map<string, string>()
  for (const { name, xml: whole } of all) if (!byName.has(name)) byName.set(name, whole)

  const text = (name: string): string | null => {
    const found = byName.get(name)
    const value = found === undefined ? null : textIn(found)
    return value === '' ? null : value
  }
  const uidText = text('UID')?.trim() ?? ''
  const uid = /^-?\d{1,10}$/.test(uidText) ? Number(uidText) : null
  const wrong = (element: string) => badElement(uid, element)

  function read<T>(name: string, parse: (value: string) => T | null): T | null {
    const value = text(name)
    if (value === null) return null
    const parsed = parse(value.trim())
    if (parsed === null) throw wrong(name)
    return parsed
  }

  const number = (name: string) => read(name, numberIn)
  return {
    all,
    uid,
    text,
    number,
    integer: (name) => read(name, (value) => integerIn(numberIn(value))),
    flag: (name) => read(name, flagIn) ?? false,
    date: (name) => read(name, dateIn),
    minutes: (name) => read(name, minutesIn),
    list: (name) => childrenOf(byName.get(name) ?? '').map(({ xml: one }) => elementList(one)),
  }
}

export function badElement(uid: number | null, element: string, what?: string): AppError {
  const of = uid === null ? '' : ` of UID ${uid}`
  const message = `${element}${of} ${what ?? 'cannot be read'}.`
  return new AppError('gantt.bad_import', message, { element, ...(uid !== null && { uid }) })
}

/** What a plan refuses of a value, with which thing of the file it was. */
export function named<T>(uid: number | null, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'gantt.bad_import') throw error
    const message = `UID ${uid}: ${error.message}`
    throw new AppError('gantt.bad_import', message, { ...error.details, uid })
  }
}

function numberIn(text: string): number | null {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,2})?$/.test(text) ? Number(text) : null
}

function integerIn(number: number | null): number | null {
  return Number.isSafeInteger(number) ? number : null
}

function flagIn(text: string): boolean | null {
  const value = text.toLowerCase()
  if (value === '1' || value === 'true') return true
  return value === '0' || value === 'false' ? false : null
}

/** Elements to be written in place of those of a name; none: it is taken away. */
export type Written = Record<string, string | number | boolean | null>

/**
 * Puts elements in place of those that are there, and new ones where they stand in the order of the format. All
 * others stay where they are.
 */
export function withElements(
  there: readonly ChildElement[],
  written: Written,
  order: readonly string[],
): ChildElement[] {
  const left = new Map(Object.entries(written))
  const result: ChildElement[] = []
  for (const child of there) {
    if (!Object.hasOwn(written, child.name)) {
      result.push(child)
      continue
    }
    const value = left.get(child.name)
    left.delete(child.name)
    if (value !== undefined && value !== null) result.push(element(child.name, value))
  }
  for (const [name, value] of left) {
    if (value !== null) insertInOrder(result, element(name, value), order)
  }
  return result
}

function element(name: string, value: string | number | boolean): ChildElement {
  const text = typeof value === 'boolean' ? String(Number(value)) : String(value)
  return { name, xml: elementText(name, text) }
}

/** Behind the last one that comes before it in the order of the format. */
export function insertInOrder(
  list: ChildElement[],
  one: ChildElement,
  order: readonly string[],
): void {
  const rank = order.indexOf(one.name)
  let at = list.length
  while (at > 0) {
    const before = order.indexOf(list[at - 1]!.name)
    if (before >= 0 && before <= rank) break
    at--
  }
  // Nothing comes before it: it is the first, or of a name that the format does not have.
  list.splice(rank < 0 ? list.length : at, 0, one)
}

export function joined(name: string, children: readonly ChildElement[]): string {
  return `<${name}>${children.map(({ xml }) => xml).join('')}</${name}>`
}
