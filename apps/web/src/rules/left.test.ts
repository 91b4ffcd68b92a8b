import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OwnRule, Thing } from '@triptych/contract/rules'
import { everything, leftBy } from './left.ts'

const folder = (id: string, access: OwnRule['access']): OwnRule => ({
  thing: { kind: 'folder', id },
  access,
})
const branch = (task: number, access: OwnRule['access']): OwnRule => ({
  thing: { kind: 'branch', task },
  access,
})

describe('what rules leave', () => {
  it('is everything where there are none', () => {
    const { files, gantt, newTables, entry, task } = everything
    assert.deepEqual([files, gantt, newTables, entry('/a/b'), task([3, 1])], Array(5).fill(true))
  })

  it('follows from the nearest folder with a rule', () => {
    const { entry } = leftBy([folder('/docs', 'read'), folder('/docs/drafts', 'write')])
    assert.deepEqual(
      ['/', '/docs', '/docs/a.txt', '/docs/drafts', '/docs/drafts/b/c', '/docs 2'].map(entry),
      [true, false, false, true, true, true],
    )
    assert.equal(leftBy([folder('/', 'read')]).entry('/docs'), false)
  })

  it('follows from the nearest task with a rule', () => {
    const { task } = leftBy([branch(1, 'read'), branch(3, 'write')])
    assert.deepEqual([[2], [1], [2, 1], [3, 1], ['new', 3, 1]].map(task), [
      true,
      false,
      false,
      true,
      true,
    ])
    assert.equal(leftBy([branch(0, 'read')]).task([2]), false)
  })

  it('is nothing of the whole only where nothing below may be changed', () => {
    const { files, gantt } = leftBy([folder('/', 'read'), branch(0, 'read'), branch(3, 'write')])
    assert.deepEqual({ files, gantt }, { files: false, gantt: true })
    const all: Thing = { kind: 'table', table: '*' }
    assert.equal(leftBy([{ thing: all, access: 'read' }]).newTables, false)
  })
})
