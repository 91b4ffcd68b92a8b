import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { localPrincipal } from '../../src/auth/principal.ts'
import { exportWorkspace, importWorkspace } from '../../src/cli/transfer.ts'
import { shapeConfig } from '../../src/config/config.ts'
import type { Config } from '../../src/config/config.ts'
import { openData } from '../../src/open-data.ts'
import type { Commented } from '../../src/ports/comments.ts'
import type { Drive } from '../../src/ports/drive.ts'
import type { Workspace } from '../../src/ports/workspaces.ts'
import { newPostgresDatabase } from '../fixtures/postgres-server.ts'
import { newFolder } from '../fixtures/run-program.ts'

type Data = Awaited<ReturnType<typeof openData>>['shared']
type Place = Pick<Partial<Config>, 'data' | 'database'>

async function using<T>(place: Place, work: (data: Data) => Promise<T>): Promise<T> {
  const { shared, closeData } = await openData(shapeConfig(place), () => {})
  try {
    return await work(shared)
  } finally {
    await closeData()
  }
}

const author = {
  principal: localPrincipal,
  origin: null,
  address: null,
  step: 'x',
  now: () => new Date(),
}

/** Folders with comments on two of them and on one that is in the trash. */
async function fill({ database }: Workspace, drive: Drive): Promise<void> {
  for (const path of [['z'], ['docs'], ['docs', 'deep'], ['a']])
    await drive.ensureFolder(author, path)
  const docs = (await drive.find(['docs'])).id
  const deep = (await drive.find(['docs', 'deep'])).id
  const gone = (await drive.find(['z'])).id
  await drive.remove(author, [['z']])
  await database.transact(async ({ comments }) => {
    const add = (text: string, on: Commented) =>
      comments.add({
        id: text,
        on,
        author: 'Ann',
        authorId: 'a',
        text,
        mentions: [{ id: 'b', name: 'Ben' }],
        at: 1_790_000_000_000,
        editedAt: null,
      })
    await add('of docs', { kind: 'file', table: '', id: docs })
    await add('of deep', { kind: 'file', table: '', id: deep })
    await add('of what is in the trash', { kind: 'file', table: '', id: gone })
    await add('of a task', { kind: 'task', table: '', id: 4711 })
    await add('of a row', { kind: 'row', table: 'films', id: 7 })
  })
}

async function assertSame({ database }: Workspace, drive: Drive): Promise<void> {
  await drive.known()
  const entries = [['docs'], ['docs', 'deep'], ['a']]
  const ids = await Promise.all(entries.map(async (path) => (await drive.find(path)).id))
  const on = (thing: Commented) =>
    database.read(async ({ comments }) => (await comments.on(thing)).map(({ text }) => text))
  const found = await Promise.all(ids.map((id) => on({ kind: 'file', table: '', id })))
  assert.deepEqual(found, [['of docs'], ['of deep'], []])
  assert.deepEqual(await on({ kind: 'task', table: '', id: 4711 }), ['of a task'])
  assert.deepEqual(await on({ kind: 'row', table: 'films', id: 7 }), ['of a row'])
  const counts = await database.read(({ comments }) => comments.counts('file', ''))
  assert.equal(counts.size, 3, 'what was said of something in the trash is on nothing else')
}

describe('comments', () => {
  for (const [name, to] of [
    ['SQLite', async (): Promise<Place> => ({ data: newFolder() })],
    [
      'PostgreSQL',
      async (): Promise<Place> => ({ data: newFolder(), database: await newPostgresDatabase() }),
    ],
  ] as const) {
    it(`are in an archive, and come to ${name} with what they are on`, async () => {
      const target = await to()
      await using({ data: newFolder() }, async (from) => {
        const workspace = await from.workspaces.create('main')
        await fill(workspace!, await from.drives.of(workspace!))
        await using(target, async (shared) => {
          await importWorkspace(shared, 'main', exportWorkspace(from, 'main'))
          const restored = await shared.workspaces.open('main')
          await assertSame(restored!, await shared.drives.of(restored!))
        })
      })
    })
  }

  it('stay with their files when the index of files is made anew', async () => {
    const data = newFolder()
    await using({ data }, async ({ workspaces, drives }) => {
      const workspace = await workspaces.create('main')
      await fill(workspace!, await drives.of(workspace!))
    })
    await using({ data }, async ({ workspaces }) => {
      const rules = {
        portableNames: false,
        quota: null,
        trashDays: 30,
        versions: { most: 0, days: 1, bytes: null },
      }
      const parts = { rules, now: () => new Date(), failed: () => {} }
      await (await workspaces.open('main'))!.volume.rebuild(parts, () => {})
    })
    await using({ data }, async ({ workspaces, drives }) => {
      const workspace = await workspaces.open('main')
      await assertSame(workspace!, await drives.of(workspace!))
    })
  })
})
