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
    this.quoted = `"${name.replaceAll('"', '""')}"`
  }
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

export function join(pieces: readonly Sql[], separator: ', ' | ' + ' | ' and '): Sql {
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
  /** The same for so many entries of the log; answers the revision of the last. */
  append(statement: Sql, count: number): Promise<number>
  /** The same for rows that bring all their keys along, be they entries of the log. */
  load(statement: Sql): Promise<void>
  /** Makes, alters or drops a table or an index. */
  define(statement: Sql): Promise<void>
}
