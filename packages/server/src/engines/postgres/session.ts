import { createHash } from 'node:crypto'
import type { PoolClient, QueryArrayResult } from 'pg'
import { logEndOf, newestEntry } from '../sql/core/sql.ts'
import type { Sql, SqlSession, SqlValue } from '../sql/core/sql.ts'
import { withoutNul } from './nul-text.ts'

/** What a statement is: of one that inserts, the database knows the types of all values. */
export type Kind = 'insert' | 'other'

export type Ask = (statement: Sql, kind?: Kind) => Promise<QueryArrayResult<unknown[]>>

/** Sends statements over one connection; an answer comes for each, in their order. */
export function asking(client: PoolClient, bind: Bind, nameOf: NameOf): Ask {
  return (statement, kind = 'other') => {
    const { text, values } = bind(statement, kind)
    return client.query<unknown[]>({
      name: nameOf(text),
      text,
      values: values.map(kept),
      rowMode: 'array',
    })
  }
}

export function sessionOf(ask: Ask): SqlSession {
  const run = async (statement: Sql): Promise<void> => void (await ask(statement))
  const insert = async (statement: Sql): Promise<void> => void (await ask(statement, 'insert'))
  const keyed = async (statement: Sql, key: string): Promise<number> =>
    lastKey((await ask(returning(statement, key), 'insert')).rows)
  return {
    get: async (statement) => (await ask(statement)).rows[0],
    all: async (statement) => (await ask(statement)).rows,
    run,
    insert,
    insertKeyed: keyed,
    logEnd: async () => logEndOf((await ask(newestEntry)).rows[0]),
    append: insert,
    load: insert,
    define: run,
  }
}

/** Of the last row that was inserted. */
export function lastKey(rows: readonly unknown[][]): number {
  return Number(rows.at(-1)?.[0])
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

/** `?` becomes `$1`, `$2` … as PostgreSQL wants it. */
export type Bind = (statement: Sql, kind: Kind) => BoundStatement

interface Template {
  /** What stands around the `?`s. */
  pieces: readonly string[]
  /** What it became for values of these types. */
  made: Map<string, string>
}

const quoted = /'(?:[^']|'')*'|"(?:[^"]|"")*"/g

const quotedOrValue = new RegExp(`${quoted.source}|\\?`, 'g')

const maxTemplates = 2000

/** A filter can make a very long one. */
const maxKept = 100_000

/**
 * Each value gets its type. PostgreSQL would guess the types from what stands beside, and not take
 * 1.5 beside a column of integers. What is inserted has the type of its column, and needs none.
 */
export function statementBinder(): Bind {
  const templates = new Map<string, Template>()

  function templateOf(text: string): Template {
    const known = templates.get(text)
    if (known) return known
    const made = { pieces: piecesOf(text), made: new Map<string, string>() }
    if (templates.size >= maxTemplates) templates.clear()
    if (text.length <= maxKept) templates.set(text, made)
    return made
  }

  return ({ text, values }, kind) => {
    const template = templateOf(text)
    if (kind === 'insert') {
      return { text: madeFor(template, '', () => plainText(template.pieces)), values: [...values] }
    }
    const types = values.map(typeOf).join('')
    const made = madeFor(template, types, () => typedText(template.pieces, types))
    return { text: made, values: values.filter((value) => value !== null) }
  }
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

/** The name under which a connection prepares a statement; none for one that may not come again. */
export type NameOf = (text: string) => string | undefined

const maxTexts = 2000
const longest = 20_000

/**
 * A statement that came before gets a name. The same one has another name in each schema: prepared
 * in one it would have to be planned anew in another.
 */
export function preparedNames(schema: string): NameOf {
  const seen = new Map<string, string | null>()
  return (text) => {
    if (text.length > longest) return undefined
    const name = seen.get(text)
    if (name) return name
    if (name === undefined) {
      if (seen.size >= maxTexts) seen.clear()
      seen.set(text, null)
      return undefined
    }
    const made = createHash('sha1').update(`${schema} ${text}`).digest('base64url')
    seen.set(text, made)
    return made
  }
}

export const unprepared: NameOf = () => undefined
