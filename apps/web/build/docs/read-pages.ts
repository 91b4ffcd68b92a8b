import { globSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A page of the documentation, as it was written. */
export interface WrittenPage {
  /** Its address below `/docs`, and empty for the first one: `how-to/s3`. */
  name: string
  /** The file it is written in, from the top of the repository. */
  path: string
  text: string
}

export const repository = fileURLToPath(new URL('../../../../', import.meta.url))

/** What lies outside of `docs/` and is a page all the same, by its file. */
const others: Record<string, string> = {
  'packages/client/README.md': 'reference/client',
  'CHANGELOG.md': 'changelog',
  'SECURITY.md': 'security',
}

/** Files that pages speak of; they are shown as they are. */
const samples = ['deploy/**/*']

export function readPages(): WrittenPage[] {
  const own = filesOf('docs/**/*.md').map((path) => [path, nameOf(path)] as const)
  const shown = filesOf(...samples).map((path) => [path, path] as const)
  return [...own, ...Object.entries(others), ...shown].map(([path, name]) => {
    const text = readFileSync(join(repository, path), 'utf8')
    return { name, path, text: path.endsWith('.md') ? text : asPage(path, text) }
  })
}

function filesOf(...patterns: string[]): string[] {
  return globSync(patterns, { cwd: repository })
    .filter((path) => statSync(join(repository, path)).isFile())
    .map((path) => path.replaceAll(sep, '/'))
    .toSorted()
}

function nameOf(path: string): string {
  const name = path.replace(/^docs\//, '').replace(/\.md$/, '')
  return name === 'index' ? '' : name
}

function asPage(path: string, text: string): string {
  const language = /\.(\w+)$/.exec(path)?.[1] ?? 'text'
  return `# ${path}\n\nIn the repository: \`${path}\`.\n\n\`\`\`\`${language}\n${text}\n\`\`\`\`\n`
}
