/** Which languages have colours, by the endings of names. */
const endings = {
  bash: 'sh bash zsh fish',
  cpp: 'c h cc cpp hpp',
  csharp: 'cs',
  css: 'css scss less',
  diff: 'diff patch',
  go: 'go',
  ini: 'ini toml cfg conf properties env',
  java: 'java kt swift',
  javascript: 'js mjs cjs jsx',
  json: 'json jsonl ndjson geojson',
  php: 'php',
  python: 'py',
  rust: 'rs zig',
  sql: 'sql',
  typescript: 'ts mts tsx',
  xml: 'xml html htm xhtml vue svelte gpx',
  yaml: 'yaml yml',
} as const

export type Language = keyof typeof endings

const languages = new Map(
  Object.entries(endings).flatMap(([language, list]) =>
    list.split(' ').map((ending) => [ending, language as Language] as const),
  ),
)

/** Lines of these are as long as whoever wrote them liked: they are wrapped, and not counted. */
const prose = new Set('txt text rst adoc tex eml srt vtt'.split(' '))

export interface TextLook {
  language: Language | null
  isProse: boolean
}

export function lookOf(name: string): TextLook {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return { language: languages.get(ending) ?? null, isProse: prose.has(ending) }
}
