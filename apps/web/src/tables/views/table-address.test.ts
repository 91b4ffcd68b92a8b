import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainAddress, readTableAddress, writeTableAddress } from './table-address.ts'

const all = plainAddress

describe('the address of a table', () => {
  it('brings back what was written into it', () => {
    const day = new Date(2026, 2, 1)
    const address = {
      filter: {
        glue: 'and',
        rules: [
          { field: 'day', filter: 'between', type: 'date', value: { start: day, end: day } },
          { glue: 'or', rules: [{ field: 'day', type: 'date', includes: [day] }] },
          { field: 'name', filter: 'equal', type: 'text', value: '2026-03-01' },
        ],
      },
      search: 'a & b',
      sort: [
        { key: 'year', order: 'desc' as const },
        { key: 'name', order: 'asc' as const },
      ],
      hidden: new Set(['a,b', 'c']),
      order: ['year', 'a,b'],
      widths: { 'a:b': 120, name: 300 },
      frozen: 'name',
      group: { column: 'a:b', unit: null },
      subgroups: [{ column: 'day', unit: 'month' as const }],
      groupsBeside: true,
      totals: { year: 'max' as const },
      view: 'Mine, and yours',
      row: 12,
    }
    const text = new URLSearchParams(writeTableAddress(address)).toString()
    assert.deepEqual(readTableAddress(new URLSearchParams(text)), address)
  })

  it('means the same days in every time zone, and the same instants', (t) => {
    const homeZone = process.env['TZ']
    t.after(() => {
      if (homeZone === undefined) delete process.env['TZ']
      else process.env['TZ'] = homeZone
    })
    const zones = ['Pacific/Auckland', 'UTC', 'America/New_York', 'America/Sao_Paulo']
    const time = new Date('2026-03-03T08:30:00.123Z')
    const written = zones.map((zone) => {
      process.env['TZ'] = zone
      // The last one had no midnight in São Paulo.
      const days = [new Date(2026, 2, 3), new Date(2018, 10, 4)]
      const rule = { field: 'd', type: 'date', includes: [...days, time] }
      const filter = { glue: 'and', rules: [rule] }
      const { filter: text = '' } = writeTableAddress({ ...all, filter })
      assert.deepEqual(readTableAddress(new URLSearchParams({ filter: text })).filter, filter)
      return text
    })
    assert.equal(new Set(written).size, 1, written.join('\n'))
    assert.match(written[0]!, /\["2026-03-03","2018-11-04","2026-03-03T08:30:00.123Z"\]/)
  })

  it('says only what is other than in the view', () => {
    const base = { ...all, sort: [{ key: 'year', order: 'desc' as const }], frozen: 'name' }
    const address = { ...base, view: 'Recent' }
    assert.deepEqual(writeTableAddress(address, base), { view: 'Recent' })
    const other = { ...address, sort: [], widths: { name: 300 } }
    const written = writeTableAddress(other, base)
    assert.deepEqual(written, { view: 'Recent', sort: '', width: 'name:300' })
    assert.deepEqual(readTableAddress(new URLSearchParams(written), base), other)
  })

  it('can be written by a person', () => {
    const { sort, hidden } = readTableAddress(new URLSearchParams('sort=-year,name&hide=id'))
    assert.deepEqual(sort, [
      { key: 'year', order: 'desc' },
      { key: 'name', order: 'asc' },
    ])
    assert.deepEqual([...hidden], ['id'])
  })

  it('shows all rows where it says nothing, or nonsense', () => {
    assert.deepEqual(readTableAddress(new URLSearchParams()), all)
    assert.deepEqual(readTableAddress(new URLSearchParams('filter={')), all)
    assert.deepEqual(writeTableAddress(all), {})
  })
})
