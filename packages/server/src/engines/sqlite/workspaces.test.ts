import assert from 'node:assert/strict'
import { globSync, readdirSync, readlinkSync } from 'node:fs'
import { describe, it } from 'node:test'
import { newFolder } from '../../../test/fixtures/run-program.ts'
import type { Volume } from '../../ports/volume.ts'
import { openDeletedSweeper } from '../../domain/workspaces/sweep-deleted.ts'
import { openSqliteWorkspaces } from './workspaces.ts'

const noVolume = async () => ({ erase: async () => {}, close: async () => {} }) as unknown as Volume

describe('the workspaces in a folder', () => {
  it('are closed and opened again, with all that is in them, and no descriptor is left', async (t) => {
    const folder = newFolder()
    const rules = { most: 2, idleMs: 60_000, graceMs: 0 }
    const all = openSqliteWorkspaces(folder, noVolume, () => {}, rules)
    t.after(() => all.close())
    const names = ['a', 'b', 'c', 'd', 'e']
    for (const name of names) {
      const made = await all.create(name)
      const by = { actor: name, origin: null, at: new Date() }
      const change = { area: 'tables', operation: 'table-created', entity: name } as const
      await made!.database.transact(({ changes }) =>
        changes.append({ ...change, before: null, after: null }, by),
      )
    }
    for (const name of names) {
      const { database } = (await all.open(name))!
      const [entry] = await database.readLong(({ changes }) => changes.since(0, 10))
      assert.equal((JSON.parse(entry!.json) as { actor: string }).actor, name)
    }
    if (process.platform === 'linux') {
      const open = readdirSync('/proc/self/fd').filter((fd) => isBelow(folder, fd))
      // The lock of the folder, and for each of two a writer and a reader, of a few files.
      assert.ok(open.length <= 2 + 2 * 8, String(open.length))
    }
    assert.equal(globSync(`${folder}/workspaces/.*`).length, 0)
  })

  it('tell their titles, be they open or closed', async (t) => {
    const rules = { most: 1, idleMs: 60_000, graceMs: 0 }
    const all = openSqliteWorkspaces(newFolder(), noVolume, () => {}, rules)
    t.after(() => all.close())
    const name = async (workspace: string, title: string | null) => {
      const { database } = (await all.open(workspace))!
      await database.transact((stores) => stores.title.set(title))
    }
    for (const workspace of ['a', 'b', 'c']) await all.create(workspace)
    await name('a', 'First')
    await name('b', 'Second')

    assert.deepEqual(
      [...(await all.titles())],
      [
        ['a', 'First'],
        ['b', 'Second'],
      ],
    )
    await name('a', 'Another')
    await name('b', null)
    await all.open('c')
    assert.deepEqual([...(await all.titles())], [['a', 'Another']])
  })

  it('go for good when their days in the trash are over, and not before', async () => {
    const folder = newFolder()
    const all = openSqliteWorkspaces(folder, noVolume, () => {})
    for (const name of ['old', 'new']) await all.create(name)
    await all.remove('old', day(1), async () => {})
    await all.remove('new', day(2), async () => {})
    await all.close()

    const again = openSqliteWorkspaces(folder, noVolume, () => {})
    const sweeper = openDeletedSweeper({
      workspaces: again,
      drives: { trashDays: 30 },
      accounts: null,
      now: () => day(31),
      failed: (error) => assert.fail(String(error)),
    })
    await sweeper.sweep()
    assert.deepEqual(await again.removed(), [{ name: 'new', title: null, removedAt: day(2) }])
    assert.equal(await again.restore('old'), false)
    assert.deepEqual(readdirSync(`${folder}/removed`), ['new'])
    assert.ok(await again.create('old'))
    await sweeper.close()
    await again.close()
  })
})

function day(number: number): Date {
  return new Date(Date.UTC(2026, 2, number))
}

function isBelow(folder: string, descriptor: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder)
  } catch {
    return false
  }
}
