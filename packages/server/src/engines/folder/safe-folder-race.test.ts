import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { drive, hidden, text } from '../../ports/safe-folder.contract.ts'
import { AppError } from '../../errors.ts'
import { removeEntry } from './remove-entry.ts'
import { openSafeFolder } from './safe-folder.ts'
import { openRoot } from './open-root.ts'
import { inParent } from './walk.ts'
import { writeFile } from './write-file.ts'

const seconds = Number(process.env['TRIPTYCH_RACE_SECONDS'] ?? 3)

// Turns `victim` and `tree/inner` into links to the outside and back, and heals what we removed.
const swapper = `
const fs = require('node:fs')
const [base] = process.argv.slice(1)
const attempt = (call) => { try { call() } catch {} }
const pairs = [['victim', '../outside'], ['tree/inner', '../../outside']]
let swaps = 0
for (;;) {
  for (const [place, target] of pairs) {
    const at = base + '/root/' + place
    attempt(() => fs.mkdirSync(at + '/sub/x/y', { recursive: true }))
    attempt(() => fs.writeFileSync(at + '/secret', 'inside'))
    attempt(() => fs.writeFileSync(at + '/sub/deep', 'inside'))
    attempt(() => fs.writeFileSync(at + '/sub/x/y/deeper', 'inside'))
    attempt(() => fs.symlinkSync(target, base + '/link'))
    for (let turn = 0; turn < 50; turn += 1) {
      attempt(() => fs.renameSync(at, base + '/parked'))
      attempt(() => fs.renameSync(base + '/link', at))
      attempt(() => fs.renameSync(at, base + '/link'))
      attempt(() => fs.renameSync(base + '/parked', at))
      swaps += 1
    }
    attempt(() => fs.rmSync(base + '/link', { recursive: true }))
    attempt(() => fs.rmSync(base + '/parked', { recursive: true }))
  }
  if (swaps % 1000 === 0) fs.writeSync(1, swaps + '\\n')
}`

