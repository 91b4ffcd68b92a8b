import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Row } from '@triptych/contract/tables'
import { importApi, importedBy } from '../fixtures/import-api.ts'
import type { ImportApi } from '../fixtures/import-api.ts'

const rows = 200_000
const there = 5

/** Lines of CSV, a thousand at a time. */
function* thousands(): Generator<string> {
  for (let at = 0; at < rows; at += 1000) {
    yield Array.from({ length: 1000 }, (_, n) => `film ${at + n},${n}\n`).join('')
  }
}

describe('edits by others', () => {
  for (const table of ['films', 'other']) {
    it(`go on while ${rows} rows come into ${table}, and all are kept`, async (t) => {
      const api = await importApi()
      await api.table('films', [
        { name: 'name', type: 'text' },
        { name: 'year', type: 'integer' },
      ])
      for (let n = 0; n < there; n++) await api.ok('POST', '/films', { name: 'there', year: 0 })

      const { edits, added } = await importUnderEdits(api, table)

      const all = await api.ok<Row[]>('GET', '/films')
      assert.equal(all.length, there + added + (table === 'films' ? rows : 0))
      const years = Array.from({ length: there }, (_, n) => edits - ((edits - 1 - n) % there))
      assert.deepEqual(
        all.slice(0, there).map(({ year }) => year),
        years,
      )
      // Whoever added rows meanwhile has them before those of the file, which were taken last.
      const names = all.slice(there, there + added).map(({ name }) => name)
      assert.ok(names.every((name) => name === 'added'))
      t.diagnostic(`${edits} edits, ${added} rows added`)
    })
  }
})

/** Edits the rows in turn, each time with a higher number. */
async function importUnderEdits({ open, ask, ok }: ImportApi, table: string) {
  let edits = 0
  let added = 0
  async function edit(): Promise<void> {
    const id = 1 + (edits % there)
    const { status } = await ask('PATCH', `/films/${id}`, { key: 'year', value: ++edits })
    assert.equal(status, 200)
    assert.equal((await ok<Row>('GET', `/films/${id}`))['year'], edits)
  }

  const upload = open(table)
  await upload.more('name,year\n')
  for (const lines of thousands()) {
    await upload.more(lines)
    await edit()
    if (edits % 20 > 0) continue
    assert.equal((await ask('POST', '/films', { name: 'added' })).status, 200)
    added++
  }
  let isOver = false
  const answer = upload.end().finally(() => (isOver = true))
  while (!isOver) await edit()
  assert.equal(importedBy(await answer).added, rows)
  return { edits, added }
}
