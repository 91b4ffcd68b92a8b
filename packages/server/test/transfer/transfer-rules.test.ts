import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ArchiveRules } from '@triptych/contract/archive'
import { exportWorkspace, importWorkspace } from '../../src/cli/transfer.ts'
import { shapeConfig } from '../../src/config/config.ts'
import type { Config } from '../../src/config/config.ts'
import { localPrincipal } from '../../src/auth/principal.ts'
import { keepRules } from '../../src/domain/archive/carry-rules.ts'
import { openData } from '../../src/open-data.ts'
import type { StoredRule } from '../../src/ports/rules.ts'
import type { Workspace } from '../../src/ports/workspaces.ts'
import { newPostgresDatabase } from '../fixtures/postgres-server.ts'
import { newFolder } from '../fixtures/run-program.ts'

type Data = Awaited<ReturnType<typeof openData>>
type Place = Pick<Partial<Config>, 'data' | 'database'>

async function using<T>(place: Place, work: (data: Data['shared']) => Promise<T>): Promise<T> {
  const { shared, closeData } = await openData(shapeConfig(place), () => {})
  try {
    return await work(shared)
  } finally {
    await closeData()
  }
}

const now = () => new Date()

const rule = (kind: StoredRule['thing']['kind'], id: string, column = ''): StoredRule => ({
  thing: { kind, id, column },
  subject: { kind: 'group', id: 'g' },
  access: 'none',
})

async function fill(
  { database }: Workspace,
  drive: Awaited<ReturnType<Data['shared']['drives']['of']>>,
) {
  const author = {
    principal: localPrincipal,
    origin: null,
    address: null,
    step: 'x',
    now: () => new Date(),
  }
  for (const path of [['z'], ['docs'], ['docs', 'deep'], ['a']])
    await drive.ensureFolder(author, path)
  const ids = {
    deep: (await drive.find(['docs', 'deep'])).id,
    docs: (await drive.find(['docs'])).id,
  }
  await database.transact(async ({ rules, quotas }) => {
    for (const { thing, subject, access } of [
      rule('folder', String(ids.deep)),
      rule('folder', '1'),
      rule('table', 'films'),
      rule('column', 'films', 'fee'),
      rule('branch', '0'),
      // Of something that is no more.
      rule('branch', '4711'),
    ]) {
      await rules.set(thing, subject, access)
    }
    await rules.set(rule('folder', String(ids.docs)).thing, { kind: 'everyone', id: '' }, 'read')
    await quotas.set(ids.docs, 1000)
  })
}

/** Something that is hidden, in the trash. */
async function shutAway(
  { database }: Workspace,
  drive: Awaited<ReturnType<Data['shared']['drives']['of']>>,
): Promise<number> {
  const author = { principal: localPrincipal, origin: null, address: null, step: 'y', now }
  await drive.ensureFolder(author, ['shut'])
  const { id } = await drive.find(['shut'])
  const { thing, subject, access } = rule('folder', String(id))
  await database.transact(({ rules }) => rules.set(thing, subject, access))
  await drive.remove(author, [['shut']])
  return id
}

function inOrder({ rules, quotas }: ArchiveRules): string[] {
  return [...rules, ...quotas].map((one) => JSON.stringify(one)).toSorted()
}

describe('rules and quotas', () => {
  for (const [name, to] of [
    ['SQLite', async (): Promise<Place> => ({ data: newFolder() })],
    [
      'PostgreSQL',
      async (): Promise<Place> => ({ data: newFolder(), database: await newPostgresDatabase() }),
    ],
  ] as const) {
    it(`are in an archive, and come to ${name} with what they are about`, async () => {
      const data = newFolder()
      const target = await to()
      await using({ data }, async (from) => {
        const workspace = await from.workspaces.create('main')
        assert.ok(workspace)
        await fill(workspace, await from.drives.of(workspace))
        const shut = await shutAway(workspace, await from.drives.of(workspace))
        const kept = await workspace.database.read((stores) => keepRules(stores, new Set([shut])))
        assert.equal(kept.rules.length, 8)
        assert.equal(kept.quotas.length, 1)
        await using(target, async (shared) => {
          await importWorkspace(shared, 'main', exportWorkspace(from, 'main'))
          const restored = await shared.workspaces.open('main')
          const drive = await shared.drives.of(restored!)
          await drive.known()
          const now = await restored!.database.read((stores) => keepRules(stores, new Set([shut])))
          assert.deepEqual(inOrder(now), inOrder(kept))
          const access = await restored!.database.read(({ rules }) =>
            rules.find(rule('folder', String(shut)).thing, { kind: 'group', id: 'g' }),
          )
          assert.equal(access, 'none', 'what was hidden is so when it comes out of the trash')
        })
      })
    })
  }

  it('stay when the index of files is made anew', async () => {
    const data = newFolder()
    const kept = await using({ data }, async ({ workspaces, drives }) => {
      const workspace = await workspaces.create('main')
      await fill(workspace!, await drives.of(workspace!))
      return workspace!.database.read(keepRules)
    })
    await using({ data }, async ({ workspaces }) => {
      const workspace = await workspaces.open('main')
      const rules = {
        portableNames: false,
        quota: null,
        trashDays: 0,
        versions: { most: 0, days: 1, bytes: null },
      }
      const parts = { rules, now: () => new Date(), failed: () => {} }
      await workspace!.volume.rebuild(parts, () => {})
      assert.deepEqual(inOrder(await workspace!.database.read(keepRules)), inOrder(kept))
    })
  })

  it('leave nothing open when that does not come to its end', async () => {
    const data = newFolder()
    const [docs, kept] = await using({ data }, async ({ workspaces, drives }) => {
      const workspace = await workspaces.create('main')
      const drive = await drives.of(workspace!)
      await fill(workspace!, drive)
      return [(await drive.find(['docs'])).id, await workspace!.database.read(keepRules)]
    })
    await using({ data }, async ({ workspaces }) => {
      const { database } = (await workspaces.open('main'))!
      await database.transact(({ files }) => files.clear(new Set()))
      const [horizon, head] = await database.read(async ({ rules, changes }) => [
        await rules.horizon(),
        await changes.head(),
      ])
      // The log speaks of paths, and nobody knows by now which of them are hidden.
      assert.ok(horizon > head)
    })
    await using({ data }, async ({ workspaces, drives }) => {
      const workspace = await workspaces.open('main')
      const drive = await drives.of(workspace!)
      assert.equal((await drive.find(['docs'])).id, docs)
      await drive.known()
      assert.deepEqual(inOrder(await workspace!.database.read(keepRules)), inOrder(kept))
    })
  })
})
