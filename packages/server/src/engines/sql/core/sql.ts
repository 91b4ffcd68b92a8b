import type { LogEnd } from '../../../ports/log-chain.ts'

export type SqlValue = string | number | null

/** A piece of SQL: text with a `?` for each value. */
export interface Sql {
  readonly text: string
  readonly values: readonly SqlValue[]
}

/** A name from the catalogue, quoted; the only way a name gets into SQL. */
class Identifier {
  readonly quoted: string
  constructor(name: string) {
    this.quoted = quotedName(name)
  }
}

/** For statements that are not made with `sql`. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function identifier(name: string): Identifier {
  return new Identifier(name)
}

type Part = SqlValue | Identifier | Sql

interface Made {
  /** What each part became in the text. */
  pieces: readonly string[]
  text: string
}

/** What a template became last. Mostly it becomes the same again: then it is the same string, whose hash is known. */
const lastMade = new WeakMap<TemplateStringsArray, Made>()

/** Values become parameters, identifiers are quoted, pieces are spliced in. Nothing else gets into the text. */
export function sql(strings: TemplateStringsArray, ...parts: Part[]): Sql {
  const known = lastMade.get(strings)
  const isSame = known !== undefined && parts.every((part, at) => textOf(part) === known.pieces[at])
  const made = isSame ? known : make(strings, parts.map(textOf))
  if (!isSame) lastMade.set(strings, made)
  return { text: made.text, values: parts.every(isValue) ? parts : valuesIn(parts) }
}

function make(strings: TemplateStringsArray, pieces: string[]): Made {
  return { pieces, text: String.raw({ raw: strings }, ...pieces) }
}

function textOf(part: Part): string {
  if (isValue(part)) return '?'
  return part instanceof Identifier ? part.quoted : part.text
}

function valuesIn(parts: readonly Part[]): SqlValue[] {
  const values: SqlValue[] = []
  for (const part of parts) {
    if (isValue(part)) values.push(part)
    else if (!(part instanceof Identifier)) values.push(...part.values)
  }
  return values
}

function isValue(part: Part): part is SqlValue {
  return typeof part !== 'object' || part === null
}

export function join(pieces: readonly Sql[], separator: '' | ', ' | ' + ' | ' and ' | ' or '): Sql {
  return {
    text: pieces.map((piece) => piece.text).join(separator),
    values: pieces.flatMap((piece) => piece.values),
  }
}

/** What the stores need of a connection; a row is an array in the order of the selected columns. */
export interface SqlSession {
  get(statement: Sql): Promise<unknown[] | undefined>
  all(statement: Sql): Promise<unknown[][]>
  /** Whatever writes and is none of the following. */
  run(statement: Sql): Promise<void>
  /** `insert into … values …`: each value goes into a column, which knows its type. */
  insert(statement: Sql): Promise<void>
  /** The same for one row; answers the key the database made for it, which is in this column. */
  insertKeyed(statement: Sql, key: 'id' | 'number'): Promise<number>
  /**
   * What was read of rows that nobody else writes, until it is undone or loaded anew; whoever writes such a row says here
   * what it has become. What is kept by the name of a late table is also forgotten when any other statement writes one
   * of it. Only where nobody else writes there is a place for it.
   */
  kept?: Map<string, unknown>
  /** For what need not be written at once; only where nobody else writes. */
  late?: LateWrites
  /** The newest entry of the log; nobody else adds to it before the end of the transaction. */
  logEnd(): Promise<LogEnd>
  /** `insert into … values …` of entries of the log, which then ends with this one. */
  append(statement: Sql, end: LogEnd): Promise<void>
  /** The same for rows that bring all their keys along, be they entries of the log. */
  load(statement: Sql): Promise<void>
  /** Makes, alters or drops a table or an index. */
  define(statement: Sql): Promise<void>
}

/**
 * What is written together with what comes after it in the same commit: many changes in one statement, and of one row only
 * what became of it last.
 */
export interface LateWrites {
  /**
   * Has `write` called before the next statement that names this table, or else before the transaction or a part of it
   * ends; never, where that is undone first.
   */
  put(table: LateTable, write: () => void): void
  /** Has it called now. */
  write(table: LateTable): void
  /** For `write`, as nobody has a turn meanwhile. */
  run(statement: Sql): void
  append(statement: Sql, end: LogEnd): void
}

export const lateTables = ['_changes', '_plan', '_tables'] as const
export type LateTable = (typeof lateTables)[number]

/** For sessions: what `logEnd` answers is made of its row. */
export const newestEntry: Sql = {
  text: `select revision, hash from (
      select revision, hash from _changes order by revision desc limit 1
    ) as newest
    union all select revision, hash from _log_start
    order by revision desc limit 1`,
  values: [],
}

export function logEndOf(row: readonly unknown[] | undefined): LogEnd {
  const [revision, hash] = row ?? [0, null]
  return { revision: Number(revision), hash: hash as string | null }
}
