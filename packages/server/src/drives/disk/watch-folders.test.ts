import assert from 'node:assert/strict'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { testDrive } from '../../../test/fixtures/drive.ts'
import { patient } from '../../../test/fixtures/patient.ts'
import { createFile } from '../../domain/files/create-file.ts'
import { watchesHere } from '../../engines/folder/watch-folder.ts'

// Where one watch is for all, several events may be told as one.
describe('a watch on a folder', { skip: watchesHere === 'one' }, () => {
  it('does not look at what we have put there, until somebody else writes to it', async (t) => {
    const { root, storage, ...made } = await testDrive()
    const looked: string[] = []
    const undisturbed = { ...storage }
    storage.stat = (spot) => {
      if (spot.area === 'drive') looked.push(spot.path.join('/'))
      return undisturbed.stat(spot)
    }
    writeFileSync(join(root, 'theirs.txt'), 'one')
    const { drive, ctx } = await made.open()
    await drive.idle()

    await createFile(ctx, { parent: '/', body: { name: 'ours.txt', type: 'file' } })
    appendFileSync(join(root, 'theirs.txt'), ' more')
    await t.waitFor(() => assert.ok(looked.includes('theirs.txt')), patient)
    await drive.idle()
    assert.ok(!looked.includes('ours.txt'))

    appendFileSync(join(root, 'ours.txt'), 'written by others')
    await t.waitFor(async () => {
      const node = await drive.database.read(({ files }) => files.find(['ours.txt']))
      assert.equal(node?.size, 17)
    }, patient)
  })
})