describe('a folder swapped for a link', { skip: process.platform !== 'linux' }, () => {
  const base = mkdtempSync(join(tmpdir(), 'safe-race-'))
  let child: ChildProcess

  before(async () => {
    mkdirSync(join(base, 'root'))
    mkdirSync(join(base, 'outside', 'sub', 'x', 'y'), { recursive: true })
    writeFileSync(join(base, 'outside', 'secret'), 'secret')
    writeFileSync(join(base, 'outside', 'only-outside'), 'secret')
    writeFileSync(join(base, 'outside', 'sub', 'deep'), 'secret')
    writeFileSync(join(base, 'outside', 'sub', 'x', 'y', 'deeper'), 'secret')
    writeFileSync(join(base, 'outside', 'sub', 'x', 'y', 'only-outside'), 'secret')
    child = spawn(process.execPath, ['-e', swapper, base], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (child.stdout) await once(child.stdout, 'data')
    child.stdout?.resume()
  })

  after(async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    rmSync(base, { recursive: true, force: true })
  })

  it(`leads nothing out of the root in ${seconds} s`, async (t) => {
    const folder = await openSafeFolder(join(base, 'root'), {
      showHidden: true,
      paths: 'descriptors',
    })
    // What the folder itself does out of sight only, done where the swapper can reach it.
    const root = openRoot(join(base, 'root'), 'descriptors')
    const create = (place: string[]) => writeFile(root, place, text('text'))
    const remove = (place: string[]) => inParent(root, place, removeEntry)
    const counts: Record<string, number> = {}
    const escapes: string[] = []

    const read = async (place: string[]) => {
      const file = await folder.open(place)
      try {
        // The swapper may be writing it anew just now.
        const pieces = await Array.fromAsync(file.read(0, file.entry.size)).catch(() => [])
        const isSecret = Buffer.concat(pieces).toString() === 'secret'
        if (isSecret) escapes.push(`read ${place.join(' / ')}`)
      } finally {
        await file.close()
      }
    }
    const list = async (place: string[]) => {
      const { entries } = await folder.list(drive(...place))
      if (entries.some(({ name }) => name === 'only-outside')) escapes.push('listed')
    }
    const copy = async (place: string[], key: string) => {
      await folder.copy(place, key)
      const copied = join(base, 'root', '.triptych', 'hidden', key)
      for (const found of textsIn(copied)) if (found === 'secret') escapes.push(key)
      await folder.removeHidden(key)
    }
    const steal = async (place: string[], key: string) => {
      await folder.move(drive(...place), hidden(key))
      await folder.removeHidden(key)
    }
    const looks: (() => Promise<unknown>)[] = [
      () => read(['victim', 'secret']),
      () => read(['victim', 'sub', 'deep']),
      () => read(['victim', 'only-outside']),
      () => read(['victim', 'sub', 'x', 'y', 'deeper']),
      () => list(['victim', 'sub', 'x', 'y']),
      () => list(['victim']),
      () => folder.fingerprint(drive('victim', 'sub')),
      () => folder.sync([drive('victim')]),
      () =>
        folder.stat(drive('victim', 'only-outside')).then((seen) => seen && escapes.push('seen')),
    ]
    const changes: (() => Promise<unknown>)[] = [
      () => create(['victim', 'draft']),
      () => folder.move(drive('victim', 'draft'), drive('victim', 'published')),
      () => folder.makeFolder(drive('victim', 'made')),
      () => folder.move(drive('victim', 'made'), drive('victim', 'moved')),
      () => folder.move(drive('victim', 'only-outside'), drive('stolen')),
      () => steal(['victim', 'secret'], 'stolen-file'),
      () => folder.setModified(drive('victim', 'only-outside'), 1000),
      () => copy(['victim'], 'copied-folder'),
      () => copy(['victim', 'sub'], 'copied-sub'),
      () => copy(['victim', 'secret'], 'copied-file'),
      () => copy(['tree'], 'copied-tree'),
      () => folder.removeLeftover(['victim', 'moved']),
      () => folder.removeLeftover(['victim', 'sub']),
      () => remove(['victim', 'published']),
      () => remove(['victim', 'draft']),
      () => remove(['victim', 'moved']),
      () => remove(['victim', 'sub']),
      () => remove(['tree', 'inner']),
      () => remove(['tree']),
    ]

    const end = performance.now() + seconds * 1000
    // A link that is gone again when we look what it was counts as no folder.
    const met = () => (counts['files.link'] ?? 0) + (counts['files.not_a_folder'] ?? 0)
    // A busy machine gets the time it needs for a race.
    const isOn = () => met() > 10 && (counts['done'] ?? 0) > 10
    const repeat = async (steps: (() => Promise<unknown>)[]) => {
      while (performance.now() < end || (!isOn() && performance.now() < end + 60_000)) {
        const results = await Promise.all(steps.map((step) => step().then(() => 'done', codeOf)))
        for (const result of results) counts[result] = (counts[result] ?? 0) + 1
      }
    }
    await Promise.all([repeat(looks), repeat(looks), repeat(changes)])
    await folder.close()
    root.close()

    t.diagnostic(JSON.stringify(counts))
    assert.deepEqual(escapes, [])
    const outside = join(base, 'outside')
    const left = readdirSync(outside, { encoding: 'utf8', recursive: true }).toSorted()
    const deeper = ['sub/x', 'sub/x/y', 'sub/x/y/deeper', 'sub/x/y/only-outside']
    assert.deepEqual(left, ['only-outside', 'secret', 'sub', 'sub/deep', ...deeper])
    assert.equal(readFileSync(join(outside, 'sub', 'deep'), 'utf8'), 'secret')
    assert.ok(!readdirSync(join(base, 'root')).includes('stolen'))
    assert.notEqual(lstatSync(join(outside, 'only-outside')).mtimeMs, 1000)
    assert.ok(met() > 10, 'the race was never on')
    assert.ok((counts['done'] ?? 0) > 10, 'nothing ever worked')
  })
})

/** Of all regular files; links are not followed. */
function textsIn(path: string): string[] {
  const stats = lstatSync(path)
  if (stats.isDirectory()) return readdirSync(path).flatMap((name) => textsIn(join(path, name)))
  return stats.isFile() ? [readFileSync(path, 'utf8')] : []
}

function codeOf(error: unknown): string {
  assert.ok(error instanceof AppError, String(error))
  return error.code
}
