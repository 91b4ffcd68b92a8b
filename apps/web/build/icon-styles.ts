import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { iconMap } from '../src/icons/icon-map.ts'

const lucide = new URL('.', import.meta.resolve('lucide-static/package.json'))

/** Appends the icons to the style that draws them, so that a page needs no request for any. */
export function iconStyles(): Plugin {
  return {
    name: 'icon-styles',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/icons\/icons\.css$/ },
      handler: (code) => code + iconRules(),
    },
    generateBundle() {
      const source = readFileSync(new URL('LICENSE', lucide))
      this.emitFile({ type: 'asset', fileName: 'assets/licence-of-icons.txt', source })
    },
  }
}

/** One rule for each drawing, whichever classes it stands for. */
export function iconRules(): string {
  const classesByIcon = Map.groupBy(Object.keys(iconMap), (name) => iconMap[name] ?? '')
  return [...classesByIcon]
    .map(([icon, names]) => {
      const selector = names.map((name) => `.${name}::before`).join(', ')
      return `${selector} { --icon: url("${dataUri(icon)}"); }\n`
    })
    .join('')
}

function dataUri(icon: string): string {
  const svg = readFileSync(new URL(`icons/${icon}.svg`, lucide), 'utf8')
    .replace(/<!--.*?-->/s, '')
    .replace(/\sclass="[^"]*"/, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/> <|> ?$/g, (gap) => gap.replace(' ', ''))
    .trim()
  return `data:image/svg+xml,${svg.replaceAll('"', "'").replaceAll(/[<>#%]/g, encodeURIComponent)}`
}
