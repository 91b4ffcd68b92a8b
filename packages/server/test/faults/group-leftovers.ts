import assert from 'node:assert/strict'
import { isLease } from '../../src/drives/objects/bucket-lease.ts'
import {
  clearHidden,
  clearUnknown,
  clearUnnamed,
  dayMs,
} from '../../src/drives/objects/clear-up.ts'
import { openPostgresDatabase } from '../../src/engines/postgres/database.ts'
import { openPostgres } from '../../src/engines/postgres/postgres.ts'
import { openS3 } from '../../src/engines/s3/object-store.ts'
import { hiddenRoot } from '../../src/ports/file-index.ts'
import { allIn, fixedCredentials } from '../fixtures/s3-server.ts'
import type { ServerGroup } from './server-group.ts'

/** What the servers' own cleaners do two days later; then nothing is left but what the index names. */
export async function assertNothingLeft(group: ServerGroup, workspace: string): Promise<void> {
  const postgres = openPostgres(group.postgres.url, { connections: 4 })
  const stores = openS3(group.bucket.address, fixedCredentials(group.keys))
  const database = await openPostgresDatabase(postgres, workspace)
  const store = stores.open(database.id)
  try {
    const leftovers = {
      database,
      store,
      now: twoDaysLater,
      isSoleOwner: async () => true,
      isClosed: () => false,
    }
    await clearHidden(leftovers)
    await clearUnnamed(leftovers, dayMs)
    await clearUnknown(leftovers, 0)

    const inBucket: string[] = []
    for await (const { key } of store.keys(null)) if (!isLease(key)) inBucket.push(key)
    const { hidden, inTrash, known } = await database.read(async ({ files, contents, kept }) => ({
      hidden: await files.children(hiddenRoot, null, 100_000),
      inTrash: await kept.names(),
      known: (await contents.list(0, 100_000)).map(({ key }) => key),
    }))
    assert.deepEqual(
      hidden.filter(({ name }) => !inTrash.has(name)),
      [],
    )
    assert.deepEqual(inBucket.toSorted(), known.toSorted())
    assert.equal((await allIn(group.bucket)).uploads, 0)
  } finally {
    await database.close()
    await stores.close()
    await postgres.close()
  }
}

function twoDaysLater(): Date {
  return new Date(Date.now() + 2 * dayMs)
}
