import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Comment } from '@triptych/contract/comments'
import type { FileEntry } from '@triptych/contract/files'
import { client } from '../fixtures/doings.ts'
import type { Client } from '../fixtures/doings.ts'
import { fileAddress, formOf } from '../fixtures/files-api.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'
import { entriesBelow, wholeWorld } from '../fixtures/whole-world.ts'
import type { World } from '../fixtures/whole-world.ts'

/** A name begins with a key, which stays when all behind its first dot changes: paths differ between two worlds. */
interface Deed {
  does: 'create' | 'upload' | 'rename' | 'move' | 'copy' | 'delete' | 'comment'
  key: string
  /** The folder that it goes to, `''` for the root. */
  folder: string
  value: string
}

const content = {
  'd0/': '',
  'd1/': '',
  'd0/d2/': '',
  'd0/d2/f1': 'f1',
  'd0/f2': 'f2',
  'd1/d3/f3': 'f3',
  f4: 'f4',
  f5: 'f5',
}

describe('taking back all that one of four has done with files', () => {
  it('leaves exactly what the others did', async () => {
    const seed = chosenSeed()
    for (let run = 0; run < 4 * depth; run++) {
      try {
        await goBackAlone(seed + run)
      } catch (error) {
        throw new Error(`TRIPTYCH_TEST_SEED=${seed + run}`, { cause: error })
      }
    }
  })
})

async function goBackAlone(seed: number): Promise<void> {
  const random = seededRandom(seed)
  const [together, withoutAnn] = [await wholeWorld(content), await wholeWorld(content)]
  const anns = { touched: new Set<string>(), around: new Set<string>() }
  let steps = 0
  for (let n = 0; n < 50; n++) {
    const who = random.pick(['ann', 'bob', 'cid', 'dee'])
    const entries = await entriesBelow(together, '/')
    const deed = chooseDeed(entries, random, `${who}${n}`)
    if (who === 'ann') {
      for (const key of touchedBy(deed, entries)) anns.around.add(key)
      if ((await perform(together, client(together, who), deed)) !== 'changed') continue
      if (deed.does !== 'comment') anns.touched.add(deed.key)
      steps++
      continue
    }
    const others = await entriesBelow(withoutAnn, '/')
    if (isUnclear(deed, entries, anns) || isUnclear(deed, others, anns)) continue
    if (!isPossible(deed, entries) || !isPossible(deed, others)) continue
    for (const world of [together, withoutAnn]) {
      const outcome = await perform(world, client(world, who), deed)
      assert.notEqual(outcome, 'refused', JSON.stringify(deed))
    }
  }
  let before: string | null = null
  for (let n = 0; n < steps; n++) {
    const { status, json } = await client(together, 'ann').ask('POST', '/undo', { before })
    if (status === 200) continue
    const { code, step } = json as { code: string; step: string }
    // Somebody has removed it since.
    assert.equal(code, 'history.gone', JSON.stringify(json))
    before = step
  }
  assert.deepEqual(await picture(together), await picture(withoutAnn))
  await together.close()
  await withoutAnn.close()
}

function chooseDeed(entries: readonly FileEntry[], random: SeededRandom, name: string): Deed {
  const folders = entries.filter(({ type }) => type === 'folder')
  const folder = random.next() < 0.3 || folders.length === 0 ? '' : keyOf(random.pick(folders).id)
  const does = random.pick([
    ...(['create', 'upload', 'rename', 'rename', 'move', 'move', 'move'] as const),
    ...(['copy', 'delete', 'comment'] as const),
  ])
  const isNew = does === 'create' || does === 'upload'
  const key = isNew || entries.length === 0 ? name : keyOf(random.pick(entries).id)
  return { does, key, folder, value: name }
}

const keyOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1).split('.')[0]!

/** What only one thing is called. */
function found(entries: readonly FileEntry[], key: string): string | null {
  const ids = entries.flatMap(({ id }) => (keyOf(id) === key ? [id] : []))
  return ids.length === 1 ? ids[0]! : null
}

/** With the folders that it comes from and goes to. */
function touchedBy({ key, folder }: Deed, entries: readonly FileEntry[]): string[] {
  const id = found(entries, key)
  return [key, folder, ...(id === null ? [] : [keyOf(id.slice(0, id.lastIndexOf('/')))])]
}

const hasTarget: ReadonlySet<Deed['does']> = new Set(['create', 'upload', 'move', 'copy'])
const isAbout: ReadonlySet<Deed['does']> = new Set(['rename', 'move', 'copy', 'delete', 'comment'])

function isPossible({ does, key, folder }: Deed, entries: readonly FileEntry[]): boolean {
  const id = found(entries, key)
  if (isAbout.has(does) && id === null) return false
  if (!hasTarget.has(does) || folder === '') return true
  const target = found(entries, folder)
  return target !== null && !`${target}/`.startsWith(`${id}/`)
}

/** Whether what a deed does would hang on what Ann has done before. */
function isUnclear(
  { does, key }: Deed,
  entries: readonly FileEntry[],
  { touched, around }: Record<'touched' | 'around', ReadonlySet<string>>,
): boolean {
  // Name and folder are one place, and a copy beside hers has another name.
  if (['rename', 'move', 'copy'].includes(does) && touched.has(key)) return true
  if (does !== 'delete' && does !== 'copy') return false
  // With a folder goes what she has put into it, and not what she has taken away.
  const id = found(entries, key)
  const below = entries.filter((one) => id !== null && `${one.id}/`.startsWith(`${id}/`))
  return below.some((one) => around.has(keyOf(one.id)) || touched.has(keyOf(one.id)))
}

type Outcome = 'refused' | 'the same' | 'changed'

async function perform(world: World, by: Client, deed: Deed): Promise<Outcome> {
  const { does, key, folder, value } = deed
  const entries = await entriesBelow(world, '/')
  const id = found(entries, key)
  const target = folder === '' ? '/' : found(entries, folder)
  if ((isAbout.has(does) && id === null) || (hasTarget.has(does) && target === null))
    return 'refused'
  const head = await world.head()
  const { status } = await (async () => {
    if (does === 'create') {
      return by.ask('POST', fileAddress(target!), { name: key, type: 'folder' })
    }
    if (does === 'upload') {
      const { body, type } = formOf([{ name: 'file', filename: key, data: value }])
      const path = `/upload?id=${encodeURIComponent(target!)}`
      return by.ask('POST', path, body, { 'content-type': type })
    }
    if (does === 'rename') {
      const renaming = { operation: 'rename', name: `${key}.${value}` }
      return by.ask('PUT', fileAddress(id!), renaming)
    }
    if (does === 'delete') return by.ask('DELETE', '/files', { ids: [id] })
    if (does === 'comment') return by.ask('POST', '/comments', { of: `files${id}`, text: value })
    return by.ask('PUT', '/files', { operation: does, ids: [id], target })
  })()
  if (status !== 200) return 'refused'
  return (await world.head()) > head ? 'changed' : 'the same'
}

async function picture(world: World): Promise<unknown> {
  const said: Record<string, string[]> = {}
  for (const { id } of await entriesBelow(world, '/')) {
    const { json } = await world.call('GET', `/comments?of=${encodeURIComponent(`files${id}`)}`)
    said[id] = (json as Comment[]).map(({ text }) => text)
  }
  return { tree: await world.tree(), said }
}
