import {
  addDays,
  dayOf,
  dayOfMonthOf,
  daysBetween,
  monthOf,
  weekdayOf,
  yearOf,
} from './formula-days.ts'
import { cellInteger, cellNumber, rounded } from './formula-numbers.ts'
import type { Kind } from './formula-problem.ts'
import { characters, comparedTexts, isLonger, placesOf, signs } from './formula-texts.ts'

/** What is worked out; `null` is empty. */
export type Worked = string | number | boolean | null

/** What a function takes in one place; `same` is of one kind with all other `same`. */
export type Taken = readonly Kind[] | 'any' | 'same'

export interface FormulaFunction {
  /** As people see it. */
  name: string
  takes: readonly Taken[]
  /** So many at the end may be left out. */
  optional?: number
  /** The last one may come again and again. */
  repeats?: boolean
  /** `same`: of the kind that all `same` have. `first`: of the kind of the first. */
  gives: Kind | 'same' | 'first'
  /** Whether it is asked about empty values, too; others are empty where anything is that they are given. */
  takesEmpty?: boolean
  /** Whether it compares texts where it takes those that are `same`. */
  compares?: boolean
  work: (...of: never[]) => Worked
}

const text = ['text'] as const
const numeric = ['integer', 'number'] as const
const yes = ['boolean'] as const
const date = ['date', 'datetime'] as const

const all: FormulaFunction[] = [
  {
    name: 'if',
    takes: [yes, 'same', 'same'],
    optional: 1,
    gives: 'same',
    takesEmpty: true,
    work: (when: Worked, then: Worked, otherwise: Worked = null) =>
      when === true ? then : otherwise,
  },
  {
    name: 'ifEmpty',
    takes: ['same', 'same'],
    repeats: true,
    gives: 'same',
    takesEmpty: true,
    work: firstFull,
  },
  {
    name: 'coalesce',
    takes: ['same', 'same'],
    repeats: true,
    gives: 'same',
    takesEmpty: true,
    work: firstFull,
  },
  {
    name: 'isEmpty',
    takes: ['any'],
    gives: 'boolean',
    takesEmpty: true,
    work: (of: Worked) => of === null,
  },
  {
    name: 'and',
    takes: [yes, yes],
    repeats: true,
    gives: 'boolean',
    takesEmpty: true,
    work: (...of: Worked[]) => decided(of, false),
  },
  {
    name: 'or',
    takes: [yes, yes],
    repeats: true,
    gives: 'boolean',
    takesEmpty: true,
    work: (...of: Worked[]) => decided(of, true),
  },
  { name: 'not', takes: [yes], gives: 'boolean', work: (of: boolean) => !of },
  { name: '-', takes: [numeric], gives: 'first', work: (of: number) => -of },

  {
    name: 'round',
    takes: [numeric, numeric],
    optional: 1,
    gives: 'number',
    work: (of: number, decimals: number = 0) => rounded(of, decimals),
  },
  { name: 'floor', takes: [numeric], gives: 'integer', work: (of: number) => Math.floor(near(of)) },
  { name: 'ceil', takes: [numeric], gives: 'integer', work: (of: number) => Math.ceil(near(of)) },
  { name: 'abs', takes: [numeric], gives: 'first', work: (of: number) => Math.abs(of) },
  {
    name: 'min',
    takes: ['same', 'same'],
    repeats: true,
    gives: 'same',
    takesEmpty: true,
    compares: true,
    work: (...of: Worked[]) => furthest(of, -1),
  },
  {
    name: 'max',
    takes: ['same', 'same'],
    repeats: true,
    gives: 'same',
    takesEmpty: true,
    compares: true,
    work: (...of: Worked[]) => furthest(of, 1),
  },
  { name: 'number', takes: [text], gives: 'number', work: numberIn },

  { name: 'text', takes: ['any'], gives: 'text', work: (of: Worked) => written(of) },
  {
    name: 'concat',
    takes: ['any'],
    repeats: true,
    gives: 'text',
    takesEmpty: true,
    work: joined,
  },
  { name: 'lower', takes: [text], gives: 'text', work: (of: string) => of.toLowerCase() },
  { name: 'upper', takes: [text], gives: 'text', work: (of: string) => of.toUpperCase() },
  { name: 'trim', takes: [text], gives: 'text', work: (of: string) => of.trim() },
  { name: 'length', takes: [text], gives: 'integer', work: characters },
  {
    name: 'left',
    takes: [text, numeric],
    gives: 'text',
    work: (of: string, count: number) => signs(of, 0, count),
  },
  {
    name: 'right',
    takes: [text, numeric],
    gives: 'text',
    work: (of: string, count: number) => signs(of, characters(of) - Math.trunc(count), Infinity),
  },
  {
    name: 'mid',
    takes: [text, numeric, numeric],
    gives: 'text',
    work: (of: string, from: number, count: number) => signs(of, Math.trunc(from) - 1, count),
  },
  {
    name: 'contains',
    takes: [text, text],
    gives: 'boolean',
    work: (of: string, part: string) => part === '' || !placesOf(of, part).next().done,
  },
  {
    name: 'replace',
    takes: [text, text, text],
    gives: 'text',
    work: replaced,
  },

  { name: 'year', takes: [date], gives: 'integer', work: yearOf },
  { name: 'month', takes: [date], gives: 'integer', work: monthOf },
  { name: 'day', takes: [date], gives: 'integer', work: dayOfMonthOf },
  { name: 'weekday', takes: [date], gives: 'integer', work: weekdayOf },
  { name: 'daysBetween', takes: [date, date], gives: 'integer', work: daysBetween },
  { name: 'addDays', takes: [date, numeric], gives: 'first', work: addDays },
  { name: 'date', takes: [numeric, numeric, numeric], gives: 'date', work: dayOf },
]

