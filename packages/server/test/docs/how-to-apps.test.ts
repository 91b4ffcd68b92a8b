import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

const root = new URL('../../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** Where the files of each page lie, the first that has one. */
const folders: Record<string, string[]> = {
  react: ['packages/server/starters/react/', 'packages/server/starters/all/'],
  svelte: ['packages/server/starters/svelte/', 'packages/server/starters/all/'],
  vue: ['packages/server/starters/vue/', 'packages/server/starters/all/'],
  next: ['examples/next/', 'examples/next-standalone/'],
  sveltekit: ['examples/sveltekit/'],
  nuxt: ['examples/nuxt/'],
}

describe('a page about a framework', () => {
  for (const [name, places] of Object.entries(folders)) {
    it(`shows the files that are tested with ${name}`, () => {
      const page = read(`docs/how-to/${name}.md`)
      const shown = [...page.matchAll(/^`([^`\n]+)`\n\n```\w+\n([^]*?)\n```$/gm)]
      assert.ok(shown.length >= 4)
      for (const [, path = '', code = ''] of shown) {
        const files = places.map((place) => {
          try {
            return read(place + path).trimEnd()
          } catch {
            return null
          }
        })
        assert.ok(files.includes(code), `${path} is another one`)
      }
    })
  }
})
