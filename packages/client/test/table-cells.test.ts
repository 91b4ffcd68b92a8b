import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Column, ColumnType } from '@triptych/contract/tables'
import { cellIn, cellOut, edited, isSameCell } from '../src/table-cells.ts'

const zones = ['America/New_York', 'UTC', 'Pacific/Auckland', 'America/Sao_Paulo']
const homeZone = process.env['TZ']
after(() => {
  if (homeZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = homeZone
})

function column(type: ColumnType): Column {
  return {
    name: 'c',
    type,
    nullable: true,
    unique: false,
    default: null,
    options: null,
    reference: null,
  }
}

describe('the cells of a table', () => {
  for (const zone of zones) {
    it(`are the same day and the same instant in ${zone}`, () => {
      process.env['TZ'] = zone
      // The last one had no midnight in São Paulo.
      for (const day of ['2026-03-08', '2026-10-25', '2024-02-29', '0099-12-31', '2018-11-04']) {
        const date = cellIn(column('date'), day) as Date
        assert.equal(date.getDate(), Number(day.slice(-2)))
        assert.equal(cellOut(column('date'), date), day)
      }
      const instant = '2026-03-08T07:30:00.000Z'
      const shown = cellIn(column('datetime'), instant)
      assert.deepEqual(shown, new Date(instant))
      assert.equal(cellOut(column('datetime'), shown), instant)
    })
  }

  it('are left as they are where they are no dates', () => {
    assert.equal(cellIn(column('text'), '2026-03-08'), '2026-03-08')
    assert.equal(cellIn(column('date'), null), null)
    assert.equal(cellIn(column('date'), 'soon'), 'soon')
    assert.deepEqual(cellIn(column('json'), [1]), [1])
  })

  it('are what their column holds once an editor was left', () => {
    assert.equal(edited(column('number'), '5.5', null), 5.5)
    assert.equal(edited(column('number'), ' -.5e1 ', null), -5)
    assert.equal(edited(column('integer'), 'many', 3), 'many')
    assert.equal(edited(column('integer'), '0x10', 3), '0x10')
    assert.equal(edited(column('integer'), '  ', 3), null)
    assert.equal(edited(column('integer'), '', 3), null)
    assert.equal(edited(column('date'), '', null), null)
    assert.equal(edited(column('text'), '', null), null)
    assert.equal(edited(column('text'), '', 'gone'), '')
    assert.equal(edited(column('text'), '5', 'gone'), '5')
  })

  it('are compared by what the server keeps', () => {
    const [morning, evening] = [new Date(2026, 1, 1, 8), new Date(2026, 1, 1, 20)]
    assert.equal(isSameCell(column('date'), morning, evening), true)
    assert.equal(isSameCell(column('datetime'), morning, evening), false)
    assert.equal(isSameCell(column('json'), [1, { a: 2 }], [1, { a: 2 }]), true)
    assert.equal(isSameCell(column('text'), undefined, null), true)
  })
})
