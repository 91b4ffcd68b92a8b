import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Commented, CommentStore, StoredComment } from './comments.ts'
import type { Database, Stores } from './database.ts'
import { driveRoot } from './file-index.ts'

/** What `CommentStore` promises. Every engine runs it; `open` answers a new, empty database each time. */
export function commentsContract(open: () => Promise<Database>): void {
  async function using(work: (comments: CommentStore, stores: Stores) => Promise<void>) {
    const db = await open()
    try {
      await db.transact((stores) => work(stores.comments, stores))
    } finally {
      await db.close()
    }
  }

  describe('comments', () => {
    it('are listed by what they are on, oldest first, exactly as they were written', () =>
      using(async (comments) => {
        const full = comment('b', row('films', 7), {
          author: 'Ann “A” 🎬',
          authorId: 'account-1',
          text: 'für @Ben\n\u0000 "x"',
          mentions: [{ id: 'account-2', name: 'Ben' }],
          at: 1_790_000_000_000,
          editedAt: 1_800_000_000_000,
        })
        const later = comment('a', row('films', 7), { at: 1_790_000_000_001 })
        for (const one of [later, full, comment('c', row('books', 7)), comment('d', task(7))]) {
          await comments.add(one)
        }

        assert.deepEqual(await comments.on(row('films', 7)), [full, later])
        assert.deepEqual(await comments.find('b'), full)
        assert.equal(await comments.find('e'), null)
        assert.equal(await comments.count(row('films', 7)), 2)
        assert.deepEqual(await comments.on(file(7)), [])
        assert.deepEqual(await comments.counts('row', 'films'), new Map([[7, 2]]))
        assert.deepEqual(await comments.counts('task', ''), new Map([[7, 1]]))
      }))

    it('are changed and removed one by one', () =>
      using(async (comments) => {
        await comments.add(comment('a', task(1)))
        await comments.add(comment('b', task(1)))
        const to = { text: 'other', mentions: [{ id: '1', name: 'Ann' }], editedAt: 5 }
        await comments.change('a', to)
        await comments.remove('b')

        assert.deepEqual(await comments.on(task(1)), [comment('a', task(1), to)])
      }))

    it('of rows go with the name of their table', () =>
      using(async (comments) => {
        await comments.add(comment('a', row('films', 1)))
        await comments.add(comment('b', row('books', 1)))
        await comments.renameTable('films', 'movies')

        assert.deepEqual(await comments.on(row('movies', 1)), [comment('a', row('movies', 1))])
        assert.deepEqual(await comments.on(row('books', 1)), [comment('b', row('books', 1))])
      }))

    it('are counted by name for what is in a folder, and not for what is below that', () =>
      using(async (comments, { files }) => {
        const folder = await files.insert(driveRoot, { ...entry, name: 'docs', kind: 'folder' })
        const inside = await files.insert(folder, { ...entry, name: 'a.txt' })
        for (const [id, on] of [
          ['a', folder],
          ['b', inside],
          ['c', inside],
          ['d', 99],
        ] as const) {
          await comments.add(comment(id, file(on)))
        }
        assert.deepEqual(await comments.countsIn(driveRoot), new Map([['docs', 1]]))
        assert.deepEqual(await comments.countsIn(folder), new Map([['a.txt', 2]]))
      }))

    it('of files go with them for good, and what the index does not know has none', () =>
      using(async (comments, { files }) => {
        const folder = await files.insert(driveRoot, { ...entry, name: 'docs', kind: 'folder' })
        const inside = await files.insert(folder, { ...entry, name: 'a.txt' })
        const other = await files.insert(driveRoot, { ...entry, name: 'b.txt' })
        for (const id of [folder, inside, other, 99]) await comments.add(comment(`${id}`, file(id)))
        await comments.add(comment('of a task', task(inside)))

        await files.remove(folder, 10, 0)
        assert.deepEqual([...(await comments.counts('file', '')).keys()], [other, 99])
        await comments.removeLost()
        assert.deepEqual([...(await comments.counts('file', '')).keys()], [other])
        assert.equal(await comments.count(task(inside)), 1)
      }))

    it('of files are on none while the index is made anew, and then on those that are named', () =>
      using(async (comments) => {
        for (const id of [3, 4, 5]) await comments.add(comment(`of ${id}`, file(id)))
        await comments.add(comment('of a task', task(3)))
        await comments.detachFiles()
        await comments.detachFiles()
        assert.deepEqual([await comments.on(file(3)), await comments.on(file(4))], [[], []])
        // Two that have changed their numbers with each other.
        await comments.attachFiles(
          new Map([
            [3, 4],
            [4, 3],
          ]),
        )
        const on = async (thing: Commented) => (await comments.on(thing)).map(({ id }) => id)
        assert.deepEqual(await on(file(4)), ['of 3'])
        assert.deepEqual(await on(file(3)), ['of 4'])
        assert.equal(await comments.find('of 5'), null)
        assert.deepEqual(await on(task(3)), ['of a task'])
      }))
  })
}

const entry = { kind: 'file', size: 1, modified: 0, inode: 0 } as const

const task = (id: number): Commented => ({ kind: 'task', table: '', id })
const row = (table: string, id: number): Commented => ({ kind: 'row', table, id })
const file = (id: number): Commented => ({ kind: 'file', table: '', id })

function comment(id: string, on: Commented, more: Partial<StoredComment> = {}): StoredComment {
  return {
    id,
    on,
    author: 'local',
    authorId: null,
    text: 'x',
    mentions: [],
    at: 1_790_000_000_000,
    editedAt: null,
    ...more,
  }
}
