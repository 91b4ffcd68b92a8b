import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { createTriptych } from '../../src/index.ts'
import type { Triptych } from '../../src/index.ts'
import { operatorNames } from '../../src/domain/tables/query/written-rule.ts'
import { assertSame, blocksIn, kindOf, openReader } from './guide-blocks.ts'
import type { Reader } from './guide-blocks.ts'
import { notRun, runElsewhere } from './not-run.ts'
import { isCurlMissing } from './shown-examples.ts'

/** Every block of code of the guides is run as a reader would, or named with the reason why it is not. */

const docs = new URL('../../../../docs/', import.meta.url)
const pages = ['tutorials', 'how-to', 'explanation'].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, docs)).map((name) => {
    const page = `${folder}/${name}`
    return { page, blocks: blocksIn(readFileSync(new URL(page, docs), 'utf8')) }
  }),
)
const read = pages.filter(({ page }) => !(page in runElsewhere))

for (const { page, blocks } of read) {
  const reasons = notRun[page] ?? {}
  const runs = blocks.filter(({ firstLine }) => !(firstLine in reasons))
  if (runs.length === 0) continue

  describe(page, { skip: isCurlMissing }, () => {
    let triptych: Triptych
    let reader: Reader
    before(async () => {
      triptych = await createTriptych({ data: ':memory:', port: 0 })
      reader = await openReader(`127.0.0.1:${(await triptych.listen()).port}`)
    })
    after(async () => {
      await reader.leave()
      await triptych.close()
    })

    for (const block of runs) {
      it(`says the truth: ${block.firstLine}`, () => reader.do(block))
    }
  })
}

describe('the list of what is not run', () => {
  it('has only blocks that are there, each once on its page', () => {
    for (const [page, reasons] of Object.entries(notRun)) {
      const lines = pages.find((one) => one.page === page)?.blocks.map((block) => block.firstLine)
      for (const line of Object.keys(reasons)) {
        assert.equal(lines?.filter((one) => one === line).length, 1, `${page}: ${line}`)
      }
    }
  })

  it('is short: most blocks are run', () => {
    const all = read.flatMap(({ blocks }) => blocks).length
    const left = Object.values(notRun).flatMap(Object.keys).length
    assert.ok(left < all / 2, `${left} of ${all}`)
  })
})

it('what is supported are the versions that are tested', () => {
  const page = readFileSync(new URL('explanation/supported.md', docs), 'utf8')
  const named = [...page.matchAll(/^\| `(@svar-ui\/[\w-]+)` +\| ([\d.]+) +\|$/gm)]
  assert.ok(named.length >= 10)
  for (const [, name = '', version = ''] of named) {
    const manifest = new URL(`../node_modules/${name}/package.json`, docs)
    const installed = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
    assert.equal(version, installed.version, name)
  }
})

it('the cookbook of filters has every operator', () => {
  const cookbook = readFileSync(new URL('how-to/filters.md', docs), 'utf8')
  for (const name of operatorNames) assert.ok(cookbook.includes(`"filter": "${name}"`), name)
})

describe('a block of a guide', () => {
  it('is run by what it is', () => {
    const kinds = blocksIn(
      [
        '```js\n// a/b.mjs\n1\n```',
        '```sh\nnpm install x\n```',
        '```sh\ncurl -s x\n```\n\n```json\n{}\n```',
        '```sh\nnode b.mjs\n```',
        '```sh\nnode server.mjs\n```',
        '```sh\nnpx triptych-server ./files\n```',
        '```sh\ncurl -H "token: …"\n```',
        '```yaml\na: 1\n```',
      ].join('\n\n'),
    )
    assert.deepEqual(
      kinds.map((block) => kindOf(block)),
      ['file', 'install', 'run', 'run', 'serve', 'serve', null, null],
    )
    assert.equal(kinds[2]!.answer, '{}\n')
  })

  it('is compared with what it answers, but for what it leaves open', () => {
    assertSame([{ id: 1, at: 'x' }, 2, 3], [{ id: 1, at: '…' }, '…'])
    assert.throws(() => assertSame([{ id: 2, at: 'x' }], [{ id: 1, at: '…' }]))
    assert.throws(() => assertSame([1, 2], [1]))
    assert.throws(() => assertSame({ a: 1, b: 2 }, { a: 1 }))
  })
})
