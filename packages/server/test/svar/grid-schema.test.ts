import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFilter, DataStore as FilterStore } from '@svar-ui/filter-store'
import { DataStore } from '@svar-ui/grid-store'
import type { SvarTable, TableDescription } from '@triptych/contract/table-schema'
import { api, filmColumns } from '../fixtures/api.ts'

interface Shown {
  id: string
  editor?: string
  optionsMap?: Map<unknown, string>
  header: { text: string }[]
}

async function described(): Promise<{ svar: SvarTable; rows: object[] }> {
  const { call, rows } = await api()
  const { json } = await call('GET', '/tables/films')
  return { svar: (json as TableDescription).svar, rows: await rows() }
}

describe('what GET /tables/{table} says in SVAR’s words', () => {
  it('is taken by the grid, with a header and an editor for every column', async () => {
    const { svar, rows } = await described()
    const store = new DataStore((value: unknown) => value) as {
      init(state: object): void
      getState(): { _columns: Shown[] }
    }

    store.init({ columns: svar.columns, data: rows, sizes: {}, split: { left: 0 } })

    const shown = store.getState()._columns
    const editors = shown.map(({ id, editor }) => [id, editor ?? null])
    assert.deepEqual(Object.fromEntries(editors), {
      id: null,
      name: 'text',
      year: 'text',
      votes: 'text',
      rating: 'text',
      seen: 'text',
      premiere: 'datepicker',
      aired: 'datepicker',
      genre: 'richselect',
      tags: 'multiselect',
      extra: null,
      code: 'text',
    })
    assert.deepEqual(
      shown.map(({ header }) => header[0]?.text),
      ['id', ...filmColumns.map(({ name }) => name)],
    )
    const genre = shown.find(({ id }) => id === 'genre')
    assert.equal(genre?.optionsMap?.get('horror'), 'horror')
  })

  it('is taken by the filters: every field can be filtered by', async () => {
    const { svar, rows } = await described()
    const store = new FilterStore((value: unknown) => value as never)
    store.init({ value: { rules: [] }, fields: svar.fields, options: svar.options as never })

    const types = Object.fromEntries(svar.fields.map(({ id, type }) => [id, type]))
    assert.deepEqual(types, {
      name: 'text',
      year: 'number',
      votes: 'number',
      rating: 'number',
      seen: 'tuple',
      premiere: 'date',
      aired: 'date',
      genre: 'text',
      code: 'text',
    })
    const found = (field: string, includes: unknown[]) => {
      const rule = { field, type: types[field], includes } as never
      return rows.filter(createFilter({ rules: [rule] }, {}, svar.fields)).length
    }
    assert.equal(found('seen', svar.options['seen']!), 3)
    assert.equal(found('seen', [true]), 0)
    assert.equal(found('genre', ['horror']), 1)
    assert.equal(found('year', [1979, 1985]), 2)
  })
})
