import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bucketDrive } from '../../../test/fixtures/bucket-drive.ts'
import { sha256 } from '../../../test/fixtures/direct-upload.ts'
import { noS3 } from '../../../test/fixtures/s3-server.ts'
import { clearHidden, clearUnknown, dayMs } from './clear-up.ts'
import { mostBegun } from './direct-drive.ts'

const bytes = Buffer.from('what was sent')

describe('a direct upload', { skip: noS3 }, () => {
  it('that gets no name is cleared up with what else got none', async (t) => {
    const { database, objects, open, now, keys, hoursPass } = await bucketDrive(t)
    const { drive } = await open()
    const { upload } = await sent(drive.direct)
    drive.discard(await drive.direct!.complete(upload))
    await drive.idle()
    assert.equal((await keys()).length, 1)

    const leftovers = leftoversOf({ database, objects, now })
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

describe('direct uploads that are begun and not over', { skip: noS3 }, () => {
  const tooMany = { code: 'files.too_many_uploads', details: { limit: mostBegun } }

  it('are so many of one person at most, also of those that come at once and by several servers', async (t) => {
    const { open, hidden } = await bucketDrive(t)
    const servers = [await open(), await open()].map(({ drive }) => drive.direct)
    const all = Array.from({ length: mostBegun + 10 }, (_, n) => begin(servers[n % 2]))

    const refused = (await Promise.allSettled(all)).filter(({ status }) => status === 'rejected')
    assert.equal(refused.length, 10)
    await assert.rejects(begin(servers[0]), tooMany)
    // Nobody else has to wait for them.
    await begin(servers[1], 'ben')
    assert.equal((await hidden(mostBegun + 10)).length, mostBegun + 1)
  })

  it('make room for others when one is completed, given up or too old, or could not begin', async (t) => {
    const { objects, open, hoursPass } = await bucketDrive(t)
    const { drive } = await open()
    const direct = drive.direct!
    const ended = await sent(direct)
    const first = await begin(direct)
    await Promise.all(Array.from({ length: mostBegun - 2 }, () => begin(direct)))
    await assert.rejects(begin(direct), tooMany)

    await direct.abandon(first.upload)
    t.mock.method(objects.direct!, 'begin', () => Promise.reject(new Error('no store')), {
      times: 1,
    })
    await assert.rejects(begin(direct), /no store/)
    await begin(direct)
    await assert.rejects(begin(direct), tooMany)
    await direct.complete(ended.upload)
    await begin(direct)
    await assert.rejects(begin(direct), tooMany)
    hoursPass(12)
    await begin(direct)
  })

  it('leave nothing in the index after a day', async (t) => {
    const { database, objects, open, now, hoursPass, hidden } = await bucketDrive(t)
    const { drive } = await open()
    await begin(drive.direct)

    hoursPass(23)
    await clearHidden(leftoversOf({ database, objects, now }))
    assert.equal((await hidden()).length, 1)
    hoursPass(2)
    await clearHidden(leftoversOf({ database, objects, now }))
    assert.deepEqual(await hidden(), [])
  })
})

function leftoversOf({
  database,
  objects,
  now,
}: Pick<Awaited<ReturnType<typeof bucketDrive>>, 'database' | 'objects' | 'now'>) {
  return { database, store: objects, now, isSoleOwner: async () => true, isClosed: () => false }
}

type Direct = Awaited<
  ReturnType<Awaited<ReturnType<typeof bucketDrive>>['open']>
>['drive']['direct']

function begin(direct: Direct, by = 'anna') {
  const announced = { size: bytes.length, partBytes: 5 * 1024 * 1024, parts: [sha256(bytes)] }
  return direct!.begin(by, announced)
}

async function sent(direct: Direct) {
  const begun = await begin(direct)
  const { url, headers } = begun.parts[0]!
  assert.equal((await fetch(url, { method: 'PUT', headers, body: bytes })).status, 200)
  return begun
}
