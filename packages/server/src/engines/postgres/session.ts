import type { PoolClient, QueryArrayResult } from 'pg'
import type { Sql, SqlSession, SqlValue } from '../sql/core/sql.ts'
import { withoutNul } from './nul-text.ts'
import type { NameOf } from './prepared-names.ts'

export type Ask = (statement: Sql) => Promise<QueryArrayResult<unknown[]>>

/** Sends statements over one connection; an answer comes for each, in their order. */
export function asking(client: PoolClient, nameOf: NameOf): Ask {
  return (statement) => {
    const { text, values } = boundStatement(statement)
    return client.query<unknown[]>({
      name: nameOf(text),
      text,
      values: values.map(kept),
      rowMode: 'array',
    })
  }
}

export function sessionOf(ask: Ask): SqlSession {
  return {
    get: async (statement) => (await ask(statement)).rows[0],
    all: async (statement) => (await ask(statement)).rows,
    run: async (statement) => void (await ask(statement)),
    insert: async (statement, key) => {
      const { rows } = await ask(returning(statement, key))
      return Number(rows[0]?.[0])
    },
  }
}

export function returning({ text, values }: Sql, key: string): Sql {
  return { text: `${text} returning ${key}`, values }
}

function kept(value: SqlValue): SqlValue {
  return typeof value === 'string' ? withoutNul(value) : value
}

interface BoundStatement {
  text: string
  values: SqlValue[]
}

interface Template {
  /** What stands around the `?`s. */
  pieces: readonly string[]
  /** The database knows the types of all values: each goes into a column. */
  isInsert: boolean
  /** What it became for values of these types. */
  made: Map<string, string>
}

const quoted = /'(?:[^']|'')*'|"(?:[^"]|"")*"/g

const quotedOrValue = new RegExp(`${quoted.source}|\\?`, 'g')

const maxTemplates = 2000

/** A filter can make a very long one. */
const maxKept = 100_000

const templates = new Map<string, Template>()

/**
 * `?` becomes `$1`, `$2` … with the type of the value. PostgreSQL would guess the types from what
 * stands beside, and not take 1.5 beside a column of integers.
 */
function boundStatement({ text, values }: Sql): BoundStatement {
  const template = templateOf(text)
  if (template.isInsert) {
    return { text: madeFor(template, '', () => plainText(template.pieces)), values: [...values] }
  }
  const types = values.map(typeOf).join('')
  const made = madeFor(template, types, () => typedText(template.pieces, types))
  return { text: made, values: values.filter((value) => value !== null) }
}

function templateOf(text: string): Template {
  const known = templates.get(text)
  if (known) return known
  const made: Template = {
    pieces: piecesOf(text),
    isInsert: /^insert into \S+ \([^()]*\)\s+values/.test(text.replaceAll(quoted, 'x')),
    made: new Map(),
  }
  if (templates.size >= maxTemplates) templates.clear()
  if (text.length <= maxKept) templates.set(text, made)
  return made
}

function madeFor({ made }: Template, types: string, make: () => string): string {
  const known = made.get(types)
  if (known !== undefined) return known
  const text = make()
  if (made.size < 100) made.set(types, text)
  return text
}

/** Splits at each `?` that stands in no name and in no text. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let from = 0
  for (const found of text.matchAll(quotedOrValue)) {
    if (found[0] !== '?') continue
    pieces.push(text.slice(from, found.index))
    from = found.index + 1
  }
  pieces.push(text.slice(from))
  return pieces
}

function plainText(pieces: readonly string[]): string {
  return pieces.reduce((text, piece, index) => `${text}$${index}${piece}`)
}

type TypeLetter = keyof typeof typeNames

/** Names that no table of a user can take for itself. */
const typeNames = { i: 'bigint', d: 'double precision', t: 'pg_catalog.text' }

function typeOf(value: SqlValue): TypeLetter | 'n' {
  if (value === null) return 'n'
  if (typeof value === 'string') return 't'
  return Number.isSafeInteger(value) ? 'i' : 'd'
}

function typedText(pieces: readonly string[], types: string): string {
  let number = 0
  return pieces.reduce((text, piece, index) => {
    const type = types[index - 1] as TypeLetter | 'n'
    // As a value it would need a type, and fits any as it stands.
    if (type === 'n') return `${text}null${piece}`
    return `${text}$${++number}::${typeNames[type]}${piece}`
  })
}
