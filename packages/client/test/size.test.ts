import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const limit = 10 * 1024

it('the whole helper weighs at most 10 KB, minified and gzipped', async (t) => {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      lib: { entry: fileURLToPath(new URL('../src/index.ts', import.meta.url)), formats: ['es'] },
    },
  })
  const [bundle] = Array.isArray(made) ? made : []
  const code = bundle?.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('') ?? ''
  const bytes = gzipSync(code, { level: 9 }).length
  t.diagnostic(`${bytes} bytes`)

  assert.doesNotMatch(code, /\bimport\b.*from/)
  assert.ok(bytes > 1000 && bytes <= limit, `${bytes} bytes`)
})
