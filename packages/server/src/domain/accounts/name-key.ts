/** What is unique of a name: letter case, the form of letters and how wide spaces are do not count. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC').trim().replaceAll(/\s+/gu, ' ')
}
