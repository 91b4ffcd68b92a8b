import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { api } from '../../../test/fixtures/api.ts'

const columns = [{ name: 'a', type: 'text' }]

describe('a new table', () => {
  it('is refused where there are as many as a workspace may have', async () => {
    const { call, refuses } = await api({ maxTables: 3 })
    const make = (name: string) => call('POST', '/tables', { name, columns })
    for (const name of ['two', 'three']) assert.equal((await make(name)).status, 200)

    const four = { name: 'four', columns }
    const problem = await refuses([422, 'tables.too_many'], 'POST', '/tables', four)
    assert.equal(problem['limit'], 3)
    await refuses([409, 'tables.name_taken'], 'POST', '/tables', { name: 'Two', columns })
    assert.equal((await call('DELETE', '/tables/two')).status, 200)
    assert.equal((await make('four')).status, 200)
  })

  it('is one of so many in each workspace, also of those that are made at once', async () => {
    const { call } = await api({ maxTables: 3 })
    await call('POST', '/workspaces', { name: 'other' })

    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, n) =>
        call('POST', '/w/other/tables', { name: `t${n}`, columns }),
      ),
    )

    assert.equal(answers.filter(({ status }) => status === 200).length, 3)
    assert.equal(answers.filter(({ status }) => status === 422).length, 6)
  })
})
