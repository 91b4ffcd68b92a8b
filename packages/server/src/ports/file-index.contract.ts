import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FileEntry } from '@triptych/contract/files'
import type { Database } from './database.ts'
import { fileIndexModelContract } from './file-index-model.contract.ts'
import { driveRoot, hiddenRoot, listingBytes } from './file-index.ts'
import type { FileReader, FileStore, NewNode, Step, Wanted } from './file-index.ts'
import type { Path } from './storage.ts'

/** What `FileStore` promises. Every engine runs it; `open` answers a new, empty database each time. */
export function fileIndexContract(open: () => Promise<Database>): void {
  /** Runs `work` in one transaction of a new database. */
  async function using(work: (files: FileStore) => Promise<void>): Promise<void> {
    const db = await open()
    try {
      await db.transact(({ files }) => work(files))
    } finally {
      await db.close()
    }
  }

  describe('the tree', () => {
    it('begins with two empty tops that were never compared', () =>
      using(async (files) => {
        for (const id of [driveRoot, hiddenRoot]) {
          const top = await files.node(id)
          assert.equal(top?.kind, 'folder')
          assert.equal(top.name, '')
          assert.equal(top.count, 0)
          assert.deepEqual(top.totals, { bytes: 0, files: 0, folders: 0 })
          assert.equal(top.fingerprint, null)
        }
        assert.deepEqual(await files.pathOf(driveRoot), [])
        assert.equal(await files.pathOf(hiddenRoot), null)
      }))

    it('gives back an entry as it was put in', () =>
      using(async (files) => {
        const id = await files.insert(driveRoot, {
          name: 'plan.txt',
          kind: 'file',
          size: 2 ** 40,
          modified: 1_700_000_000_000.25,
          // As large as an inode can be.
          inode: 2 ** 64 - 2048,
        })

        assert.deepEqual(await files.node(id), {
          id,
          parent: driveRoot,
          name: 'plan.txt',
          kind: 'file',
          size: 2 ** 40,
          modified: 1_700_000_000_000.25,
          inode: 2 ** 64 - 2048,
          count: 0,
          totals: { bytes: 0, files: 0, folders: 0 },
          version: 1,
          fingerprint: null,
          content: null,
        })
      }))

    it('finds an entry by its place, by its folder and name, and by its id', () =>
      using(async (files) => {
        const { a, b, deep } = await smallTree(files)

        assert.equal((await files.find(['a', 'b', 'deep.txt']))?.id, deep)
        assert.equal((await files.child(b, 'deep.txt'))?.id, deep)
        assert.deepEqual(await files.pathOf(deep), ['a', 'b', 'deep.txt'])
        assert.equal((await files.find([]))?.id, driveRoot)
        assert.equal(await files.find(['a', 'b', 'DEEP.txt']), null)
        assert.equal(await files.find(['b']), null)
        assert.equal(await files.child(a, 'deep.txt'), null)
        assert.equal(await files.node(deep + 100), null)
        assert.equal(await files.pathOf(deep + 100), null)
      }))

    it('tells how deep folders lie in a folder, up to a bound', () =>
      using(async (files) => {
        const top = await files.insert(driveRoot, folder('top'))
        let at = top
        for (let level = 1; level <= 12; level++) at = await files.insert(at, folder('below'))
        await files.insert(top, file('beside', 1))
        await files.insert(at, file('x', 1))

        assert.equal(await files.height(top, 100), 12)
        assert.equal(await files.height(top, 5), 5)
        assert.equal(await files.height(at, 100), 0)
        assert.equal(await files.height(at + 100, 100), 0)
      }))

    it('has no place for what is hidden', () =>
      using(async (files) => {
        const key = await files.insert(hiddenRoot, folder('key'))
        const below = await files.insert(key, file('below', 1))

        assert.equal(await files.pathOf(below), null)
        assert.equal(await files.find(['key']), null)
      }))

    it('refuses a second entry of one name in a folder', () =>
      using(async (files) => {
        const { a } = await smallTree(files)

        await assert.rejects(files.insert(a, file('b', 1)))
        await assert.rejects(files.insertAll(a, [file('new', 1), file('b', 1)]))
      }))

    it('keeps names apart that differ in case or in the writing of an accent', () =>
      using(async (files) => {
        const names = ['é', 'e\u0301', 'É', 'x', 'X']
        await files.insertAll(
          driveRoot,
          names.map((name) => file(name, 1)),
        )

        for (const name of names) assert.equal((await files.find([name]))?.name, name)
      }))

    it('refuses to put an entry into a file, or into what is not there', () =>
      using(async (files) => {
        const { deep, top } = await smallTree(files)

        const notFolder = { code: 'files.not_a_folder' }
        await assert.rejects(files.insert(deep, file('x', 1)), notFolder)
        await assert.rejects(files.insertAll(deep, [file('x', 1)]), notFolder)
        await assert.rejects(files.move(top, deep, 'x'), notFolder)
        await assert.rejects(files.insert(999, file('x', 1)), { code: 'files.not_found' })
      }))

    it('answers the ids of many in the order they were given', () =>
      using(async (files) => {
        const names = Array.from({ length: 250 }, (_, n) => `n${(n * 7) % 250}`)
        const ids = await files.insertAll(
          driveRoot,
          names.map((name) => file(name, 1)),
        )

        for (const [index, name] of names.entries()) {
          assert.equal((await files.child(driveRoot, name))?.id, ids[index])
        }
        assert.deepEqual(await files.insertAll(driveRoot, []), [])
      }))

    it('never uses an id again', () =>
      using(async (files) => {
        const first = await files.insert(driveRoot, file('x', 1))
        await files.remove(first, 1, 0)
        const second = await files.insert(driveRoot, file('x', 1))
        await files.clear(new Set())
        const [third] = await files.insertAll(driveRoot, [file('x', 1)])

        assert.ok(second > first && Number(third) > second)
      }))

    it('lists direct entries by code point, and from a name on', () =>
      using(async (files) => {
        // In UTF-16 the emoji would come before the private character.
        const names = ['B', 'a', 'é', '\ue000', '😀']
        await files.insertAll(
          driveRoot,
          names.toReversed().map((name) => file(name, 1)),
        )

        const namesFrom = async (after: string | null, limit: number) =>
          (await files.children(driveRoot, after, limit)).map(({ name }) => name)
        assert.deepEqual(await namesFrom(null, 10), names)
        assert.deepEqual(await namesFrom('a', 2), ['é', '\ue000'])
        assert.deepEqual(await namesFrom('b', 1), ['é'])
      }))

    it('knows the folders directly in a folder', () =>
      using(async (files) => {
        const { a, b } = await smallTree(files)
        const c = await files.insert(a, folder('c'))

        const idsIn = async (id: number, after: string | null, limit: number) =>
          (await files.subfolders(id, after, limit)).map((node) => node.id)

        assert.deepEqual(await idsIn(a, null, 10), [b, c])
        assert.deepEqual(await idsIn(a, null, 1), [b])
        assert.deepEqual(await idsIn(a, 'b', 10), [c])
        assert.deepEqual(await idsIn(b, null, 10), [])
      }))
  })

  describe('sums', () => {
    it('counts entries directly, and bytes, files and folders however deep', () =>
      using(async (files) => {
        const { a, b } = await smallTree(files)

        assert.deepEqual(await sums(files, driveRoot), [2, 111, 3, 2])
        assert.deepEqual(await sums(files, a), [2, 11, 2, 1])
        assert.deepEqual(await sums(files, b), [1, 1, 1, 0])
      }))

    it('counts links and special entries as files without bytes', () =>
      using(async (files) => {
        await files.insert(driveRoot, { ...file('link', 50), kind: 'link' })
        await files.insertAll(driveRoot, [{ ...file('other', 70), kind: 'other' }])

        assert.deepEqual(await sums(files, driveRoot), [2, 0, 2, 0])
      }))

    it('follows the size of a file', () =>
      using(async (files) => {
        const { a, deep } = await smallTree(files)
        await files.update(deep, { size: 1000, modified: 5, inode: 6 })

        assert.deepEqual(await sums(files, a), [2, 1010, 2, 1])
        const { size, modified, inode, kind } = (await files.node(deep)) ?? assert.fail()
        assert.deepEqual([size, modified, inode, kind], [1000, 5, 6, 'file'])
      }))

    it('goes with a folder that is moved, also between folders with others in common', () =>
      using(async (files) => {
        const { a, b, deep } = await smallTree(files)
        const c = await files.insert(a, folder('c'))

        await files.move(b, c, 'inner')

        assert.deepEqual(await files.pathOf(deep), ['a', 'c', 'inner', 'deep.txt'])
        assert.equal((await files.node(b))?.parent, c)
        assert.deepEqual(await sums(files, c), [1, 1, 1, 1])
        assert.deepEqual(await sums(files, a), [2, 11, 2, 2])
        assert.deepEqual(await sums(files, driveRoot), [2, 111, 3, 3])

        await files.move(a, hiddenRoot, 'trash')

        assert.deepEqual(await sums(files, driveRoot), [1, 100, 1, 0])
        assert.deepEqual(await sums(files, hiddenRoot), [1, 11, 2, 3])
        assert.equal(await files.pathOf(deep), null)
      }))

    it('stays as it is when an entry is only renamed', () =>
      using(async (files) => {
        const { a, b } = await smallTree(files)
        await files.move(b, a, 'renamed')

        assert.equal((await files.node(b))?.name, 'renamed')
        assert.deepEqual(await sums(files, a), [2, 11, 2, 1])
        assert.deepEqual(await sums(files, driveRoot), [2, 111, 3, 2])
      }))

    it('refuses to move a folder into itself', () =>
      using(async (files) => {
        const { a, b } = await smallTree(files)

        await assert.rejects(files.move(a, b, 'x'), { code: 'files.into_itself' })
        await assert.rejects(files.move(a, a, 'x'), { code: 'files.into_itself' })
      }))

    it('tells every folder above of a change by a higher version, and nobody else', () =>
      using(async (files) => {
        const { a, b, deep, top } = await smallTree(files)
        const aside = await files.insert(driveRoot, folder('aside'))
        const ids = [driveRoot, a, b, deep, top, aside]
        const versions = () =>
          Promise.all(ids.map(async (id) => (await files.node(id))?.version ?? 0))
        async function grown(change: () => Promise<unknown>): Promise<number[]> {
          const before = await versions()
          await change()
          const after = await versions()
          return ids.filter((_, index) => Number(after[index]) > Number(before[index]))
        }

        const made = await grown(() => files.insert(b, folder('new')))
        assert.deepEqual(made, [driveRoot, a, b])
        const many = await grown(() => files.insertAll(b, [file('m', 1)]))
        assert.deepEqual(many, [driveRoot, a, b])
        const change = () => files.update(deep, { size: 1, modified: 9, inode: 1 })
        assert.deepEqual(await grown(change), [driveRoot, a, b, deep])
        const renamed = await grown(() => files.move(deep, b, 'other'))
        assert.deepEqual(renamed, [driveRoot, a, b, deep])
        const moved = await grown(() => files.move(deep, aside, 'other'))
        assert.deepEqual(moved, [driveRoot, a, b, deep, aside])
        assert.deepEqual(await grown(() => files.setFingerprint(a, 's')), [])
        assert.deepEqual(await grown(() => files.touch(a, 's', 9)), [a])
        assert.deepEqual(await grown(() => files.remove(deep, 1, 0)), [driveRoot, aside])
      }))
  })

  describe('removal', () => {
    it('takes a whole tree that is small enough', () =>
      using(async (files) => {
        const { a, b, deep } = await smallTree(files)

        assert.equal(await files.remove(a, 4, 0), true)

        for (const id of [a, b, deep]) assert.equal(await files.node(id), null)
        assert.deepEqual(await sums(files, driveRoot), [1, 100, 1, 0])
        assert.equal(await files.remove(a, 1, 0), true)
      }))

    it('removes at most so many rows at once, and leaves a tree with true sums', () =>
      using(async (files) => {
        const { a } = await smallTree(files)
        const wide = await files.insert(a, folder('wide'))
        await files.insertAll(
          wide,
          Array.from({ length: 50 }, (_, n) => file(`f${n}`, 1)),
        )

        let calls = 1
        let before = (await files.node(driveRoot))?.totals ?? assert.fail()
        while (!(await files.remove(a, 7, 0))) {
          calls++
          const after = (await files.node(driveRoot))?.totals ?? assert.fail()
          assert.equal(before.files + before.folders - after.files - after.folders, 7)
          assert.equal(after.bytes, 100 + ((await files.node(a))?.totals.bytes ?? 0))
          before = after
        }

        // 50 files, the four of the small tree, and `wide`.
        assert.equal(calls, 8)
        assert.equal(await files.node(wide), null)
        assert.deepEqual(await sums(files, driveRoot), [1, 100, 1, 0])
      }))

    it('frees the name', () =>
      using(async (files) => {
        const { a, b } = await smallTree(files)
        await files.remove(b, 10, 0)
        await files.insert(a, file('b', 5))

        assert.equal((await files.find(['a', 'b']))?.size, 5)
      }))
  })

  describe('listings', () => {
    it('show each kind of entry as the contract has it', () =>
      using(async (files) => {
        const modified = Date.UTC(2024, 1, 29, 12, 30, 15, 123) + 0.75
        const made = [
          { ...folder('docs'), modified },
          { ...file('file', 7), modified },
          { ...file('link', 0), kind: 'link' as const, modified },
          { ...file('other', 0), kind: 'other' as const, modified },
        ]
        const [docs] = await files.insertAll(driveRoot, made)
        await files.insertAll(Number(docs), [file('x', 5), folder('y')])

        const { json, next } = await files.page(driveRoot, [], { after: null, start: 0 }, 10)

        const date = '2024-02-29T12:30:15.123Z'
        const expected = [
          { id: '/docs', type: 'folder', value: 'docs', date, lazy: true, count: 2, bytes: 5 },
          { id: '/file', type: 'file', value: 'file', date, size: 7 },
          { id: '/link', type: 'link', value: 'link', date },
          { id: '/other', type: 'other', value: 'other', date },
        ]
        // As text: the order of the members too is the same everywhere.
        assert.equal(textOf(json), JSON.stringify(expected))
        assert.equal(next, null)
      }))

    it('hold any name, below any place', () =>
      using(async (files) => {
        const names = [
          '"q"',
          'a\\b',
          'new\nline',
          '\u0001',
          '😀',
          'e\u0301',
          "it's",
          '%_',
          '\u2028',
        ]
        const path = ['a "b"', '\\', '\t😀']
        await files.insertAll(
          driveRoot,
          names.map((name) => file(name, 1)),
        )

        const page = await entriesOf(files, driveRoot, path, null, 0, 100)

        const byCodePoint = names.toSorted((one, other) => Buffer.compare(bytes(one), bytes(other)))
        assert.deepEqual(
          page.entries.map(({ value }) => value),
          byCodePoint,
        )
        assert.deepEqual(
          page.entries.map(({ id }) => id),
          byCodePoint.map((name) => `/a "b"/\\/\t😀/${name}`),
        )
      }))

    it('leave out what they are told, and count without it', () =>
      using(async (files) => {
        const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
        const ids = await files.insertAll(
          driveRoot,
          names.map((name) => file(name, 1)),
        )
        const without = [ids[0]!, ids[3]!, ids[6]!]
        const shown = async (after: string | null, start: number, limit: number) => {
          const page = await files.page(driveRoot, [], { after, start }, limit, without)
          const entries = JSON.parse(textOf(page.json)) as FileEntry[]
          assert.equal(page.count, entries.length)
          return [entries.map(({ value }) => value).join(''), page.next]
        }

        assert.deepEqual(await shown(null, 0, 10), ['bcef', null])
        assert.deepEqual(await shown(null, 0, 4), ['bcef', null])
        assert.deepEqual(await shown(null, 0, 3), ['bce', 'e'])
        assert.deepEqual(await shown(null, 1, 2), ['ce', 'e'])
        assert.deepEqual(await shown(null, 3, 2), ['f', null])
        assert.deepEqual(await shown(null, 4, 2), ['', null])
        assert.deepEqual(await shown('b', 1, 2), ['ef', null])
      }))

    it('are empty for an empty folder', () =>
      using(async (files) => {
        const { json, next } = await files.page(driveRoot, [], { after: null, start: 0 }, 5)

        assert.equal(textOf(json), '[]')
        assert.equal(next, null)
      }))

    it('go on after a name, also one that is gone, and pass over as many as they are told', () =>
      using(async (files) => {
        const names = Array.from({ length: 20 }, (_, n) => `n${String(n).padStart(2, '0')}`)
        await files.insertAll(
          driveRoot,
          names.map((name) => file(name, 1)),
        )

        for (const after of [null, 'n04', 'n04x']) {
          for (const start of [0, 1, 9, 11, 14, 19, 20, 25]) {
            const rest = names.filter((name) => after === null || name > after).slice(start)
            const page = await entriesOf(files, driveRoot, [], after, start, 5)
            assert.deepEqual(
              page.entries.map(({ value }) => value),
              rest.slice(0, 5),
            )
            assert.equal(page.next, rest.length > 5 ? rest[4] : null)
          }
        }
      }))

    it('give large entries in small pages, but at least one at a time', () =>
      using(async (files) => {
        // Each character takes six in JSON, and each name stands there twice.
        const long = '\u0001'.repeat(1000)
        await files.insertAll(
          driveRoot,
          Array.from({ length: 200 }, (_, n) => file(`${long}${n}`, 1)),
        )

        for (const path of [[], ['p'.repeat(listingBytes / 8)], ['p'.repeat(listingBytes)]]) {
          let count = 0
          let after: string | null = null
          do {
            const page = await files.page(driveRoot, path, { after, start: 0 }, 1000)
            const { length } = JSON.parse(textOf(page.json)) as FileEntry[]
            assert.ok(length === 1 || (length > 1 && page.json.length <= listingBytes))
            count += length
            after = path.length > 0 && count > 2 ? null : page.next
          } while (after !== null)
          assert.ok(count === 200 || path.length > 0)
        }
      }))

    it('show a time that has no ordinary date as the nearest that has', () =>
      using(async (files) => {
        await files.insert(driveRoot, { ...file('early', 1), modified: -1e20 })
        await files.insert(driveRoot, { ...file('late', 1), modified: 1e20 })

        const { entries } = await entriesOf(files, driveRoot, [], null, 0, 5)
        assert.deepEqual(
          entries.map(({ date }) => date),
          ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
        )
      }))
  })

  describe('searches', () => {
    it('find names by any part, whatever their letter case and accents', () =>
      using(async (files) => {
        const names = [
          'Résumé.pdf',
          're\u0301sume\u0301 2',
          'RÉSUMÉ',
          'resume',
          'ΟΔΟΣ',
          'Straße',
          'x',
        ]
        await files.insertAll(
          driveRoot,
          names.map((name) => file(name, 1)),
        )

        for (const text of ['résumé', 're\u0301sume\u0301', 'RESUME', 'SUMÉ', 'mé', 'ME\u0301']) {
          assert.deepEqual(await found(files, driveRoot, text), names.slice(0, 4).toSorted(), text)
        }
        assert.deepEqual(await found(files, driveRoot, 'οδοσ'), ['ΟΔΟΣ'])
        for (const text of ['STRAß', 'strass']) {
          assert.deepEqual(await found(files, driveRoot, text), ['Straße'])
        }
        assert.deepEqual(await found(files, driveRoot, 'resumes'), [])
        assert.deepEqual(await found(files, driveRoot, 'X'), ['x'])
      }))

    it('take every text as plain text', () =>
      using(async (files) => {
        const names = [
          '100%',
          'a_b',
          '"q" AND',
          'st*r',
          'NEAR(a b)',
          '^top',
          "it's",
          'a-b-c',
          '\\x\n.y',
        ]
        await files.insertAll(driveRoot, [
          ...names.map((name) => file(name, 1)),
          ...['1000', 'axb', 'q OR', 'stair'].map((name) => file(name, 1)),
        ])

        for (const name of names) assert.deepEqual(await found(files, driveRoot, name), [name])
        for (const text of ['%', '_', '*', '^', '\0', '\0\0\0', 'a\0b', '\ud800', '😀😀']) {
          const expected = names.filter((name) => name.includes(text))
          assert.deepEqual(await found(files, driveRoot, text), expected)
        }
      }))

    it('find folders only, names with an ending, what was changed since, or all of that', () =>
      using(async (files) => {
        const names = ['Plan.PDF', 'plan.pdf.txt', 'a.tar.gz', '.pdf', 'pdf', 'ä.pdf', 'x.gz ']
        await files.insertAll(
          driveRoot,
          names.map((name, index) => at(1000 * index, name)),
        )
        const plans = await files.insert(driveRoot, { ...folder('plans.pdf'), modified: 500 })
        await files.insert(plans, at(9000, 'deep.gz'))
        const search = (text: string, more: Partial<Wanted>) => found(files, driveRoot, text, more)

        assert.deepEqual(await search('', { only: 'folder' }), ['plans.pdf'])
        assert.deepEqual(await search('', { only: ['pdf'] }), ['Plan.PDF', 'ä.pdf'])
        assert.deepEqual(await search('', { only: ['gz', 'pdf', 'txt'] }), [
          'Plan.PDF',
          'a.tar.gz',
          'deep.gz',
          'plan.pdf.txt',
          'ä.pdf',
        ])
        assert.deepEqual(await search('', { only: [] }), [])
        assert.deepEqual(await search('', { since: 5000 }), ['deep.gz', 'x.gz ', 'ä.pdf'])
        assert.deepEqual(await search('pdf', { since: 500 }), [
          '.pdf',
          'pdf',
          'plan.pdf.txt',
          'plans.pdf',
          'ä.pdf',
        ])
        assert.deepEqual(await search('plan', { only: ['pdf', 'txt'], since: 1 }), ['plan.pdf.txt'])
      }))

    it('answer entries with their whole paths, as in a listing', () =>
      using(async (files) => {
        const { b } = await smallTree(files)
        await files.insert(b, { ...file('deep link', 0), kind: 'link' })
        await files.insert(b, folder('deep "folder"'))
        const listed = await entriesOf(files, b, ['a', 'b'], null, 0, 10)

        const drive = (await files.node(driveRoot)) ?? assert.fail()
        const entries: FileEntry[] = []
        for (let after: number | null = 0; after !== null;) {
          const { json, next } = await files.search(drive, named('deep'), after, 10)
          entries.push(...(JSON.parse(json) as FileEntry[]))
          assert.ok(next === null || next > after, 'a page without end')
          after = next
        }
        assert.deepEqual(
          entries.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
          listed.entries,
        )
      }))

    it('find nothing of what is withheld, and count folders without it', () =>
      using(async (files) => {
        const { a, b, deep } = await smallTree(files)
        const drive = (await files.node(driveRoot)) ?? assert.fail()
        const less = { count: 1, totals: { bytes: 1, files: 1, folders: 0 } }
        const search = async (text: string, withheld: number) => {
          const within = new Map([[a, less]])
          const all = { ids: new Set([withheld]), within }
          return JSON.parse(
            (await files.search(drive, named(text), null, 10, all)).json,
          ) as FileEntry[]
        }

        assert.deepEqual(await search('deep', deep), [])
        assert.deepEqual(await search('deep', b), [])
        assert.equal((await search('deep', 0)).length, 1)
        const [folderOf] = await search('a', b)
        assert.deepEqual([folderOf?.id, folderOf?.count, folderOf?.bytes], ['/a', 1, 10])
      }))

    it('look only below the folder, and never among what is hidden', () =>
      using(async (files) => {
        const { a, b, deep } = await smallTree(files)
        await files.insert(driveRoot, file('deeper', 1))
        const key = await files.insert(hiddenRoot, folder('deep'))
        await files.insert(key, file('deepest', 1))

        assert.deepEqual(await found(files, a, 'deep'), ['deep.txt'])
        assert.deepEqual(await found(files, b, 'b'), [])
        assert.deepEqual(await found(files, driveRoot, 'deep'), ['deep.txt', 'deeper'])
        assert.deepEqual(await found(files, hiddenRoot, 'deep'), [])
        assert.deepEqual(await found(files, key, 'deep'), [])
        await files.move(a, key, 'gone')
        assert.deepEqual(await found(files, a, 'deep'), [])
        assert.equal((await files.node(deep))?.name, 'deep.txt')
      }))
  })

  describe('what else is kept', () => {
    it('has the fingerprint of a folder until it is taken back', () =>
      using(async (files) => {
        const { a } = await smallTree(files)
        await files.setFingerprint(a, '12:34')
        assert.equal((await files.node(a))?.fingerprint, '12:34')

        await files.setFingerprint(a, null)
        assert.equal((await files.node(a))?.fingerprint, null)
      }))

    it('has what an operation has left of a folder, and of two the later one', () =>
      using(async (files) => {
        const { a } = await smallTree(files)
        const known = async (id: number) => {
          const { fingerprint, modified, size, inode } = (await files.node(id))!
          return { fingerprint, modified, size, inode }
        }
        const { inode } = (await files.node(a))!
        const late = Date.parse('2031-02-03T04:05:06.789Z')
        await files.touch(a, '12:34', late)
        assert.deepEqual(await known(a), { fingerprint: null, modified: late, size: 0, inode })

        await files.setFingerprint(a, '12:34')
        await files.touch(a, '56:78', late - 1)
        assert.deepEqual(await known(a), { fingerprint: '56:78', modified: late, size: 0, inode })
        await files.touch(a, null, late + 1)
        assert.deepEqual(await known(a), {
          fingerprint: '56:78',
          modified: late + 1,
          size: 0,
          inode,
        })
        const { json } = await files.page(driveRoot, [], { after: null, start: 0 }, 10)
        const listed = JSON.parse(new TextDecoder().decode(json)) as { id: string; date: string }[]
        assert.equal(listed.find(({ id }) => id === '/a')?.date, '2031-02-03T04:05:06.790Z')
      }))

    it('has intents in the order they were added, until they are dropped', () =>
      using(async (files) => {
        const step: Step = {
          from: { area: 'hidden', path: ['key'] },
          to: { area: 'drive', path: ['a', '"b"'] },
          inode: 2 ** 60,
        }
        const first = await files.addIntent([step])
        const second = await files.addIntent([step, step])
        assert.deepEqual(await files.intents(), [
          { id: first, steps: [step] },
          { id: second, steps: [step, step] },
        ])

        await files.dropIntent(first)
        assert.deepEqual(
          (await files.intents()).map(({ id }) => id),
          [second],
        )
      }))

    it('forgets all entries at once, but no intent', () =>
      using(async (files) => {
        const { a } = await smallTree(files)
        await files.insert(hiddenRoot, file('hidden', 3))
        await files.setFingerprint(driveRoot, 's')
        await files.addIntent([])
        const { version } = (await files.node(driveRoot)) ?? assert.fail()

        await files.clear(new Set())

        assert.equal(await files.node(a), null)
        for (const id of [driveRoot, hiddenRoot]) {
          assert.deepEqual(await sums(files, id), [0, 0, 0, 0])
          assert.deepEqual(await files.children(id, null, 10), [])
          assert.equal((await files.node(id))?.fingerprint, null)
        }
        assert.deepEqual(await found(files, driveRoot, 'deep'), [])
        assert.ok(Number((await files.node(driveRoot))?.version) > version)
        assert.equal((await files.intents()).length, 1)
        await smallTree(files)
        assert.deepEqual(await found(files, driveRoot, 'deep'), ['deep.txt'])
      }))

    it('gives back the ids of what is found again, in its place and of its kind', () =>
      using(async (files) => {
        const folder = await files.insert(driveRoot, { ...file('d', 0), kind: 'folder' })
        const inner = await files.insert(folder, file('same.txt', 1))
        const other = await files.insert(driveRoot, file('turns into a folder', 1))
        await files.insert(driveRoot, file('gone', 1))
        await files.clear(new Set())
        assert.equal(await files.hasFormer(), true)

        const nodes = [
          file('new', 2),
          { ...file('d', 0), kind: 'folder' as const },
          { ...file('turns into a folder', 0), kind: 'folder' as const },
        ]
        const [made, again, another] = await files.insertAgain(driveRoot, nodes)
        assert.equal(again, folder)
        assert.ok(Number(made) > other && Number(another) > other)
        assert.deepEqual(await files.insertAgain(folder, [file('same.txt', 3)]), [inner])
        assert.deepEqual(await sums(files, driveRoot), [3, 5, 2, 2])
        assert.deepEqual(await found(files, driveRoot, 'same'), ['same.txt'])
        assert.deepEqual(await files.wrongTotals(), [])
        const [fresh] = await files.insertAll(folder, [file('later', 1)])
        assert.ok(Number(fresh) > Number(another))
      }))

    it('remembers what is below a folder that nobody has looked into, also when it is begun anew again', () =>
      using(async (files) => {
        const [open, closed] = await files.insertAll(driveRoot, [
          { ...file('open', 0), kind: 'folder' },
          { ...file('closed', 0), kind: 'folder' },
        ])
        const folder = await files.insert(closed!, { ...file('f', 0), kind: 'folder' })
        const deep = await files.insert(folder, file('deep', 1))
        await files.insert(open!, file('gone', 1))
        await files.clear(new Set())
        await files.insertAgain(driveRoot, [{ ...file('open', 0), kind: 'folder' }])
        await files.insertAgain(driveRoot, [{ ...file('closed', 0), kind: 'folder' }])
        for (const id of [driveRoot, open!]) await files.setFingerprint(id, 's')

        await files.endFormer()
        await files.clear(new Set())
        await files.insertAgain(driveRoot, [{ ...file('closed', 0), kind: 'folder' }])
        await files.insertAgain(closed!, [{ ...file('f', 0), kind: 'folder' }])
        assert.deepEqual(await files.insertAgain(folder, [file('deep', 1)]), [deep])

        for (const id of [driveRoot, closed!, folder]) await files.setFingerprint(id, 's')
        await files.endFormer()
        assert.equal(await files.hasFormer(), false)
      }))

    it('takes over what an index had elsewhere', () =>
      using(async (files) => {
        const name = 'from elsewhere'
        await files.addFormer([{ id: 4711, parent: driveRoot, name, kind: 'file' }])
        assert.deepEqual(await files.insertAgain(driveRoot, [file(name, 1)]), [4711])
        assert.ok((await files.insert(driveRoot, file('next', 1))) > 4711)
      }))
  })

  fileIndexModelContract(open)
}

