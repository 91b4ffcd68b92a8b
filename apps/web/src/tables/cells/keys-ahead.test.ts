import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readAhead } from './keys-ahead.ts'

const typed = (text: string) =>
  Array.from(text, (letter) => {
    const key = { '>': 'Tab', '<': 'Tab', '/': 'Enter', '-': 'Backspace' }[letter] ?? letter
    return { key, shiftKey: letter === '<' }
  })

describe('keys that came before their field', () => {
  for (const [keys, text, next, rest] of [
    ['', null, null, ''],
    ['ab', 'ab', null, ''],
    ['abc-', 'ab', null, ''],
    ['>', null, 'right', ''],
    ['12>34>', '12', 'right', '34>'],
    ['12<', '12', 'left', ''],
    ['a/b/c', 'a', 'down', 'b/c'],
  ] as const) {
    it(`are a text, where it leads, and the rest: ${keys || 'none'}`, () => {
      assert.deepEqual(readAhead(null, typed(keys)), { text, next, rest: typed(rest) })
    })
  }

  it('are for all cells of a range by Ctrl+Enter', () => {
    const keys = [...typed('ab'), { key: 'Enter', shiftKey: false, ctrlKey: true }, ...typed('c')]
    assert.deepEqual(readAhead(null, keys), { text: 'ab', next: 'all', rest: typed('c') })
  })

  it('go on behind the one that has begun to edit', () => {
    assert.equal(readAhead('a', typed('bc')).text, 'abc')
  })

  it('go on behind what stands in the cell', () => {
    assert.equal(readAhead(null, typed('d-e'), 'abc').text, 'abce')
    assert.equal(readAhead(null, typed('-'), 'abc').text, 'ab')
    assert.equal(readAhead(null, typed('/'), 'abc').text, null)
  })
})
