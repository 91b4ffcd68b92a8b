import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { createTriptych } from '../../src/index.ts'
import type { Triptych } from '../../src/index.ts'
import { checkExample, examplesIn, isCurlMissing } from './shown-examples.ts'

const root = new URL('../../../../', import.meta.url)
const readme = readFileSync(new URL('README.md', root), 'utf8')

const examples = examplesIn(readme)

describe('the README', () => {
  let triptych: Triptych
  let address = ''
  before(async () => {
    triptych = await createTriptych({ data: ':memory:', port: 0 })
    address = `127.0.0.1:${(await triptych.listen()).port}`
  })
  after(() => triptych.close())

  it('has examples', () => {
    assert.ok(examples.length >= 4)
    assert.ok(examples.filter(({ answer }) => answer).length >= 3)
  })

  for (const example of examples) {
    const [first] = example.commands.split('\n')
    it(`shows what ${first} answers`, { skip: isCurlMissing }, () =>
      checkExample(example, { address }),
    )
  }

  it('names scripts and files that exist', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
    for (const [, name = ''] of readme.matchAll(/npm (?:run )?(start|test|bench|check)\b/g)) {
      assert.ok(scripts[name], name)
    }
    for (const [, path = ''] of readme.matchAll(/\]\((?!http)([^)#]+)\)/g)) {
      assert.doesNotThrow(
        () =>
          readFileSync(
            new URL(path.endsWith('/') ? `${path}001-errors-are-always-json.md` : path, root),
          ),
        path,
      )
    }
  })
})
