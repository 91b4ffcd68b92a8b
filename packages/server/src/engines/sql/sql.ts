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

/** Values become parameters, identifiers are quoted, pieces are spliced in. Nothing else gets into the text. */
export function sql(strings: TemplateStringsArray, ...parts: Part[]): Sql {
  let text = strings[0] ?? ''
  const values: SqlValue[] = []
  for (const [index, part] of parts.entries()) {
    if (part instanceof Identifier) {
      text += part.quoted
    } else if (typeof part === 'object' && part !== null) {
      text += part.text
      values.push(...part.values)
    } else {
      text += '?'
      values.push(part)
    }
    text += strings[index + 1]
  }
  return { text, values }
}

export function join(pieces: readonly Sql[], separator: ', ' | ' and ' | ' or '): Sql {
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
}
