import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FileEntry } from '@triptych/contract/files'
import { chosenSeed, seededRandom } from '../../test/fixtures/seeded-random.ts'
import type { SeededRandom } from '../../test/fixtures/seeded-random.ts'
import type { Database } from './database.ts'
import { driveRoot, hiddenRoot } from './file-index.ts'
import type { FileReader, FileStore } from './file-index.ts'
import type { EntryKind } from './storage.ts'

interface Row {
  id: number
  parent: number
  name: string
  kind: EntryKind
  size: number
}

/** The rows of the tree and nothing else: whatever can be worked out is worked out when asked for. */
interface Model {
  rows: Map<number, Row>
  /** Files that stay where they are: so many that no engine would search by walking the tree. */
  many: Row[]
  /** The folder they are in, which moves, but is never hidden or removed. */
  keep: number
}

const parts = [
  ...'a b c é É ü ß İ ı ς Σ 会 议 한 😀 " \' % _ \\ - * ( plan Plan ПЛАН план ab abc 会议😀 "-* AND NOT'.split(
    ' ',
  ),
  ...'\u0301 e\u0301 u\u0308 \u1112\u1161\u11ab \u212a 👩‍👧'.split(' '),
  ' ',
  '\n',
  '\ufffd',
]

const texts = [
  ...parts,
  ...'LAN планab ÉÜ e\u0301u\u0308 i\u0307a 会议😀a "%_ -*a NOT" abab k zzz X0077 7 77 a\0b \ud800'.split(
    ' ',
  ),
]

export function fileIndexModelContract(open: () => Promise<Database>): void {
  describe('after thousands of random changes', () => {
    it('has the sums, the listings and the search results of the plain rows', async () => {
      const seed = chosenSeed()
      const random = seededRandom(seed)
      const db = await open()
      try {
        const model = await db.transact(({ files }) => startWithMany(files))
        for (let n = 0; n < 30; n++) {
          await db.transact(async ({ files }) => {
            for (let change = 0; change < 100; change++) await changeOne(files, model, random)
          })
        }
        await db.read((stores) => compare(stores.files, model, random))
      } catch (error) {
        throw new Error(`TRIPTYCH_TEST_SEED=${seed} does it again`, { cause: error })
      } finally {
        await db.close()
      }
    })
  })
}

async function startWithMany(files: FileStore): Promise<Model> {
  const rows = new Map<number, Row>()
  for (const id of [driveRoot, hiddenRoot]) {
    rows.set(id, { id, parent: 0, name: '', kind: 'folder', size: 0 })
  }
  const keep = await addRow(files, rows, driveRoot, { name: 'many', kind: 'folder', size: 0 })
  const named = Array.from({ length: 20_001 }, (_, n) => {
    return { name: `x${String(n).padStart(5, '0')}`, kind: 'file' as const, size: n }
  })
  const ids = await files.insertAll(
    keep,
    named.map((made) => ({ ...made, modified: 0, inode: 0 })),
  )
  const many = named.map((made, n) => ({ ...made, id: Number(ids[n]), parent: keep }))
  return { rows, many, keep }
}

async function addRow(
  files: FileStore,
  rows: Model['rows'],
  parent: number,
  made: Pick<Row, 'name' | 'kind' | 'size'>,
): Promise<number> {
  const id = await files.insert(parent, { ...made, modified: 0, inode: 0 })
  rows.set(id, { ...made, id, parent })
  return id
}

async function changeOne(files: FileStore, model: Model, random: SeededRandom): Promise<void> {
  const { rows } = model
  const all = [...rows.values()]
  const folder = random.pick(all.filter(({ kind }) => kind === 'folder')).id
  const chosen = random.pick(all)
  const name = freeName(all, folder, random)
  const dice = random.next()

  if (dice < 0.5) {
    const kind = random.pick(['file', 'file', 'folder', 'folder', 'link', 'other'] as const)
    const size = kind === 'file' ? random.between(0, 1000) : 0
    await addRow(files, rows, folder, { name, kind, size })
  } else if (chosen.parent === 0) {
    await files.setFingerprint(chosen.id, name)
  } else if (dice < 0.75) {
    if (isWithin(rows, folder, chosen.id)) return
    if (isWithin(rows, model.keep, chosen.id) && !isWithin(rows, folder, driveRoot)) return
    await files.move(chosen.id, folder, name)
    rows.set(chosen.id, { ...chosen, parent: folder, name })
  } else if (dice < 0.9) {
    const size = chosen.kind === 'file' ? random.between(0, 1000) : 0
    await files.update(chosen.id, { size, modified: 1, inode: 1 })
    rows.set(chosen.id, { ...chosen, size })
  } else {
    if (isWithin(rows, model.keep, chosen.id)) return
    const limit = random.between(1, 9)
    const gone = all.filter(({ id }) => isWithin(rows, id, chosen.id))
    for (let left = gone.length; left > 0; left -= limit) {
      assert.equal(await files.remove(chosen.id, limit, 0), left <= limit)
    }
    for (const { id } of gone) rows.delete(id)
  }
}

