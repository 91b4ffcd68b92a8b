import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { testDrive } from '../../../test/fixtures/drive.ts'
import type { Database } from '../../ports/database.ts'
import { driveRoot } from '../../ports/file-index.ts'
import { diskVolume } from './disk-volume.ts'

const parts = {
  rules: {
    portableNames: false,
    quota: null,
    trashDays: Infinity,
    versions: { most: 0, days: Infinity, bytes: null },
  },
  now: () => new Date(0),
  failed: (error: unknown) => assert.fail(String(error)),
}

describe('the index, made anew', () => {
  for (const outcome of ['answered', 'refused'] as const) {
    it(`is not done while it still asks how far it is, which is ${outcome} late`, async () => {
      const { root, database, storage } = await testDrive()
      mkdirSync(join(root, 'folder'))
      const asked = Promise.withResolvers<void>()
      const late = Promise.withResolvers<void>()
      // It looks into nothing until it has asked how far it is, which is not answered before all is found.
      const list = storage.list.bind(storage)
      let isHeld = false
      storage.list = async (spot) => {
        isHeld = true
        await asked.promise
        isHeld = false
        return list(spot)
      }
      const slow: Database = {
        ...database,
        async read(work) {
          if (!isHeld) return database.read(work)
          asked.resolve()
          await late.promise
          if (outcome === 'refused') throw new Error('The server is stopping.')
          return database.read(work)
        },
      }

      let isDone = false
      const rebuilt = diskVolume({ database: slow, storage, id: null })
        .rebuild(parts, () => {})
        .finally(() => (isDone = true))
      await asked.promise
      while (!(await isKnown(database))) await turn()
      for (let n = 0; n < 100; n++) await turn()
      assert.equal(isDone, false)
      late.resolve()

      assert.deepEqual(await rebuilt, { bytes: 0, files: 0, folders: 1 })
    })
  }
})

async function isKnown(database: Database): Promise<boolean> {
  const root = await database.read(({ files }) => files.node(driveRoot))
  return root?.totals.folders === 1
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
