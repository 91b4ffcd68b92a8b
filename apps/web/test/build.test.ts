import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { compressAssets } from '../build/compress-assets.ts'
import { dist } from '../build/page-stamp.ts'

const assets = fileURLToPath(new URL('assets/', dist))
const textOf = (name: string) => readFileSync(join(assets, name), 'utf8')

describe('the built page', () => {
  it('has a hash in the name of every file that a browser keeps', () => {
    const names = readdirSync(assets).filter((name) => !/\.(br|gz)$/.test(name))

    assert.ok(names.length > 1)
    for (const name of names) {
      if (!name.startsWith('licence')) assert.match(name, /\.[\w-]{8}\.\w+$/)
    }
  })

  it('loads no style and no font from another host', () => {
    for (const name of readdirSync(assets).filter((one) => one.endsWith('.css'))) {
      assert.doesNotMatch(textOf(name), /url\(["']?(https?:)?\/\/|@import/, name)
    }
  })

  it('has one version of each package in it, and tells the licence of each', () => {
    const packages = [...textOf('licences.md').matchAll(/^## (\S+) - (\S+) \(.+\)$/gm)]
    const names = packages.map(([, name]) => name)

    assert.ok(names.includes('react-dom'))
    assert.deepEqual(names, [...new Set(names)])
  })

  it('shares nothing but the icon with the reference, which would make it load more', () => {
    const [page, docs] = ['index.html', 'docs/api.html'].map((file) => {
      const html = readFileSync(new URL(file, dist), 'utf8')
      return [...html.matchAll(/(?:src|href)="\.\.?\/assets\/([^"]+)"/g)].map(
        ([, name = '']) => name,
      )
    })
    assert.ok(page && docs && docs.length > 1)
    assert.deepEqual(
      page.filter((name) => docs.includes(name)).map((name) => name.split('.')[0]),
      ['icon'],
    )
    // What loads the words, then the page, its styles, the icon, and the bundler's own few lines.
    assert.ok(page.length <= 6, page.join(', '))
  })

  it('tells the licence of the reference’s viewer, and of what is in that', () => {
    assert.match(textOf('licences-of-docs.md'), /^## swagger-ui-dist - [\d.]+ \(Apache-2\.0\)$/m)
    assert.match(textOf('licences-of-viewer.txt'), /SmartBear[^]*@license React/)
  })
})

it('what is packed is the same, and is there only where it is smaller', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'triptych-packed-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const long = 'body { color: red }\n'.repeat(100)
  writeFileSync(join(folder, 'long.css'), long)
  writeFileSync(join(folder, 'short.css'), 'a{}')

  await compressAssets(folder)

  const packed = (ending: string) => readFileSync(join(folder, `long.css${ending}`))
  assert.equal(brotliDecompressSync(packed('.br')).toString(), long)
  assert.equal(gunzipSync(packed('.gz')).toString(), long)
  assert.deepEqual(readdirSync(folder).toSorted(), [
    'long.css',
    'long.css.br',
    'long.css.gz',
    'short.css',
  ])
})
