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

const identifiers = new Map<string, Identifier>()

export function identifier(name: string): Identifier {
  const known = identifiers.get(name)
  if (known) return known
  if (identifiers.size >= 10_000) identifiers.clear()
  const made = new Identifier(name)
  identifiers.set(name, made)
  return made
}

type Part = SqlValue | Identifier | Sql

/** The texts of templates with nothing but values in them: always the same string, found without looking at it. */
const plainTexts = new WeakMap<TemplateStringsArray, string>()

/** Values become parameters, identifiers are quoted, pieces are spliced in. Nothing else gets into the text. */
export function sql(strings: TemplateStringsArray, ...parts: Part[]): Sql {
  const known = plainTexts.get(strings)
  // A template that once had only values may still be given a piece: then its text is made anew.
  if (known !== undefined && parts.every(isValue)) return { text: known, values: parts }

  let text = strings[0] ?? ''
  const values: SqlValue[] = []
  for (const [index, part] of parts.entries()) {
    if (isValue(part)) {
      text += '?'
      values.push(part)
    } else if (part instanceof Identifier) {
      text += part.quoted
    } else {
      text += part.text
      values.push(...part.values)
    }
    text += strings[index + 1]
  }
  if (values.length === parts.length && parts.every(isValue)) plainTexts.set(strings, text)
  return { text, values }
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
  run(statement: Sql): Promise<void>
  /** Runs an insert and answers the key the database made for the new row. */
  insert(statement: Sql): Promise<number>
}
