/** Somewhere to go, or something to open, that is there without being searched for. */
export interface Way {
  key: string
  svg: string
  title: string
  where: string
  /** An address within the workspace, or that of another page. */
  href: string
  isPage?: boolean
  /** What is done in place of going there. */
  run?: () => void
}

/** Those of which a word begins with what was typed; all where nothing was. */
export function waysFor(ways: readonly Way[], text: string): Way[] {
  const wanted = plain(text.trim())
  return ways.filter(({ title }) => ` ${plain(title)}`.includes(` ${wanted}`))
}

/** Nobody minds letter case or accents. */
export function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