function file(name: string, size: number): NewNode {
  return { name, kind: 'file', size, modified: 0, inode: 1 }
}

function folder(name: string): NewNode {
  return { ...file(name, 0), kind: 'folder' }
}

/** `/a/b/deep.txt` of 1 byte, `/a/mid.txt` of 10 bytes and `/top.txt` of 100 bytes. */
async function smallTree(
  files: FileStore,
): Promise<{ a: number; b: number; deep: number; top: number }> {
  const a = await files.insert(driveRoot, folder('a'))
  const b = await files.insert(a, folder('b'))
  const deep = await files.insert(b, file('deep.txt', 1))
  await files.insert(a, file('mid.txt', 10))
  return { a, b, deep, top: await files.insert(driveRoot, file('top.txt', 100)) }
}

/** Entries directly in a folder; bytes, files and folders below it. */
async function sums(files: FileReader, id: number): Promise<number[]> {
  const { count, totals } = (await files.node(id)) ?? assert.fail()
  return [count, totals.bytes, totals.files, totals.folders]
}

async function entriesOf(
  files: FileReader,
  id: number,
  path: Path,
  after: string | null,
  start: number,
  limit: number,
): Promise<{ entries: FileEntry[]; next: string | null }> {
  const { json, next } = await files.page(id, path, { after, start }, limit)
  return { entries: JSON.parse(textOf(json)) as FileEntry[], next }
}

const at = (modified: number, name: string) => ({ ...file(name, 1), modified })
const named = (text: string): Wanted => ({ text, only: null, since: null })

/** The names in their order. */
async function found(
  files: FileReader,
  id: number,
  text: string,
  more: Partial<Wanted> = {},
): Promise<string[]> {
  const top = (await files.node(id)) ?? assert.fail()
  const names: string[] = []
  let after: number | null = null
  do {
    const page = await files.search(top, { ...named(text), ...more }, after, 2)
    const entries = JSON.parse(page.json) as FileEntry[]
    assert.ok(entries.length <= 2)
    names.push(...entries.map(({ value }) => value))
    after = page.next
  } while (after !== null)
  return names.toSorted()
}

function textOf(json: Uint8Array): string {
  return new TextDecoder().decode(json)
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
