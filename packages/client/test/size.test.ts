import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const limit = 12.5 * 1024
const index = fileURLToPath(new URL('../src/index.ts', import.meta.url))
const widgets = ['connectFiles', 'connectGantt', 'connectTable']

describe('what a page loads, minified and gzipped', () => {
  for (const widget of widgets) {
    it(`is at most 12.5 KB for ${widget} with all it needs`, async (t) => {
      const bytes = await sizeOf(['openServer', widget])
      t.diagnostic(`${widget}: ${bytes} bytes`)
      assert.ok(bytes > 1000 && bytes <= limit, `${bytes} bytes`)
    })
  }

  it('is at most 25 KB for all three together', async (t) => {
    const bytes = await sizeOf(['openServer', ...widgets])
    t.diagnostic(`all three: ${bytes} bytes`)
    assert.ok(bytes <= 25 * 1024, `${bytes} bytes`)
  })

  it('is at most 6.5 KB for the data without widgets', async (t) => {
    const data = fileURLToPath(new URL('../src/data.ts', import.meta.url))
    const bytes = await sizeOf(['openServer', 'openData'], data)
    t.diagnostic(`data: ${bytes} bytes`)
    assert.ok(bytes > 1000 && bytes <= 6.5 * 1024, `${bytes} bytes`)
  })
})

async function sizeOf(names: readonly string[], from = index): Promise<number> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? '\0entry' : null),
        load: (id) => (id === '\0entry' ? `export { ${names.join(', ')} } from '${from}'` : null),
      },
    ],
    build: {
      write: false,
      rolldownOptions: { input: 'entry', preserveEntrySignatures: 'strict' },
    },
  })
  assert.ok('output' in made)
  const code = made.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('')
  assert.doesNotMatch(code, /\bimport\s*[{*"']/, 'it needs another package')
  return gzipSync(code, { level: 9 }).length
}
