import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { chosenPaths } from '../../config/environment.ts'
import { AppError } from '../../errors.ts'
import { drive, hidden, put, text } from '../../ports/safe-folder.contract.ts'
import type { SafeFolder } from '../../ports/safe-folder.ts'
import { removeEntry } from './remove-entry.ts'
import { openSafeFolder } from './safe-folder.ts'
import { openRoot, pathsHere } from './open-root.ts'
import { inParent } from './walk.ts'

/** What only an open folder can promise. */
const byPath = (chosenPaths() ?? pathsHere()) === 'portable' && 'folders are held by their paths'

describe('many at once in a safe folder', { skip: process.platform !== 'linux' }, () => {
  let root: string
  let folder: SafeFolder

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'safe-many-'))
    folder = await openSafeFolder(root, { showHidden: true, paths: chosenPaths() })
  })

  afterEach(async () => {
    await folder.close()
    rmSync(root, { recursive: true, force: true })
  })

  const onDisk = () => readdirSync(root).filter((name) => name !== '.triptych')
  const hundred = Array.from({ length: 100 }, (_, index) => `n${index}`)

  it('gives one name to one of 100 drafts, and the others keep theirs', async () => {
    for (const name of hundred) writeFileSync(join(root, name), name)

    const counts = await codes(hundred.map((name) => folder.move(drive(name), drive('target'))))

    assert.deepEqual(counts, { done: 1, 'files.name_taken': 99 })
    const winner = readFileSync(join(root, 'target'), 'utf8')
    assert.deepEqual(
      onDisk().toSorted(),
      ['target', ...hundred.filter((name) => name !== winner)].toSorted(),
    )
  })

  it('gives one name to one of 100 new folders or drafts', async () => {
    const once = { done: 1, 'files.name_taken': 99 }
    assert.deepEqual(await codes(hundred.map(() => folder.makeFolder(drive('f')))), once)
    assert.deepEqual(await codes(hundred.map(() => folder.receive('d', text('text')))), once)
  })

  it('gives one name to one of 100 moved folders', async () => {
    for (const name of hundred) await folder.makeFolder(drive(name))
    for (const name of hundred) await folder.makeFolder(drive(name, `in-${name}`))

    const counts = await codes(hundred.map((name) => folder.move(drive(name), drive('target'))))

    assert.deepEqual(counts, { done: 1, 'files.name_taken': 99 })
    assert.equal(readdirSync(join(root, 'target')).length, 1)
    assert.equal(onDisk().length, 100)
  })

  it('moves one file or folder to one of 100 places', async () => {
    writeFileSync(join(root, 'file'), 'text')
    await folder.makeFolder(drive('folder'))
    await folder.makeFolder(drive('folder', 'inner'))
    const moveAll = (from: string, to: string) =>
      codes(hundred.map((name) => folder.move(drive(from), drive(to + name))))

    assert.deepEqual(await moveAll('file', 't'), { done: 1, 'files.not_found': 99 })
    assert.deepEqual(await moveAll('folder', 'f'), { done: 1, 'files.not_found': 99 })
    assert.equal(onDisk().length, 2)
  })

  it('removes a folder while others fill it, or says that it keeps changing', async () => {
    await folder.makeFolder(drive('f'))
    const top = openRoot(root, chosenPaths() ?? pathsHere())

    const fill = hundred.map((name) => folder.makeFolder(drive('f', name)).catch(() => {}))
    const counts = await codes([inParent(top, ['f'], removeEntry), ...fill])
    top.close()

    const isGone = counts['done'] === 101
    assert.ok(isGone || counts['files.name_taken'] === 1, JSON.stringify(counts))
  })

  it('works 300 folders deep, where a path would be too long', { skip: byPath }, async () => {
    const deep = Array.from({ length: 300 }, (_, index) => `a rather long name, number ${index}`)
    for (const depth of deep.keys()) await folder.makeFolder(drive(...deep.slice(0, depth + 1)))

    await put(folder, [...deep, 'draft'], 'text')
    await folder.move(drive(...deep, 'draft'), drive(...deep, 'file'))
    await (await folder.open([...deep, 'file'])).close()
    await folder.sync([drive(...deep)])

    assert.deepEqual(
      (await folder.list(drive(...deep))).entries.map(({ name }) => name),
      ['file'],
    )
    await folder.copy(deep.slice(0, 1), 'copy')
    await folder.move(drive(deep[0] ?? ''), hidden('old'))
    await folder.removeHidden('old')
    await folder.removeHidden('copy')
    assert.deepEqual(onDisk(), [])
    assert.deepEqual(await folder.hidden(), [])
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
      folder.stat(drive(...place)),
      folder.list(drive(...place)),
      folder.open(place).then((file) => file.close()),
      folder.sync([drive(...place)]),
      folder.fingerprint(drive(...place)),
      folder.watch(drive(...place), () => {}).then((stop) => stop?.()),
      folder.removeLeftover([...place, 'no']),
      folder.copy(place, `copy-${place.length}`),
      folder.receive(`draft-${place.length}`, text('text')),
      folder.move(drive(...place), drive(name, 'z')),
    ])
    await Promise.allSettled(tries)
    const inTurn = [
      () => folder.makeFolder(drive('f')),
      () => folder.makeFolder(drive('f', 'g')),
      () => folder.move(hidden('draft-1'), drive('f', 'g', 'h')),
      () => folder.move(drive('f', 'g', 'h'), drive('file')),
      () => folder.move(drive('f'), hidden('k')),
      ...['k', 'k', 'copy-0', 'copy-1', 'draft-0', 'draft-2'].map(
        (key) => () => folder.removeHidden(key),
      ),
      () => folder.hidden(),
      () => folder.space(),
    ]
    for (const call of inTurn) await Promise.allSettled([call()])
    return tries.length + inTurn.length
  }
})

async function codes(tries: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const result of await Promise.allSettled(tries)) {
    const code = result.status === 'fulfilled' ? 'done' : codeOf(result.reason)
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

function codeOf(error: unknown): string {
  assert.ok(error instanceof AppError, String(error))
  return error.code
}

function openDescriptors(): number {
  return readdirSync('/proc/self/fd').length
}
