import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Load, ResourceLoad } from '@triptych/contract/load'
import { loadRows } from './load-rows.ts'

const who = (id: number, parent: number, given: Partial<ResourceLoad> = {}): ResourceLoad => ({
  id,
  parent,
  name: `who ${id}`,
  works: true,
  maxUnits: 100,
  calendar: null,
  hours: 0,
  load: [],
  ...given,
})

const load = (resources: ResourceLoad[]): Load => ({
  from: '2026-03-02',
  to: '2026-03-03',
  unit: 'day',
  columns: ['2026-03-02', '2026-03-03'],
  hours: [[480, 0]],
  resources,
})

describe('the rows of a load', () => {
  it('stand in the order of the outline, with the sum of what is below in a group', () => {
    const ann = who(3, 1, { load: [[0, 960, 480]] })
    const bob = who(4, 1, { maxUnits: 50, load: [[0, 120, 0]] })
    const rows = loadRows(load([who(1, 0), who(2, 0), ann, bob]))

    assert.deepEqual(
      rows.map(({ id, depth, isGroup }) => [id, depth, isGroup]),
      [
        [1, 0, true],
        [3, 1, false],
        [4, 1, false],
        [2, 0, false],
      ],
    )
    assert.deepEqual(rows[0]!.cells.get(0), { work: 1080, over: 480, capacity: 720 })
    assert.deepEqual(rows[2]!.cells.get(0), { work: 120, over: 0, capacity: 240 })
    assert.deepEqual(rows[2]!.capacity, [240, 0])
  })

  it('have no capacity of what has no hours', () => {
    const [sand] = loadRows(load([who(1, 0, { works: false })]))
    assert.deepEqual(sand!.capacity, [0, 0])
  })
})
