import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { api } from '../../../test/fixtures/api.ts'
import { patient } from '../../../test/fixtures/patient.ts'
import { newFolder } from '../../../test/fixtures/run-program.ts'

const cases = [
  { name: 'a query', method: 'POST', path: 'films/query', route: '/{table}/query' },
  { name: 'a change of many rows', method: 'PATCH', path: 'films/rows', route: '/{table}/rows' },
]

for (const { name, method, path, route } of cases) {
  describe(name, () =>
    it('ends when its client leaves, and is not heard of as a failure', endsWhenLeft),
  )

  async function endsWhenLeft(t: TestContext): Promise<void> {
    const seen: { kind: string; route?: string; method?: string; status?: number }[] = []
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
    const set = method === 'PATCH' ? { set: { text: 'short' } } : {}
    const body = JSON.stringify({ filter: { glue: 'or', rules }, ...set })
    const leave = new AbortController()
    const asked = fetch(`${url}${path}`, { method, body, signal: leave.signal })
    const left = assert.rejects(asked, { name: 'AbortError' })
    setTimeout(() => leave.abort(), 300)
    await left

    // Answered or too long it would be 200 or 413.
    await t.waitFor(() => {
      const asked = seen.find((one) => one.route === route && one.method === method)
      assert.equal(asked?.status, 503)
    }, patient)
    assert.ok(!seen.some(({ kind }) => kind === 'failure'))
  }
}
