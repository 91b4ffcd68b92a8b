import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A class put together while the page runs, by a value only the source tells. */
export interface Composed {
  package: string
  /** As it stands there: `wxi-${t.type}`. */
  text: string
}

export interface IconClasses {
  /** Written out in full, or by a choice between texts. */
  plain: Set<string>
  composed: Composed[]
}

/** Every icon class in the installed widgets, nested copies included, and in the page itself. */
export function findIconClasses(): IconClasses {
  const files = globSync(
    ['node_modules/@svar-ui/**/dist/*.{js,css}', 'apps/web/src/**/*.{ts,tsx,css}'],
    { cwd: root, exclude: (name) => name === 'icon-map.ts' },
  )
  const plain = new Set<string>()
  const composed: Composed[] = []
  for (const file of files) {
    const source = readFileSync(join(root, file), 'utf8')
    for (const [name] of source.matchAll(/\bwxi-[a-z0-9-]*[a-z0-9](?![\w-]*\$\{)/g)) plain.add(name)
    for (const [text, start = '', value = ''] of source.matchAll(
      /(\bwxi-[a-z0-9-]*)\$\{(.*?)\}/g,
    )) {
      const choice = /^.*\?\s*"([a-z-]+)"\s*:\s*"([a-z-]+)"\s*$/.exec(value)
      if (choice) for (const end of choice.slice(1)) plain.add(start + end)
      else composed.push({ package: packageOf(file), text })
    }
  }
  return { plain, composed }
}

/** `react-core`, wherever the copy lies. */
function packageOf(file: string): string {
  return file.split('/').at(-3) ?? file
}
