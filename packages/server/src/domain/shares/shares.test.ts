import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { NewShare } from '@triptych/contract/shares'
import { testDrive } from '../../../test/fixtures/drive.ts'
import { everybodyMay } from '../../auth/may-still.ts'
import type { MayStill } from '../../auth/may-still.ts'
import type { Permission } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { renameFile } from '../files/rename-file.ts'
import { createShare, mostShares } from './create-share.ts'
import { openShared } from './files-of-share.ts'
import { listShares } from './list-shares.ts'
import { revokeShare } from './revoke-share.ts'
import { enterPassword, isTicket, ticketSeconds, tryLimit } from './share-password.ts'
import { openSigned, signAddresses } from './signed-address.ts'
import { findShare, useShare } from './use-share.ts'

const plain = { password: null, expiresInDays: null, downloads: null, name: null }
const dayMs = 24 * 60 * 60 * 1000

/** A folder with a file in it, and contexts of people who come at other times. */
async function drive() {
  const made = await testDrive()
  mkdirSync(join(made.root, 'docs'), { recursive: true })
  writeFileSync(join(made.root, 'docs/a.txt'), 'a')
  const { ctx: local } = await made.open()
  const ctx = { ...local, newId: randomUUID }
  const began = Date.now()

  function as(id: string, ...permissions: Permission[]): Context {
    const principal = {
      id,
      name: id,
      subjects: null,
      can: (one: Permission) => permissions.includes(one),
    }
    return { ...ctx, principal }
  }
  const later = (ms: number, who: Context = ctx): Context => ({
    ...who,
    now: () => new Date(began + ms),
  })
  return { ...made, ctx, as, later }
}

const share = (who: Context, more: Partial<NewShare> = {}) =>
  createShare(who, { id: '/docs', access: 'read', ...plain, ...more })

const idsFor = async (who: Context) => (await listShares(who)).map(({ id }) => id)

const nobody: MayStill = async () => null
const onlyAnn: MayStill = async (account) => (account === 'ann' ? { subjects: null } : null)

const notThere = { code: 'shares.not_found' }

describe('a share', () => {
  it('is good until the moment it expires', async () => {
    const { ctx, later } = await drive()
    const { secret } = await share(later(0), { expiresInDays: 2 })

    await findShare(later(2 * dayMs - 1), secret, everybodyMay)
    await assert.rejects(findShare(later(2 * dayMs), secret, everybodyMay), notThere)
    assert.equal((await listShares(later(3 * dayMs, ctx))).length, 1)
  })

  it('that has been over for a month goes when another is made', async () => {
    const { later } = await drive()
    await share(later(0), { expiresInDays: 1 })
    await share(later(31 * dayMs))
    assert.equal((await listShares(later(31 * dayMs))).length, 2)

    await share(later(31 * dayMs + 1))

    assert.equal((await listShares(later(31 * dayMs))).length, 2)
  })

  it('has the rights that its sharer has now, and asks each time', async () => {
    const { as, ctx } = await drive()
    const ann = as('ann', 'files.read', 'files.write', 'shares.create')
    const [read, upload] = [await share(ann), await share(ann, { access: 'upload' })]
    const asked: unknown[] = []
    const reader: MayStill = async (...what) => {
      asked.push(what)
      return what[1] === 'files.read' ? { subjects: null } : null
    }

    await findShare(ctx, read.secret, reader)
    await assert.rejects(findShare(ctx, upload.secret, reader), notThere)
    assert.deepEqual(asked, [
      ['ann', 'files.read', 'main'],
      ['ann', 'files.write', 'main'],
    ])
    await assert.rejects(findShare(ctx, read.secret, nobody), notThere)
    await findShare(ctx, read.secret, everybodyMay)
  })

  it('is made by those who may do what it is for', async () => {
    const { as } = await drive()
    const forbidden = { code: 'forbidden' }

    await share(as('ann', 'shares.create', 'files.read'))
    await assert.rejects(share(as('ann', 'shares.create')), forbidden)
    await assert.rejects(share(as('ann', 'files.read')), forbidden)
    const reader = as('ann', 'shares.create', 'files.read')
    await assert.rejects(share(reader, { access: 'upload' }), forbidden)
    await share(as('ann', 'shares.create', 'files.write'), { access: 'upload' })
  })

  it('is seen and ended by its sharer, and by those who manage all', async () => {
    const { as } = await drive()
    const ann = as('ann', 'files.read', 'shares.create')
    const ben = as('ben', 'files.read', 'shares.create')
    const owner = as('cas', 'files.read', 'shares.manage')
    const [one, two] = [await share(ann), await share(ben)]

    assert.deepEqual(await idsFor(ann), [one.share.id])
    assert.deepEqual(new Set(await idsFor(owner)), new Set([one.share.id, two.share.id]))
    await assert.rejects(revokeShare(ann, two.share.id), notThere)
    await revokeShare(ann, one.share.id)
    await revokeShare(owner, two.share.id)
    await assert.rejects(revokeShare(owner, two.share.id), notThere)
    assert.deepEqual(await idsFor(owner), [])
  })

  it('is one of so many, and not of one more', async () => {
    const { ctx, database } = await drive()
    const { share: first } = await share(ctx)
    await database.transact(async ({ shares }) => {
      const stored = (await shares.find(first.id))!
      for (let n = 2; n < mostShares; n++) {
        await shares.add({ ...stored, id: `${n}`, hash: `${n}` })
      }
    })

    await share(ctx)
    await assert.rejects(share(ctx), { code: 'shares.too_many' })
    await revokeShare(ctx, '2')
    await share(ctx)
  })

  it('may do what it is for, and nothing else', async () => {
    const { ctx } = await drive()
    const { secret } = await share(ctx)
    const { context } = await useShare(ctx, { secret, ticket: null }, everybodyMay)

    assert.deepEqual(
      (['files.read', 'files.write', 'tables.read', 'shares.create'] as const).map((one) =>
        context.principal.can(one),
      ),
      [true, false, false, false],
    )
  })

  it('is not counted, nor given out, when something else has come into its place', async () => {
    const { ctx, root, database } = await drive()
    const { secret, share: made } = await share(ctx, { id: '/docs/a.txt', downloads: 1 })
    const opening = { id: '/', isLook: false, isPart: false }
    const { drives } = ctx
    // As if somebody was quicker than the look at where it is.
    const meddling: Context = {
      ...ctx,
      drives: {
        ...drives,
        async of(workspace) {
          const own = await drives.of(workspace)
          return {
            ...own,
            async open(path) {
              await renameFile(ctx, { id: '/docs/a.txt', name: 'kept.txt' })
              writeFileSync(join(root, 'docs/other'), 'other')
              renameSync(join(root, 'docs/other'), join(root, 'docs/a.txt'))
              return own.open(path)
            },
          }
        },
      },
    }

    const shown = { secret, ticket: null }
    await assert.rejects(openShared(meddling, shown, everybodyMay, opening), notThere)
    const kept = await database.read(({ shares }) => shares.find(made.id))
    assert.equal(kept?.downloaded, 0)
    const { opened } = await openShared(ctx, shown, everybodyMay, opening)
    assert.equal(opened.kind === 'file' && opened.name, 'kept.txt')
    if (opened.kind === 'file') await opened.file.close()
  })
})

