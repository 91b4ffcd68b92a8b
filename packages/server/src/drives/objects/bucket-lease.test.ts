import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { bucketDrive, hourMs, read, upload } from '../../../test/fixtures/bucket-drive.ts'
import { noS3 } from '../../../test/fixtures/s3-server.ts'
import { deleteFiles } from '../../domain/files/delete-files.ts'
import { soleOwnerOf, takeOwnership } from './bucket-lease.ts'

/** A drive in a bucket, of which every server does all that the hours ask of it. */
async function watchedDrive(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const bucket = await bucketDrive(t)

  async function pass(hours: number): Promise<void> {
    for (let hour = 0; hour < hours; hour++) {
      await bucket.idle()
      bucket.hoursPass(1)
      t.mock.timers.tick(hourMs)
      await bucket.idle()
    }
  }

  return { ...bucket, pass }
}

/** Two databases with the same files in one bucket: `a.txt`, and of each one that the other has not. */
async function original(t: TestContext) {
  const bucket = await watchedDrive(t)
  const first = await bucket.open()
  await upload(first.ctx, 'a.txt', 'of both')
  await bucket.pass(1)
  const copy = bucket.copy()
  const toldSecond: unknown[] = []
  const second = await bucket.open(copy, (error) => void toldSecond.push(error))
  await upload(first.ctx, 'first.txt', 'of the first')
  await upload(second.ctx, 'second.txt', 'of the second')
  return { ...bucket, first, second, toldFirst: bucket.failures, toldSecond }
}

describe('two databases of which one is a copy', { skip: noS3 }, () => {
  it('never remove bytes from a bucket that the other one has a name for', async (t) => {
    const { first, second, pass, keys, claims: leases } = await original(t)
    await deleteFiles(first.ctx, ['/a.txt', '/first.txt'])
    await pass(50)

    assert.equal(await read(second.drive, 'a.txt'), 'of both')
    assert.equal(await read(second.drive, 'second.txt'), 'of the second')
    assert.equal((await keys()).length, 3)
    assert.equal((await leases()).length, 2)
  })

  it('are both told within two hours', async (t) => {
    const { pass, toldFirst, toldSecond } = await original(t)
    await pass(2)
    for (const told of [toldFirst, toldSecond]) {
      assert.match(String(told[0]), /Another database, a copy of this one or its original/)
    }
  })

  it('are told although the clock of a server was ahead for a while', async (t) => {
    const bucket = await watchedDrive(t)
    bucket.hoursPass(10_000)
    await bucket.open()
    await bucket.idle()
    bucket.hoursPass(-10_000)
    await bucket.open(bucket.copy(), () => {})
    await bucket.pass(3)
    assert.match(String(bucket.failures[0]), /Another database/)
  })

  it('are seen by files verify', async (t) => {
    const { pass, verify } = await original(t)
    assert.deepEqual(await verify(), [])
    await pass(2)
    const problems = await verify()
    assert.equal(problems.length, 1)
    assert.match(problems[0]!, /another database/)
  })

  it('leave everything to the one that takes over once the other is gone', async (t) => {
    const { first, second, pass, database, objects, now, failures, keys } = await original(t)
    await deleteFiles(first.ctx, ['/a.txt'])
    await pass(30)
    await second.drive.close()
    assert.equal((await keys()).length, 3)

    await takeOwnership({ database, store: objects, now })
    failures.length = 0
    await pass(30)

    assert.equal(await read(first.drive, 'first.txt'), 'of the first')
    assert.equal((await keys()).length, 1)
    assert.deepEqual(failures, [])
  })

  it('are told again where the other is not gone', async (t) => {
    const { second, pass, database, objects, now, failures } = await original(t)
    await pass(2)
    await takeOwnership({ database, store: objects, now })
    failures.length = 0
    await pass(30)
    assert.equal(await read(second.drive, 'second.txt'), 'of the second')
    assert.equal(failures.length > 0, true)
  })
})

async function refuse(): Promise<never> {
  throw new Error('The store takes nothing.')
}

describe('one database', { skip: noS3 }, () => {
  it('has a claim from the start on', async (t) => {
    const { open, idle, claims: leases } = await watchedDrive(t)
    await open()
    await idle()
    assert.equal((await leases()).length, 1)
  })

  it('knows its claim again after the store took nothing for days', async (t) => {
    const { database, objects, now, hoursPass } = await bucketDrive(t)
    const told: string[] = []
    const isSoleOwner = soleOwnerOf({ database, store: objects, now }, () => told.push('shared'))
    assert.equal(await isSoleOwner(), true)
    const failing = soleOwnerOf({ database, store: { ...objects, put: refuse }, now }, () => {})
    for (let hour = 0; hour < 50; hour++) {
      hoursPass(1)
      await assert.rejects(failing(), /takes nothing/)
    }
    assert.equal(await isSoleOwner(), true)
    assert.deepEqual(told, [])
  })

  it('has one claim in its bucket, however many servers and hours there are', async (t) => {
    const { open, pass, claims: leases, failures, verify } = await watchedDrive(t)
    for (let n = 0; n < 3; n++) await open()
    await pass(12)
    assert.equal((await leases()).length, 1)
    assert.deepEqual(failures, [])
    assert.deepEqual(await verify(), [])
  })
})
