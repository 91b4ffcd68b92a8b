import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Table } from '@triptych/contract/tables'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import { tableChangesContract } from '../../ports/table-changes.contract.ts'
import { openPostgresDatabase } from './database.ts'

const { postgres, newSchema } = postgresForTests()

describe('PostgreSQL', () =>
  tableChangesContract(async () => openPostgresDatabase(postgres(), newSchema()), 'refused'))

describe('a change of a table in PostgreSQL', () => {
  it('waits for a read that is soon over, others read and write, and an index is made', async () => {
    const db = await openPostgresDatabase(postgres(), newSchema())
    const rules = { nullable: true, unique: false, default: null, options: null, reference: null }
    const column = (name: string) => ({ name, type: 'text' as const, ...rules })
    const before: Table = { name: 'films', columns: [column('a')], indexes: [] }
    const after: Table = { ...before, columns: [column('b')] }
    await db.transact(async ({ tables }) => {
      await tables.create(before, 1)
      await tables.insert(before, { id: 1, version: 1, order: 'a', values: { a: 'x' } })
    })
    const reading = db.stream(async function* ({ tables }) {
      yield await tables.row(before, 1)
      yield await tables.row(before, 1)
    })
    await reading.next()

    const indexed = { ...before, indexes: [{ name: 'i', columns: ['a'], unique: false }] }
    const same = new Map([['a', 'a']])
    const adding = {
      before,
      after: indexed,
      origins: same,
      optionNames: new Map(),
      referring: [],
      convert: () => null,
    }
    await db.transact(({ tables }) => tables.reshape(adding, 8))

    let isChanged = false
    const origins = new Map([['b', 'a']])
    const change = {
      before: indexed,
      after,
      origins,
      optionNames: new Map(),
      referring: [],
      convert: () => null,
    }
    const changing = db.transact(({ tables }) => tables.reshape(change, 9))
    void changing.then(() => (isChanged = true))
    for (let n = 0; n < 5; n++) {
      await db.transact(({ tables }) => tables.update(before, 1, { a: `${n}` }, 2))
      assert.equal((await db.read(({ tables }) => tables.row(before, 1)))?.values['a'], `${n}`)
      await sleep(50)
    }
    assert.equal(isChanged, false)
    assert.equal((await reading.next()).value?.values['a'], 'x')
    await reading.next()
    await changing

    assert.equal((await db.read(({ tables }) => tables.row(after, 1)))?.values['b'], '4')
    await db.close()
  })
})

describe('an index in PostgreSQL', () => {
  it('takes no text of more than some thousand characters, and the row is refused', async () => {
    const db = await openPostgresDatabase(postgres(), newSchema())
    const rules = { nullable: true, default: null, options: null, reference: null }
    const columns = [{ name: 'code', type: 'text' as const, unique: true, ...rules }]
    const table: Table = { name: 'codes', columns, indexes: [] }
    const insert = (id: number, code: string) =>
      db.transact(({ tables }) =>
        tables.insert(table, { id, version: 1, order: 'a', values: { code } }),
      )
    await db.transact(({ tables }) => tables.create(table, 1))

    await insert(1, 'x'.repeat(2500))
    await assert.rejects(insert(2, randomBytes(3000).toString('hex')), { code: 'body.too_large' })
    await db.close()
  })
})
