import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { FolderError } from './folder-error.ts'
import { openSafeFolder, type SafeFolder } from './safe-folder.ts'

describe('many at once in a safe folder', { skip: process.platform !== 'linux' }, () => {
  let root: string
  let folder: SafeFolder

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'safe-many-'))
    folder = openSafeFolder(root)
  })

  afterEach(() => {
    folder.close()
    rmSync(root, { recursive: true, force: true })
  })

  const hundred = Array.from({ length: 100 }, (_, index) => `n${index}`)

  it('gives one name to one of 100 drafts, and the others keep theirs', async () => {
    for (const name of hundred) writeFileSync(join(root, name), name)

    const counts = await kinds(hundred.map((name) => folder.move([name], ['target'])))

    assert.deepEqual(counts, { done: 1, taken: 99 })
    const winner = readFileSync(join(root, 'target'), 'utf8')
    assert.deepEqual(
      readdirSync(root).toSorted(),
      ['target', ...hundred.filter((name) => name !== winner)].toSorted(),
    )
  })

  it('gives one name to one of 100 new folders or drafts', async () => {
    assert.deepEqual(await kinds(hundred.map(() => folder.makeFolder(['f']))), {
      done: 1,
      taken: 99,
    })
    const drafts = hundred.map(async () => (await folder.createDraft(['d'])).close())
    assert.deepEqual(await kinds(drafts), { done: 1, taken: 99 })
  })

  it('gives one name to one of 100 moved folders', async () => {
    for (const name of hundred) await folder.makeFolder([name])
    for (const name of hundred) await folder.makeFolder([name, `in-${name}`])

    const counts = await kinds(hundred.map((name) => folder.move([name], ['target'])))

    assert.deepEqual(counts, { done: 1, taken: 99 })
    assert.equal(readdirSync(join(root, 'target')).length, 1)
    assert.equal(readdirSync(root).length, 100)
  })

  it('moves one file or folder to one of 100 places', async () => {
    writeFileSync(join(root, 'file'), 'text')
    await folder.makeFolder(['folder'])
    await folder.makeFolder(['folder', 'inner'])

    const files = await kinds(hundred.map((name) => folder.move(['file'], [`t${name}`])))
    const folders = await kinds(hundred.map((name) => folder.move(['folder'], [`f${name}`])))

    assert.deepEqual(files, { done: 1, missing: 99 })
    assert.deepEqual(folders, { done: 1, missing: 99 })
    assert.equal(readdirSync(root).length, 2)
  })

  it('removes a folder while others fill it, or says that it keeps changing', async () => {
    await folder.makeFolder(['f'])

    const fill = hundred.map((name) => folder.makeFolder(['f', name]).catch(() => {}))
    const counts = await kinds([folder.remove(['f']), ...fill])

    assert.ok(counts['done'] === 101 || counts['taken'] === 1, JSON.stringify(counts))
  })

  it('works 300 folders deep, where a path would be too long', async () => {
    const deep = Array.from({ length: 300 }, (_, index) => `a rather long name, number ${index}`)
    for (const depth of deep.keys()) await folder.makeFolder(deep.slice(0, depth + 1))

    await (await folder.createDraft([...deep, 'draft'])).close()
    await folder.move([...deep, 'draft'], [...deep, 'file'])
    await (await folder.openFile([...deep, 'file'])).close()
    await folder.syncFolder(deep)

    assert.deepEqual(
      (await folder.list(deep)).entries.map(({ name }) => name),
      ['file'],
    )
    await folder.remove([deep[0] ?? ''])
    assert.deepEqual(readdirSync(root), [])
  })

  it('leaves no descriptor open after 1,000 successes and failures', async () => {
    symlinkSync('/etc', join(root, 'link'))
    writeFileSync(join(root, 'file'), '')
    await round(0)
    const before = openDescriptors()

    let calls = 0
    for (let index = 1; calls < 1000; index += 1) calls += await round(index)

    assert.ok(calls >= 1000)
    assert.deepEqual(openDescriptors(), before)
  })

  async function round(index: number): Promise<number> {
    const name = `x${index}`
    const places = [[], ['file'], ['link'], ['no'], ['link', 'passwd'], ['file', 'a'], ['a', '..']]
    const tries = places.flatMap((place) => [
      folder.stat(place),
      folder.list(place),
      folder.openFile(place).then((file) => file.close()),
      folder.syncFolder(place),
      folder.fingerprint(place),
      folder.watch(place, () => {}).then((stop) => stop?.()),
      folder.removeLeftover([...place, 'no']),
      folder.copy(place, [`copy of ${place.length}`]),
      folder.createDraft([...place, name]).then((file) => file.close()),
      folder.move(place, [name, 'z']),
    ])
    await Promise.allSettled(tries)
    const inTurn = [
      () => folder.makeFolder(['f']),
      () => folder.makeFolder(['f', 'g']),
      () => folder.move([name], ['f', 'g', 'h']),
      () => folder.move(['f', 'g', 'h'], ['file']),
      () => folder.move(['f'], ['k']),
      () => folder.remove(['k']),
      () => folder.remove(['k']),
      () => folder.remove(['copy of 0']),
      () => folder.remove(['copy of 1']),
      () => folder.space(),
    ]
    for (const call of inTurn) await Promise.allSettled([call()])
    return tries.length + inTurn.length
  }
})

async function kinds(tries: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const result of await Promise.allSettled(tries)) {
    const kind = result.status === 'fulfilled' ? 'done' : kindOf(result.reason)
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

function kindOf(error: unknown): string {
  assert.ok(error instanceof FolderError, String(error))
  return error.kind
}

function openDescriptors(): number {
  return readdirSync('/proc/self/fd').length
}
