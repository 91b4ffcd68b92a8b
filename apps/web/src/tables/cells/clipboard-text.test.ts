import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readTsv, tsvOf } from './clipboard-text.ts'

const texts = (tsv: string) => readTsv(tsv).map((row) => row.map(({ text }) => text))

describe('cells as text', () => {
  it('are read as Excel, Sheets and LibreOffice write them', () => {
    assert.deepEqual(texts('a\tb\r\nc\td\r\n'), [
      ['a', 'b'],
      ['c', 'd'],
    ])
    assert.deepEqual(texts('a\tb\nc\td'), [
      ['a', 'b'],
      ['c', 'd'],
    ])
    assert.deepEqual(texts('one'), [['one']])
    assert.deepEqual(texts('"two\nlines"\t"a ""word"""\n'), [['two\nlines', 'a "word"']])
  })

  it('keep quotes that enclose nothing, empty cells, and rows of different length', () => {
    assert.deepEqual(texts('5" pipe\t"so" he said'), [['5" pipe', '"so" he said']])
    assert.deepEqual(texts('\t\n\n\tx'), [
      ['', ''],
      ['', ''],
      ['', 'x'],
    ])
    assert.deepEqual(texts('a\nb\tc'), [
      ['a', ''],
      ['b', 'c'],
    ])
    assert.deepEqual(texts(''), [['']])
  })

  it('come back as they were', () => {
    const rows = [
      ['plain', 'a\tb', 'two\nlines'],
      ['"quoted"', '', '5" pipe'],
    ]
    assert.deepEqual(texts(tsvOf(rows.map((row) => row.map((text) => ({ text }))))), rows)
  })
})
