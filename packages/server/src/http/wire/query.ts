import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { rawPath } from '../address.ts'

/** By name, what each value may be, and what it means. */
export type Shape = Readonly<Record<string, z.ZodType>>

/** Texts that are not decoded before their schema sees them: it does that itself, by rules of its own. */
export const rawText = z.registry<{ raw: true }>()

/** The one of a shape that gathers all parameters which the others do not declare, by name. */
export const undeclared = z.registry<{ all: true }>()

/**
 * Reads the query of an address into the types that `shape` declares: whole numbers, `true` and
 * `false`, one of a list, and lists, whose parameter is named several times. What it does not declare is refused,
 * or gathered where the shape has a place for it.
 */
export function queryReader(
  shape: Shape,
  ignored: ReadonlySet<string> | 'everything',
): (url: string) => Readonly<Record<string, unknown>> {
  const gathers = Object.keys(shape).find((name) => undeclared.has(shape[name]!)) ?? null
  const known = new Set(Object.keys(shape).filter((name) => name !== gathers))
  const parameters = [...known].map((name) => parameterOf(name, shape[name]!))
  /** What a request without a query says, which most are. */
  let nothing: Readonly<Record<string, unknown>> | null = null

  function read(sent: ReadonlyMap<string, string[]>): Record<string, unknown> {
    const values: Record<string, unknown> = {}
    for (const { name, valueIn } of parameters) values[name] = valueIn(sent.get(name))
    if (gathers !== null) values[gathers] = othersIn(sent)
    return values
  }

  const isUndeclared = (name: string): boolean =>
    ignored !== 'everything' && !known.has(name) && !ignored.has(name)

  /** `undefined` where there are none, like a parameter that was not sent. */
  function othersIn(sent: ReadonlyMap<string, string[]>): Record<string, string[]> | undefined {
    const found = [...sent].filter(([name]) => isUndeclared(name))
    if (found.length === 0) return undefined
    return Object.fromEntries(found.map(([name, texts]) => [name, texts.map(decoded)]))
  }

  return (url) => {
    const sent = rawQuery(url)
    if (sent.size === 0) return (nothing ??= Object.freeze(read(sent)))
    const unknown = gathers === null && [...sent.keys()].find(isUndeclared)
    if (typeof unknown === 'string') throw unknownParameter(unknown, known)
    return read(sent)
  }
}

/** Whether the address names this parameter, as a reader of it would see it. */
export function hasParameter(url: string, name: string): boolean {
  return rawQuery(url).has(name)
}

/** The address with these parameters, and none of the others that are named; all else is as it was sent. */
export function withParameters(
  url: string,
  set: Readonly<Record<string, string>>,
  others: readonly string[],
): string {
  const replaced = new Set([...Object.keys(set), ...others])
  const pairs = pairsOf(url).filter((pair) => !replaced.has(nameOf(pair)))
  for (const [name, value] of Object.entries(set))
    pairs.push(`${name}=${encodeURIComponent(value)}`)
  return `${rawPath(url)}?${pairs.join('&')}`.replaceAll(notInAddress, encodeURIComponent)
}

/** What would end an address in a header. */
const notInAddress = /[^!#-;=?-~]/g

/** A parameter whose value the schema cannot judge alone. */
export function badParameter(parameter: string, message: string): AppError {
  return new AppError('query.invalid', message, { parameter })
}

function unknownParameter(name: string, known: ReadonlySet<string>): AppError {
  const message =
    known.size === 0
      ? 'This address takes no parameters.'
      : `There is no such parameter here; there are ${[...known].join(', ')}.`
  return badParameter(name.slice(0, 60).toWellFormed(), message)
}

interface Parameter {
  name: string
  /** `undefined` for a parameter that was not sent. */
  valueIn: (texts: string[] | undefined) => unknown
}

function parameterOf(name: string, schema: z.ZodType): Parameter {
  const type = innermost(schema)
  const isList = type instanceof z.ZodArray
  const item = isList ? innermost(type.element as z.ZodType) : type
  const isRaw = rawText.has(item)

  function typed(text: string): unknown {
    const value = isRaw ? text : decoded(text)
    if (item instanceof z.ZodNumber) return numberIn(name, value)
    return item instanceof z.ZodBoolean ? truthIn(name, value) : value
  }

  function wire(texts: string[] | undefined): unknown {
    if (texts === undefined) return undefined
    if (isList) return texts.map(typed)
    if (texts.length > 1) throw badParameter(name, `${name} can be said once only.`)
    return typed(texts[0]!)
  }

  /** What it means to leave it out, as one does with most: that is asked once. */
  let absent: { value: unknown } | null = null

  return {
    name,
    valueIn(texts) {
      if (texts === undefined && absent) return absent.value
      const result = schema.safeParse(wire(texts))
      if (result.success) {
        if (texts === undefined) absent = { value: result.data }
        return result.data
      }
      if (texts === undefined) throw badParameter(name, `${name} is needed.`)
      const message = `${name} is not of the right form: ${result.error.issues[0]?.message}`
      throw badParameter(name, message)
    },
  }
}

/** Without what says only that it may be left out, or what becomes of it. */
function innermost(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return innermost(schema.unwrap() as z.ZodType)
  }
  return schema instanceof z.ZodPipe ? innermost(schema.in as z.ZodType) : schema
}

function numberIn(name: string, text: string): number {
  if (/^-?\d{1,16}(\.\d{1,16})?$/.test(text)) return Number(text)
  throw badParameter(name, `${name} must be a number.`)
}

function truthIn(name: string, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw badParameter(name, `${name} is true or false.`)
}

/** The texts of each parameter, as they were sent, by its name. */
function rawQuery(url: string): ReadonlyMap<string, string[]> {
  const texts = new Map<string, string[]>()
  for (const pair of pairsOf(url)) {
    const name = nameOf(pair)
    const equals = pair.indexOf('=')
    const text = equals < 0 ? '' : pair.slice(equals + 1)
    const others = texts.get(name)
    if (others) others.push(text)
    else texts.set(name, [text])
  }
  return texts
}

function pairsOf(url: string): string[] {
  const start = url.indexOf('?')
  if (start < 0) return []
  const [query = ''] = url.slice(start + 1).split('#')
  return query.split('&').filter((pair) => pair !== '')
}

function nameOf(pair: string): string {
  const equals = pair.indexOf('=')
  return decoded(equals < 0 ? pair : pair.slice(0, equals))
}

/** As forms are read everywhere: a plus is a space, and what is no escape stays as it is. */
function decoded(text: string): string {
  if (!/[%+]/.test(text)) return text
  return new URLSearchParams(`text=${text}`).get('text') ?? ''
}
