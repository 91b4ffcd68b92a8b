import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { createTriptych } from '../../src/index.ts'
import type { Triptych } from '../../src/index.ts'
import { checkExample, examplesIn, isCurlMissing } from './shown-examples.ts'

const folder = new URL('../../../../docs/reference/', import.meta.url)
const pages = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(new URL(name, folder), 'utf8'),
}))

describe('the reference', () => {
  let triptych: Triptych
  let address = ''
  before(async () => {
    triptych = await createTriptych({ data: ':memory:', port: 0 })
    address = `127.0.0.1:${(await triptych.listen()).port}`
  })
  after(() => triptych.close())

  for (const { name, text } of pages) {
    for (const example of examplesIn(text)) {
      const [first] = example.commands.split('\n')
      it(`${name} shows what ${first} answers`, { skip: isCurlMissing }, () =>
        checkExample(example, address),
      )
    }
  }

  it('leads to pages and headings that exist', () => {
    for (const { name, text } of pages) {
      for (const [link, page = '', heading] of text.matchAll(
        /\]\(([\w-]*\.md)?(?:#([\w-]+))?\)/g,
      )) {
        const target = pages.find((each) => each.name === (page || name))
        assert.ok(target, `${name}: ${link}`)
        if (heading) assert.ok(headingsOf(target.text).includes(heading), `${name}: ${link}`)
      }
    }
  })
})

function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
}
