import { createHash } from 'node:crypto'

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
