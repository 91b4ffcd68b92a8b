/** Letters that are written with a sign of their own, and not with an accent beside a letter. */
const written: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  // At the end of a word; the one letter whose lower case depends on what follows.
  ς: 'σ',
}

/**
 * What texts are compared by in a search: letter case and accents do not count, so that “grun” finds “Grün”, and “strasse”
 * finds “Straße”. Databases do the same: see `plain_text` in SQLite, and `plain_letters` in PostgreSQL.
 */
export function plainText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .normalize('NFC')
    .replaceAll(/[ßæœøłđς]/gu, (letter) => written[letter] ?? letter)
}

/** What is looked for. An accent by itself would be nothing, which every text has in it: it stays, and no text has it. */
export function soughtText(text: string): string {
  return plainText(text) || text
}