/** By their names in small letters. */
export const formulaFunctions: ReadonlyMap<string, FormulaFunction> = new Map(
  all.map((one) => [one.name.toLowerCase(), one]),
)

/** What a page can offer while somebody types. */
export const functionNames: readonly string[] = all
  .map(({ name }) => name)
  .filter((name) => /^[a-z]/i.test(name))

/** Texts of more characters are empty: each could be twice as long as what it is made of. */
const longestText = 10_000
/** No such text has more units of UTF-16. */
const mostUnits = 2 * longestText

/** What a cell of this kind can hold of it. */
export function cellOf(kind: Kind, value: Worked): Worked {
  if (typeof value === 'number') return kind === 'integer' ? cellInteger(value) : cellNumber(value)
  if (typeof value !== 'string') return value
  return isLonger(value, longestText) ? null : value.toWellFormed()
}

/** A value in a text: a number with a point, empty as nothing. */
export function written(of: Worked): string {
  return of === null ? '' : String(of)
}

/** Ends where it is too long: a thousand long texts would fill the memory. */
function joined(...of: Worked[]): string | null {
  let made = ''
  for (const one of of) {
    made += written(one)
    if (made.length > mostUnits) return null
  }
  return made
}

/** Counts first: a long text in place of each letter of another is more than a text can be. */
function replaced(of: string, part: string, by: string): string | null {
  if (part === '') return of
  let length = of.length
  for (const _ of placesOf(of, part)) length += by.length - part.length
  if (length > mostUnits) return null
  let made = ''
  let from = 0
  for (const at of placesOf(of, part)) {
    made += of.slice(from, at) + by
    from = at + part.length
  }
  return made + of.slice(from)
}

function firstFull(...of: Worked[]): Worked {
  return of.find((one) => one !== null) ?? null
}

/** Whether one of them decides; if none does, it is open while one is empty. */
export function decided(of: readonly Worked[], by: boolean): boolean | null {
  if (of.includes(by)) return by
  return of.includes(null) ? null : !by
}

/** Empty ones do not count. */
function furthest(of: readonly Worked[], direction: number): Worked {
  let found: Worked = null
  for (const one of of) {
    if (one !== null && (found === null || compared(one, found) * direction > 0)) found = one
  }
  return found
}

/** As databases order texts, by the numbers of their characters. */
export function compared(one: Worked, other: Worked): number {
  if (typeof one === 'string' && typeof other === 'string') return comparedTexts(one, other)
  const [a, b] = [Number(one), Number(other)]
  return a === b ? 0 : a < b ? -1 : 1
}

/** Without what binary fractions leave: the floor of (0.1 + 0.2) * 10 is 3. */
function near(of: number): number {
  return cellNumber(of) ?? of
}

function numberIn(of: string): number | null {
  const plain = of.trim()
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(plain) ? Number(plain) : null
}
