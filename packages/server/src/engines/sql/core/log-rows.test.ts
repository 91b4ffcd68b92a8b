import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newEntry } from '../../../ports/change-log.ts'
import type { NewEntry } from '../../../ports/change-log.ts'
import { statementsFor } from './log-rows.ts'

function entriesOf(count: number, stepOf: (n: number) => string): NewEntry[] {
  return Array.from({ length: count }, (_, n) => {
    const by = { actor: 'me', origin: 'tab', address: '::1', step: stepOf(n), at: new Date(n) }
    const after = { id: n }
    return newEntry(
      { area: 'gantt', operation: 'task-added', entity: `tasks/${n}`, before: null, after },
      by,
    )
  })
}

function atOnce(entries: readonly NewEntry[]): NewEntry[] {
  return entries.map((entry) => ({ ...entry, by: entries[0]!.by }))
}

function valuesBound(entries: readonly NewEntry[]): number[] {
  const statements = [...statementsFor({ revision: 0, hash: null }, entries)]
  return statements.map(([{ values }]) => values.length)
}

describe('entries of the log', () => {
  it('bind what they have in common once, where they are of one request', () => {
    const own = ['revision', 'at', 'operation', 'entity', 'before', 'after', 'hash'].length
    const shared = 8
    assert.deepEqual(
      valuesBound(entriesOf(100, () => 'one')),
      [50, 50].map((count) => shared + count * own),
    )
  })

  it('bind less where that did one thing at one time', () => {
    const own = ['revision', 'entity', 'after', 'hash'].length
    const shared = 11
    assert.deepEqual(
      valuesBound(atOnce(entriesOf(100, () => 'one'))),
      [50, 50].map((count) => shared + count * own),
    )
  })

  it('do so whatever was done by it', () => {
    const entries = entriesOf(50, () => 'one').map((entry, n) => {
      const change = { ...entry.change, operation: n % 2 ? 'task-added' : 'task-updated' } as const
      return { ...entry, change }
    })
    assert.equal(valuesBound(entries).length, 1)
    assert.equal(valuesBound(entries)[0], valuesBound(entriesOf(50, () => 'one'))[0])
  })

  it('bind everything, where they are of several', () => {
    assert.deepEqual(
      valuesBound(entriesOf(60, (n) => `step-${n}`)),
      [50, 10].map((count) => 15 * count),
    )
  })

  it('are followed by what comes after the newest of them', () => {
    const entries = entriesOf(61, (n) => (n < 50 ? 'one' : `step-${n}`))
    const ends = [...statementsFor({ revision: 7, hash: null }, entries)].map(([, end]) => end)
    assert.deepEqual(
      ends.map(({ revision }) => revision),
      [57, 67, 68],
    )
  })
})