function freeName(all: Row[], folder: number, random: SeededRandom): string {
  const taken = new Set(all.filter(({ parent }) => parent === folder).map(({ name }) => name))
  for (;;) {
    const length = random.between(1, 5)
    const name = Array.from({ length }, () => random.pick(parts)).join('')
    if (!taken.has(name)) return name
  }
}

/** Also true of the folder itself. */
function isWithin(rows: Model['rows'], id: number, folder: number): boolean {
  for (let at = rows.get(id); at; at = rows.get(at.parent)) if (at.id === folder) return true
  return false
}

async function compare(files: FileReader, model: Model, random: SeededRandom): Promise<void> {
  const rows = [...model.rows.values(), ...model.many]
  const sums = sumsOf(model, rows)
  assert.deepEqual(await files.wrongTotals(), [])
  for (const row of model.rows.values()) {
    const node = (await files.node(row.id)) ?? assert.fail(`no ${row.id}`)
    const { id, parent, name, kind, size } = node
    assert.deepEqual({ id, parent, name, kind, size }, row)
    assert.deepEqual({ count: node.count, ...node.totals }, sums.get(id))
    assert.deepEqual(await files.pathOf(id), pathOf(model, id))
    if (kind === 'folder') await compareListing(files, model, rows, id)
  }

  const folders = [...model.rows.values()].filter(({ kind }) => kind === 'folder')
  const searched = [driveRoot, model.keep, random.pick(folders).id, random.pick(folders).id]
  const keys = rows.map(({ name }) => same(name))
  for (const text of texts) {
    const key = same(text) || text
    const named = rows.filter((_, index) => keys[index]?.includes(key))
    for (const folder of searched) await compareSearch(files, model, named, folder, text)
  }
}

type Sums = Record<'count' | 'bytes' | 'files' | 'folders', number>

function sumsOf({ rows }: Model, all: Row[]): Map<number, Sums> {
  const sums = new Map<number, Sums>()
  for (const { id } of all) sums.set(id, { count: 0, bytes: 0, files: 0, folders: 0 })
  for (const { parent, kind, size } of all) {
    for (let at = rows.get(parent); at; at = rows.get(at.parent)) {
      const sum = sums.get(at.id) ?? assert.fail()
      if (at.id === parent) sum.count++
      sum.bytes += size
      if (kind === 'folder') sum.folders++
      else sum.files++
    }
  }
  return sums
}

function pathOf({ rows }: Model, id: number): string[] | null {
  const path: string[] = []
  let at = rows.get(id)
  for (; at && at.parent !== 0; at = rows.get(at.parent)) path.unshift(at.name)
  return at?.id === driveRoot ? path : null
}

async function compareListing(
  files: FileReader,
  model: Model,
  rows: Row[],
  folder: number,
): Promise<void> {
  const names: string[] = []
  let after: string | null = null
  do {
    const page = await files.page(folder, pathOf(model, folder) ?? [], { after, start: 0 }, 700)
    const entries = JSON.parse(new TextDecoder().decode(page.json)) as FileEntry[]
    names.push(...entries.map(({ value }) => value))
    after = page.next
  } while (after !== null)
  const expected = rows.filter(({ parent }) => parent === folder).map(({ name }) => name)
  assert.deepEqual(
    names,
    expected.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))),
  )
}

async function compareSearch(
  files: FileReader,
  model: Model,
  named: Row[],
  folder: number,
  text: string,
): Promise<void> {
  const node = (await files.node(folder)) ?? assert.fail()
  const paths: string[] = []
  let after: number | null = null
  do {
    const page = await files.search(node, { text, only: null, since: null }, after, 500)
    paths.push(...(JSON.parse(page.json) as FileEntry[]).map(({ id }) => id))
    after = page.next
  } while (after !== null)

  const expected = named.filter(
    ({ parent }) => isWithin(model.rows, parent, folder) && isWithin(model.rows, parent, driveRoot),
  )
  const pathText = ({ parent, name }: Row) =>
    `/${[...(pathOf(model, parent) ?? []), name].join('/')}`
  assert.deepEqual(paths.toSorted(), expected.map(pathText).toSorted(), JSON.stringify(text))
}

/** Without letter case and accents. */
function same(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
}
