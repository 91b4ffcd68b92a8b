import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { api } from '../../../test/fixtures/api.ts'
import { patient } from '../../../test/fixtures/patient.ts'
import { newFolder } from '../../../test/fixtures/run-program.ts'

describe('a query', () => {
  it('ends when its client leaves, and is not heard of as a failure', async (t) => {
    const seen: { kind: string; route?: string; status?: number }[] = []
    const columns = [{ name: 'text', type: 'text' }]
    const { triptych, call } = await api({ data: newFolder() }, columns, (one) => seen.push(one))
    const text = 'abcdefghij'.repeat(1000)
    for (let n = 0; n < 20; n++) {
      const rows = Array.from({ length: 90 }, () => ({ text }))
      assert.equal((await call('POST', '/films/rows', { rows })).status, 200)
    }
    const { url } = await triptych.listen()
    const rules = Array.from({ length: 500 }, (_, n) => ({
      field: 'text',
      type: 'text',
      filter: 'contains',
      value: `${'abcdefghij'.repeat(90)}${n}`,
    }))
    const body = JSON.stringify({ filter: { glue: 'or', rules } })
    const leave = new AbortController()
    const asked = fetch(`${url}films/query`, { method: 'POST', body, signal: leave.signal })
    const left = assert.rejects(asked, { name: 'AbortError' })
    setTimeout(() => leave.abort(), 300)
    await left

    // Answered or too long it would be 200 or 413.
    await t.waitFor(() => {
      const query = seen.find(({ route }) => route === '/{table}/query')
      assert.equal(query?.status, 503)
    }, patient)
    assert.ok(!seen.some(({ kind }) => kind === 'failure'))
  })
})
