import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'
import { words } from './de.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The reference for those who write programs is in English. */
const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.ts|\.d\.ts|^docs\/|^words\//.test(file),
)
const inCode = new Set(files.flatMap(textsIn))

describe('the texts of the page', () => {
  it('are all there in German, and no others', () => {
    const missing = [...inCode].filter((text) => !(text in words))
    const left = Object.keys(words).filter((text) => !inCode.has(text))
    assert.deepEqual({ missing, left }, { missing: [], left: [] })
  })

  it('have the same places for what is put in', () => {
    for (const [text, said] of Object.entries(words)) {
      assert.deepEqual(placesIn(said), placesIn(text), text)
    }
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

function textsIn(file: string): string[] {
  const found: string[] = []
  const lang = file.endsWith('x') ? 'tsx' : 'ts'
  look(parseAst(readFileSync(`${root}/${file}`, 'utf8'), { lang }))
  return found

  function look(node: unknown): void {
    if (typeof node !== 'object' || node === null) return
    const { type, callee, arguments: given } = node as Node
    const [text] = given ?? []
    if (type === 'CallExpression' && callee?.name === 't' && typeof text?.value === 'string') {
      found.push(text.value)
    }
    for (const part of Object.values(node)) look(part)
  }
}
