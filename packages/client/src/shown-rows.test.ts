import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownRows } from './shown-rows.ts'
import type { Write } from './shown-rows.ts'

/** A hundred rows, of which a new one stands behind the last. */
const hundred = Array.from({ length: 100 }, (_, index) => ({ id: index + 1 }))
const part = { start: 50, end: 150, rowAt: (index: number) => hundred[index], isPlain: true }
function added(doneIn: number | null): Write {
  return { kind: 'add', id: 101, row: { id: 101 }, after: 100, doneIn }
}

test('a row that is being added stands in its place and is counted', () => {
  const shown = shownRows({ ...part, total: 100, totalAge: 1, writes: [added(null)] })
  assert.deepEqual(shown.count, 101)
  assert.deepEqual(shown.rows.at(-1), { id: 101 })
})

test('a row that the total has already is neither counted nor shown twice until its page is here', () => {
  const shown = shownRows({ ...part, total: 101, totalAge: 2, writes: [added(2)] })
  assert.deepEqual(shown.count, 101)
  assert.deepEqual(
    shown.rows.map(({ id }) => id),
    Array.from({ length: 51 }, (_, index) => index + 51),
  )
})

test('a row that was added after the total was told is counted with it', () => {
  const shown = shownRows({ ...part, total: 100, totalAge: 1, writes: [added(2)] })
  assert.deepEqual(shown.count, 101)
})
