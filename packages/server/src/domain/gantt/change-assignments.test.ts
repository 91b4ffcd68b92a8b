import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { assignmentFrom } from './change-assignments.ts'

const ends = { task: 7, resource: 3 }

describe('assignmentFrom', () => {
  it('reads what the client sends and drops what it has for itself', () => {
    const input = {
      id: 'temp://1790000000001',
      task: '7',
      resource: 3,
      units: 50,
      $x: 1,
      role: 'r',
    }

    assert.deepEqual(assignmentFrom(input), { ...ends, units: 50, fields: { role: 'r' } })
  })

  it('takes the whole resource where nothing is said', () => {
    for (const units of [undefined, null, '']) {
      assert.equal(assignmentFrom({ ...ends, units }).units, 100)
    }
    assert.equal(assignmentFrom(ends).units, 100)
  })

  it('takes units from 0 to 1000', () => {
    const units = [0, -0, 33.3, '50', 100, 1000].map(
      (units) => assignmentFrom({ ...ends, units }).units,
    )

    assert.deepEqual(units, [0, 0, 33.3, 50, 100, 1000])
    for (const units of [-1, 1001, 'half', true, {}]) {
      const error = { code: 'gantt.bad_value', details: { field: 'units' } }
      assert.throws(() => assignmentFrom({ ...ends, units }), error, inspect(units))
    }
  })

  it('refuses ends that are not there', () => {
    for (const end of [null, undefined, '', 0, 'temp://1790000000001', 'abc', {}]) {
      for (const field of ['task', 'resource']) {
        const error = { code: 'gantt.bad_assignment', details: { field } }
        assert.throws(() => assignmentFrom({ ...ends, [field]: end }), error, inspect(end))
      }
    }
  })
})