describe('the password of a share', () => {
  it('need not be entered again for an hour, and then must be', async () => {
    const { ctx, later } = await drive()
    const { secret } = await share(ctx, { password: 'sesame' })
    const { share: stored } = await findShare(ctx, secret, everybodyMay)
    const now = Math.floor(Date.now() / 1000) * 1000 - later(0).now().getTime()
    const ticket = await enterPassword(later(now), stored, 'sesame')

    assert.equal(isTicket(later(now + ticketSeconds * 1000 - 1), stored, ticket), true)
    assert.equal(isTicket(later(now + ticketSeconds * 1000), stored, ticket), false)
    assert.equal(isTicket(ctx, { ...stored, password: 'another' }, ticket), false)
    assert.equal(isTicket(ctx, { ...stored, id: 'another' }, ticket), false)
  })

  it('can be tried again when a quarter of an hour is over', async () => {
    const { ctx, later } = await drive()
    const { secret } = await share(ctx, { password: 'sesame' })
    const { share: stored } = await findShare(ctx, secret, everybodyMay)
    for (let n = 0; n < tryLimit.most; n++) {
      await assert.rejects(enterPassword(later(0), stored, 'x'), { code: 'shares.wrong_password' })
    }

    const last = enterPassword(later(tryLimit.windowMs - 1), stored, 'sesame')
    await assert.rejects(last, { code: 'shares.too_many_tries', details: { retryAfter: 1 } })
    await enterPassword(later(tryLimit.windowMs), stored, 'sesame')
  })
})

describe('a signed address', () => {
  const asked = { ids: ['/docs/a.txt'], for: 'direct', expiresInSeconds: 60 } as const

  it('is good until the second it expires, and goes where its entry goes', async () => {
    const { ctx, later } = await drive()
    const [signed] = await signAddresses(
      { ...ctx, now: () => new Date(5_000_000) },
      {
        ...asked,
        ids: [...asked.ids],
      },
    )
    const at = (ms: number): Context => ({ ...later(0), now: () => new Date(ms) })

    assert.equal((await openSigned(at(5_059_999), signed!, everybodyMay)).id, '/docs/a.txt')
    const bad = { code: 'shares.bad_address' }
    await assert.rejects(openSigned(at(5_060_000), signed!, everybodyMay), bad)
    await renameFile(ctx, { id: '/docs', name: 'papers' })
    assert.equal((await openSigned(at(5_000_000), signed!, everybodyMay)).id, '/papers/a.txt')
  })

  it('has the rights that whoever asked for it has now, to read and no more', async () => {
    const { as, ctx } = await drive()
    const [signed] = await signAddresses(as('ann', 'files.read'), { ...asked, ids: ['/docs'] })

    const { context } = await openSigned(ctx, signed!, onlyAnn)
    assert.equal(context.principal.can('files.read'), true)
    assert.equal(context.principal.can('files.write'), false)
    const bad = { code: 'shares.bad_address' }
    await assert.rejects(openSigned(ctx, signed!, nobody), bad)
    await assert.rejects(openSigned(ctx, { ...signed!, by: null }, everybodyMay), bad)
    const none = signAddresses(as('ann', 'files.write'), { ...asked, ids: ['/docs'] })
    await assert.rejects(none, { code: 'forbidden' })
  })

  it('is of one workspace', async () => {
    const { ctx } = await drive()
    const [signed] = await signAddresses(ctx, { ...asked, ids: ['/docs'] })
    const { database } = ctx.workspace
    const elsewhere = [
      { ...ctx.workspace, name: 'other' },
      { ...ctx.workspace, database: { ...database, id: 'other' } },
      { ...ctx.workspace, database: { ...database, secret: 'other' } },
    ]

    for (const workspace of elsewhere) {
      const opening = openSigned({ ...ctx, workspace }, signed!, everybodyMay)
      await assert.rejects(opening, { code: 'shares.bad_address' })
    }
  })
})
