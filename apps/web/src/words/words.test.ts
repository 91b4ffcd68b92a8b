import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { errorCodes } from '@triptych/contract/errors'
import { parseAst } from 'rolldown/parseAst'
import { languages } from './languages.ts'
import { counted, t } from './words.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The reference for those who write programs is in English. */
const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.ts|\.d\.ts|^docs\/|^words\//.test(file),
)
const calls = files.flatMap(callsIn)
const plain = new Set(calls.flatMap(({ name, texts: [text] }) => (name === 't' ? [text!] : [])))
const many = new Set(calls.flatMap(({ name, texts }) => (name === 'counted' ? [texts[1]!] : [])))
const inCode = new Set([...plain, ...many])

/** What the page and its client say of themselves when there is no answer. */
const ownCodes = ['no_answer', 'closed', 'unreadable']

for (const [tag, { name, load }] of Object.entries(languages)) {
  if (!load) continue
  describe(`the texts of the page in ${name}`, async () => {
    const { words, refusals } = await load()

    it('are all there, and no others', () => {
      const missing = [...inCode].filter((text) => !(text in words))
      const left = Object.keys(words).filter((text) => !inCode.has(text))
      assert.deepEqual({ missing, left }, { missing: [], left: [] })
    })

    it('have the same places for what is put in', () => {
      for (const [text, said] of Object.entries(words)) {
        const form = typeof said === 'string' ? said : said.other
        assert.deepEqual(placesIn(form), placesIn(text), text)
      }
    })

    it('have a form for each kind of number, where something is counted', () => {
      const kinds = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.toSorted()
      for (const text of many) assert.deepEqual(Object.keys(words[text]!).toSorted(), kinds, text)
      const others = Object.entries(words).filter(([text]) => !many.has(text))
      for (const [text, said] of others) assert.equal(typeof said, 'string', text)
    })

    it('have one for each refusal of the server', () => {
      const codes = [...Object.keys(errorCodes), ...ownCodes].toSorted()
      assert.deepEqual(Object.keys(refusals).toSorted(), codes)
      for (const said of Object.values(refusals)) {
        assert.ok(
          placesIn(said).every((place) => place === '{reason}'),
          said,
        )
      }
    })
  })
}

describe('a text of the page', () => {
  it('has what is put in', () => {
    assert.equal(t('{one} and {two}, {three}', { one: 1, two: '{one}' }), '1 and {one}, {three}')
  })

  it('is of one or of more', () => {
    const said = [0, 1, 2].map((count) =>
      counted(count, '{count} row of {a}', '{count} rows of {a}', { a: 'b' }),
    )
    assert.deepEqual(said, ['0 rows of b', '1 row of b', '2 rows of b'])
  })
})

function placesIn(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}/g))].toSorted()
}

interface Node {
  type?: string
  callee?: { name?: string }
  arguments?: { value?: unknown }[]
}

interface Call {
  name: string
  texts: string[]
}

/** Where texts are asked for. They stand there as they are: what is put together can be in no list. */
function callsIn(file: string): Call[] {
  const found: Call[] = []
  const lang = file.endsWith('x') ? 'tsx' : 'ts'
  look(parseAst(readFileSync(`${root}/${file}`, 'utf8'), { lang }))
  return found

  function look(node: unknown): void {
    if (typeof node !== 'object' || node === null) return
    const { type, callee, arguments: given = [] } = node as Node
    const name = callee?.name
    if (type === 'CallExpression' && (name === 't' || name === 'counted')) {
      const said = name === 't' ? given.slice(0, 1) : given.slice(1, 3)
      const texts = said.map(({ value }) => {
        assert.equal(typeof value, 'string', `${file}: the text of ${name}() stands elsewhere`)
        return value as string
      })
      found.push({ name, texts })
    }
    for (const part of Object.values(node)) look(part)
  }
}
