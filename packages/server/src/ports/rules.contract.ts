import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Database, Stores } from './database.ts'
import { note as noteChange } from './change-log.contract.ts'
import { driveRoot } from './file-index.ts'
import type { RuleStore, StoredRule } from './rules.ts'

/** What `RuleStore` promises. Every engine runs it; `open` answers a new, empty database each time. */
export function rulesContract(open: () => Promise<Database>): void {
  async function using(work: (rules: RuleStore, stores: Stores) => Promise<void>): Promise<void> {
    const db = await open()
    try {
      await db.transact((stores) => work(stores.rules, stores))
    } finally {
      await db.close()
    }
  }

  describe('rules', () => {
    it('are one for a thing and a subject, and taken away by none', () =>
      using(async (rules) => {
        await put(rules, rule('table', 'films'), rule('table', 'Films'))
        await put(rules, { ...rule('table', 'films'), access: 'write' })
        assert.deepEqual(await rules.all(), [
          rule('table', 'Films'),
          { ...rule('table', 'films'), access: 'write' },
        ])
        const { thing, subject } = rule('table', 'Films')
        await rules.set(thing, subject, null)
        assert.deepEqual(await rules.all(), [{ ...rule('table', 'films'), access: 'write' }])
      }))

    it('have another stamp after every change', () =>
      using(async (rules) => {
        const stamps = [await rules.stamp(), await rules.stamp()]
        assert.equal(stamps[0], stamps[1])
        await put(rules, rule('table', 'films'))
        stamps.push(await rules.stamp())
        await rules.renameTable('films', 'movies')
        stamps.push(await rules.stamp())
        await rules.remove(rule('table', 'movies').thing)
        stamps.push(await rules.stamp())
        assert.equal(new Set(stamps).size, 4)
      }))

    it('follow a table and its columns', () =>
      using(async (rules) => {
        await put(rules, rule('table', 'films'), rule('column', 'films', 'a'))
        await put(rules, rule('column', 'films', 'b'), rule('column', 'other', 'a'))
        await rules.renameColumns(
          'films',
          new Map([
            ['a', 'b'],
            ['b', 'a'],
          ]),
        )
        await rules.renameTable('films', 'movies')
        assert.deepEqual((await rules.all()).map(nameOf), [
          'column movies a',
          'column movies b',
          'column other a',
          'table movies ',
        ])
        await rules.renameColumns('movies', new Map([['a', 'c']]))
        assert.deepEqual((await rules.all()).map(nameOf), [
          'column movies c',
          'column other a',
          'table movies ',
        ])
        await rules.remove(rule('table', 'movies').thing)
        assert.deepEqual((await rules.all()).map(nameOf), ['column other a'])
      }))

    it('keep what the log had, and its next entry, behind a horizon', () =>
      using(async (rules, stores) => {
        const note = () => noteChange(stores, 'films/1')
        assert.equal(await rules.horizon(), 0)
        await put(rules, rule('branch', '7'))
        assert.equal(await rules.horizon(), 1)
        await note()
        await note()
        const before = await rules.stamp()
        await rules.touch()
        assert.equal(await rules.horizon(), 3)
        assert.notEqual(await rules.stamp(), before)
        assert.deepEqual(
          [await rules.isOn('branch', '7'), await rules.isOn('branch', '8')],
          [true, false],
        )
        assert.deepEqual([await rules.has('branch'), await rules.has('folder')], [true, false])
      }))

    it('of folders do so too when these, or what they are in, are moved or go', () =>
      using(async (rules, { files }) => {
        const at = new Date().getTime()
        const node = { size: 0, modified: at, inode: 1 }
        const top = await files.insert(driveRoot, { ...node, name: 'top', kind: 'folder' })
        const ruled = await files.insert(top, { ...node, name: 'ruled', kind: 'folder' })
        const other = await files.insert(driveRoot, { ...node, name: 'other', kind: 'folder' })
        const file = await files.insert(ruled, { ...node, name: 'file', kind: 'file' })
        await put(rules, rule('folder', String(ruled)))
        const moves = async (id: number, to: number, name: string) => {
          const before = await rules.stamp()
          await files.move(id, to, name)
          return (await rules.stamp()) !== before
        }
        assert.equal(await moves(top, driveRoot, 'new'), true)
        assert.equal(await moves(ruled, other, 'ruled'), true)
        assert.equal(await moves(top, driveRoot, 'newer'), false)
        assert.equal(await moves(file, driveRoot, 'file'), false)
        await put(rules, rule('folder', String(file)))
        assert.equal(await moves(file, top, 'file'), true)
        const before = await rules.stamp()
        await files.remove(file, 1, at)
        assert.notEqual(await rules.stamp(), before)
      }))

    it('that have hidden something that is no more still bind, all by one', () =>
      using(async (rules) => {
        const hiding = (...of: Parameters<typeof rule>) =>
          ({ ...rule(...of), access: 'none' }) as const
        await put(rules, hiding('table', 'films'), hiding('column', 'other', 'a'))
        await put(rules, hiding('branch', '7'), hiding('folder', '4711'), rule('table', 'seen'))
        await rules.remove(rule('table', 'films').thing)
        await rules.remove(rule('table', 'seen').thing)
        assert.deepEqual((await rules.all()).map(nameOf), [
          'branch 7 ',
          'column other a',
          'folder 4711 ',
          'gone  ',
        ])
        await rules.renameColumns('other', new Map([['b', 'b']]))
        await rules.removeBranches([7])
        await rules.removeStale()
        assert.deepEqual(await rules.all(), [hiding('gone', '')])
        assert.equal(await rules.count(), 0)
      }))

    it('have a horizon where it is said to be', () =>
      using(async (rules) => {
        await rules.touch(4711)
        assert.equal(await rules.horizon(), 4711)
      }))

    it('are found and counted', () =>
      using(async (rules) => {
        const { thing, subject } = rule('table', 'films')
        assert.equal(await rules.find(thing, subject), null)
        await put(rules, rule('table', 'films'), rule('table', 'other'))
        assert.equal(await rules.find(thing, subject), 'read')
        assert.equal(await rules.find(thing, { kind: 'everyone', id: '' }), null)
        assert.equal(await rules.count(), 2)
      }))

    it('of tasks that are removed go with them, and nothing else changes', () =>
      using(async (rules) => {
        await put(rules, rule('branch', '0'), rule('branch', '7'), rule('branch', '8'))
        await put(rules, rule('folder', '7'), rule('table', '7'))
        const stamp = await rules.stamp()
        await rules.removeBranches([70, 9])
        assert.equal(await rules.stamp(), stamp)
        await rules.removeBranches([9, 7])
        assert.notEqual(await rules.stamp(), stamp)
        assert.deepEqual((await rules.all()).map(nameOf), [
          'branch 0 ',
          'branch 8 ',
          'folder 7 ',
          'table 7 ',
        ])
      }))

    it('of entries and tasks that are no more are stale', () =>
      using(async (rules) => {
        await put(rules, rule('folder', String(driveRoot)), rule('folder', '4711'))
        await put(rules, rule('branch', '0'), rule('branch', '4711'), rule('table', '4711'))
        await rules.removeStale()
        assert.deepEqual((await rules.all()).map(nameOf), [
          'branch 0 ',
          `folder ${driveRoot} `,
          'table 4711 ',
        ])
      }))
  })
}

async function put(rules: RuleStore, ...all: StoredRule[]): Promise<void> {
  for (const { thing, subject, access } of all) await rules.set(thing, subject, access)
}

function rule(kind: StoredRule['thing']['kind'], id: string, column = ''): StoredRule {
  return { thing: { kind, id, column }, subject: { kind: 'account', id: 'ann' }, access: 'read' }
}

function nameOf({ thing }: StoredRule): string {
  return `${thing.kind} ${thing.id} ${thing.column}`
}
