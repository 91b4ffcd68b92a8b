import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import { fileIndexContract } from '../../ports/file-index.contract.ts'
import { driveRoot } from '../../ports/file-index.ts'
import type { FoundPage } from '../../ports/file-index.ts'
import { openPostgresDatabase } from './database.ts'

const { postgres, newSchema } = postgresForTests()

describe('the file index of PostgreSQL', () =>
  fileIndexContract(async () => openPostgresDatabase(postgres(), newSchema())))

describe('the name index of PostgreSQL', () => {
  it('is there, and finds names among very many', async () => {
    const schema = newSchema()
    const db = await openPostgresDatabase(postgres(), schema)
    const entry = { kind: 'file', size: 0, modified: 0, inode: 0 } as const
    const names = Array.from({ length: 21_000 }, (_, n) => `Élan_${n}%.txt`)
    await db.transact(({ files }) =>
      files.insertAll(
        driveRoot,
        names.map((name) => ({ ...entry, name })),
      ),
    )

    const countOf = (text: string) =>
      db.read(async ({ files }) => {
        const root = await files.node(driveRoot)
        let count = 0
        let next: number | null = null
        do {
          const page: FoundPage = await files.search(
            root!,
            { text, only: null, since: null },
            next,
            100,
          )
          count += page.count
          next = page.next
        } while (next !== null)
        return count
      })
    const counts = [await countOf('ÉLAN_20999%'), await countOf('élan_2099'), await countOf('n_%')]
    const client = await postgres().connections.take()
    const indexes = await client.query(
      `select 1 from pg_indexes where schemaname = '${schema}' and indexname = '_files_names'`,
    )
    postgres().connections.giveBack(client, 'sound')
    await db.close()

    assert.deepEqual(counts, [1, 11, 0])
    assert.equal(indexes.rows.length, 1)
  })
})
