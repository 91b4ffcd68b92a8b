import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bucketDrive } from '../../../test/fixtures/bucket-drive.ts'
import { sha256 } from '../../../test/fixtures/direct-upload.ts'
import { noS3 } from '../../../test/fixtures/s3-server.ts'
import { clearUnknown, dayMs } from './clear-up.ts'

const bytes = Buffer.from('what was sent')

describe('a direct upload', { skip: noS3 }, () => {
  it('that gets no name is cleared up with what else got none', async (t) => {
    const { database, objects, open, now, keys, hoursPass } = await bucketDrive(t)
    const { drive } = await open()
    const { upload } = await sent(drive.direct)
    drive.discard(await drive.direct!.complete(upload))
    await drive.idle()
    assert.equal((await keys()).length, 1)

    const leftovers = {
      database,
      store: objects,
      now,
      isSoleOwner: async () => true,
      isClosed: () => false,
    }
    hoursPass(23)
    await clearUnknown(leftovers, dayMs)
    assert.equal((await keys()).length, 1)
    hoursPass(2)
    await clearUnknown(leftovers, dayMs)
    assert.deepEqual(await keys(), [])
  })

  it('that took half a day is refused, as its bytes may be cleared up soon', async (t) => {
    const { open, hoursPass } = await bucketDrive(t)
    const { drive } = await open()
    const { upload } = await sent(drive.direct)

    hoursPass(12)
    await assert.rejects(drive.direct!.complete(upload), { code: 'files.upload_not_found' })
  })

  it('is ended by the sweeper when it is given up without a word', async (t) => {
    const { objects, open } = await bucketDrive(t)
    const { drive } = await open()
    const { upload } = await sent(drive.direct)

    assert.equal(await objects.sweep(60_000), 0)
    assert.equal(await objects.sweep(-60_000), 1)
    await assert.rejects(drive.direct!.complete(upload), { code: 'files.upload_not_found' })
  })
})

type Direct = Awaited<
  ReturnType<Awaited<ReturnType<typeof bucketDrive>>['open']>
>['drive']['direct']

async function sent(direct: Direct) {
  const announced = { size: bytes.length, partBytes: 5 * 1024 * 1024, parts: [sha256(bytes)] }
  const begun = await direct!.begin(announced)
  const { url, headers } = begun.parts[0]!
  assert.equal((await fetch(url, { method: 'PUT', headers, body: bytes })).status, 200)
  return begun
}
