/**
 * What names are compared by in a search: neither case nor the way of writing an accent is left.
 * The sigma at the end of a word is the one letter whose lower case depends on what follows.
 */
export function nameKey(text: string): string {
  return text.toLowerCase().normalize('NFC').replaceAll('ς', 'σ')
}

// oxlint-disable-next-line no-control-regex
const plain = /^[\x00-\x7f]*$/

/** `null` where the database's own `lower` gives the same key: most names are plain ASCII. */
export function foldedName(name: string): string | null {
  return plain.test(name) ? null : nameKey(name)
}
