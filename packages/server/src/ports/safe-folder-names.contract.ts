import assert from 'node:assert/strict'
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, sep } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import { contentOf, drive, hidden, put, text } from './safe-folder.contract.ts'
import type { SafeFolder, Touched } from './safe-folder.ts'
import type { Fingerprint, Spot } from './storage.ts'

/** A folder, and the path on this machine where others see it. */
export interface SharedFolder {
  storage: SafeFolder
  root: string
}

export type OpenSharedFolder = () => Promise<SharedFolder>

/** What it promises of names, and of others who change it, too. */
export function sharedFolderContract(open: OpenSharedFolder): void {
  naming(open)
  fingerprinting(open)
  noticing(open)
  mending(open)
  copyingNames(open)
}

const allNames = {
  'a plain name': 'a.txt',
  plus: 'a+b.txt',
  'ampersand, hash and question mark': 'a&b#c?.txt',
  'three dots': '...',
  'a leading dash': '-rf',
  emoji: '👩‍👩‍👧 🎉.txt',
  quotes: `"it's" \`so\`.txt`,
  'a newline': 'a\nb\r.txt',
  'a composed letter': '\u00e9.txt',
  'a decomposed letter': 'e\u0301.txt',
  backslashes: String.raw`a\..\b`,
  'percent signs': '100%25%2F',
  'spaces at both ends': ' a ',
  'a letter we escape with': 'a\uEFEE\uEFBE\uEF80b',
  'the replacement character': 'a\uFFFDb',
  '255 bytes': `${'ü'.repeat(127)}x`,
}

/** macOS has one name for two ways of writing an accent, and Windows cannot hold some of them. */
const names: Record<string, string> = Object.fromEntries(
  Object.entries(allNames).filter(([what, name]) => {
    if (process.platform === 'darwin') return what !== 'a decomposed letter'
    return process.platform !== 'win32' || !/["?\\\n]|[. ]$/.test(name)
  }),
)

function naming(open: OpenSharedFolder): void {
  describe('names', () => {
    for (const [what, name] of Object.entries(names)) {
      it(`takes ${what} through every operation`, () =>
        using(open, async ({ storage, root }) => {
          await storage.makeFolder(drive(name))
          await put(storage, [name, name], 'text')
          await storage.move(drive(name, name), drive(name, 'x'))
          await storage.move(drive(name, 'x'), drive(name, name))
          await storage.move(drive(name), drive('elsewhere'))
          await storage.move(drive('elsewhere'), drive(name))
          await storage.copy([name, name], 'copy')
          await storage.sync([drive(name)])

          assert.equal(readdirSync(root).filter((found) => found !== '.triptych').length, 1)
          assert.equal(String(await contentOf(storage, [name, name])), 'text')
          assert.deepEqual(await namesIn(storage, drive(name)), [name])
          await storage.move(drive(name), hidden('old'))
          assert.equal(await storage.stat(drive(name)), null)
        }))
    }

    const badNames = ['', '.', '..', 'a/b', '/', 'a\0b', 'x'.repeat(256), '\ud800', '\uEFC3\uEFA9']
    for (const name of badNames) {
      it(`finds nothing at and makes nothing with the name ${JSON.stringify(name).slice(0, 12)}`, () =>
        using(open, async ({ storage, root }) => {
          const bad = { code: 'files.bad_name' }
          await put(storage, ['a'], 'text')
          await storage.makeFolder(drive('f'))
          const before = tree(root)

          for (const path of [[name], ['f', name]]) {
            assert.equal(await storage.stat(drive(...path)), null)
            await assert.rejects(storage.open(path), { code: 'files.not_found' })
            await assert.rejects(storage.makeFolder(drive(...path)), bad)
            await assert.rejects(storage.move(drive('a'), drive(...path)), bad)
            await assert.rejects(storage.makeFolder(drive(...path, 'x')), {
              code: 'files.not_found',
            })
          }
          assert.deepEqual(tree(root), before)
        }))
    }

    it('gives one name to one of 50 files, and the others stay hidden', () =>
      using(open, async ({ storage }) => {
        const keys = Array.from({ length: 50 }, (_, n) => `new-${n}`)
        await Promise.all(keys.map((key) => storage.receive(key, text(key))))

        const codes = await codesOf(keys.map((key) => storage.move(hidden(key), drive('a'))))

        assert.deepEqual(codes, { done: 1, 'files.name_taken': 49 })
        const winner = String(await contentOf(storage, ['a']))
        assert.deepEqual(
          (await storage.hidden()).toSorted(),
          keys.filter((key) => key !== winner).toSorted(),
        )
      }))

    it('gives one name to one of 50 folders, made or moved', () =>
      using(open, async ({ storage }) => {
        const made = await codesOf(
          Array.from({ length: 50 }, () => storage.makeFolder(drive('made'))),
        )
        const keys = Array.from({ length: 50 }, (_, n) => `new-${n}`)
        for (const key of keys) await storage.makeFolder(hidden(key))
        const moved = await codesOf(keys.map((key) => storage.move(hidden(key), drive('moved'))))

        assert.deepEqual(made, { done: 1, 'files.name_taken': 49 })
        assert.deepEqual(moved, { done: 1, 'files.name_taken': 49 })
      }))

    it('never replaces a file, a folder or a link', () =>
      using(open, async ({ storage, root }) => {
        const taken = { code: 'files.name_taken' }
        await put(storage, ['file'], 'old')
        await storage.makeFolder(drive('folder'))
        symlinkSync('nowhere', join(root, 'link'))
        await put(storage, ['a'], 'new')
        await storage.makeFolder(drive('f'))

        for (const name of ['file', 'folder', 'link']) {
          await assert.rejects(storage.makeFolder(drive(name)), taken)
          await assert.rejects(storage.move(drive('a'), drive(name)), taken)
          await assert.rejects(storage.move(drive('f'), drive(name)), taken)
        }
        assert.equal(String(await contentOf(storage, ['file'])), 'old')
        assert.deepEqual(tree(root), ['a', 'f', 'file', 'folder', 'link'])
      }))

    it('refuses to move a folder into itself and leaves no trace', () =>
      using(open, async ({ storage, root }) => {
        const refused = { code: 'files.into_itself' }
        await storage.makeFolder(drive('f'))
        await storage.makeFolder(drive('f', 'g'))

        await assert.rejects(storage.move(drive('f'), drive('f', 'x')), refused)
        await assert.rejects(storage.move(drive('f'), drive('f', 'g', 'x')), refused)
        await assert.rejects(storage.move(drive('f'), drive('f', 'no', 'x')), refused)
        assert.deepEqual(tree(root), ['f', 'f/g'])
      }))
  })
}

function fingerprinting(open: OpenSharedFolder): void {
  describe('fingerprints', () => {
    it('tells what an operation did to the folders it touched, and to no others', () =>
      using(open, async ({ storage, root }) => {
        await storage.makeFolder(drive('f'))
        await storage.makeFolder(drive('g'))
        const fingerprints = () =>
          Promise.all([drive('f'), drive('g'), drive()].map((spot) => storage.fingerprint(spot)))
        // Backdated, so that every change shows, however coarse the clock is.
        for (const name of ['f', 'g', '']) backdate(join(root, name))

        const [f0, g0, top0] = await fingerprints()
        const made = await storage.makeFolder(drive('f', 'x'))
        const [f1, g1, top1] = await fingerprints()
        const moved = await storage.move(drive('f', 'x'), drive('g', 'y'))
        const [f2, g2, top2] = await fingerprints()
        const renamed = await storage.move(drive('g', 'y'), drive('g', 'z'))

        assert.deepEqual(fingerprintsOf(made.target), [f0, f1])
        assert.notEqual(f0, f1)
        assert.deepEqual(fingerprintsOf(moved.source), [f1, f2])
        assert.deepEqual(fingerprintsOf(moved.target), [g0, g2])
        assert.notEqual(g0, g2)
        assert.deepEqual([g1, top1, top2], [g0, top0, top0])
        assert.equal(renamed.source, renamed.target)
        assert.equal(renamed.target.before, g2)
        assert.equal(moved.source.modified, (await storage.stat(drive('f')))?.modified)
        assert.equal(renamed.target.modified, (await storage.stat(drive('g')))?.modified)
      }))

    it('stays the same when a file in the folder is written to or a folder below changes', () =>
      using(open, async ({ storage, root }) => {
        await storage.makeFolder(drive('f'))
        await storage.makeFolder(drive('f', 'g'))
        await put(storage, ['f', 'a'], 'text')
        const fingerprint = await storage.fingerprint(drive('f'))
        await setTimeout(20)

        writeFileSync(join(root, 'f', 'a'), 'longer text')
        mkdirSync(join(root, 'f', 'g', 'h'))

        assert.equal(await storage.fingerprint(drive('f')), fingerprint)
      }))

    it('lets no change hide behind one that came just before', () =>
      using(open, async ({ storage, root }) => {
        for (let n = 0; n < 20; n += 1) {
          writeFileSync(join(root, `a${n}`), '')
          const { fingerprint, entries } = await storage.list(drive())
          writeFileSync(join(root, `b${n}`), '')

          assert.equal(entries.length, 2 * n + 1)
          assert.notEqual(await storage.fingerprint(drive()), fingerprint)
        }
      }))
  })
}

function noticing(open: OpenSharedFolder): void {
  describe('what others do', () => {
    it('is seen in a listing, with kind, size, time and inode', () =>
      using(open, async ({ storage, root }) => {
        mkdirSync(join(root, 'folder'))
        writeFileSync(join(root, 'file'), 'text')
        symlinkSync('/etc', join(root, 'link'))

        const { entries } = await storage.list(drive())

        const found = new Map(entries.map(({ name, ...entry }) => [name, entry]))
        assert.deepEqual([...found.keys()].toSorted(), ['file', 'folder', 'link'])
        assert.equal(found.get('link')?.kind, 'link')
        const { mtimeMs, ino } = lstatSync(join(root, 'file'))
        const file = { kind: 'file', size: 4, modified: mtimeMs, inode: ino }
        assert.deepEqual(found.get('file'), file)
        assert.deepEqual(await storage.stat(drive('file')), file)
        assert.deepEqual(await storage.stat(drive('folder')), found.get('folder'))
      }))

    it('is nothing where a file or a link stands in the way', () =>
      using(open, async ({ storage, root }) => {
        writeFileSync(join(root, 'file'), '')
        symlinkSync('/', join(root, 'link'))

        assert.equal(await storage.stat(drive('file', 'x')), null)
        assert.equal(await storage.stat(drive('link', 'etc')), null)
        await assert.rejects(storage.open(['link', 'etc', 'passwd']), { code: 'files.link' })
        await assert.rejects(storage.open(['link']), { code: 'files.link' })
        await assert.rejects(storage.open(['file', 'x']), { code: 'files.not_a_folder' })
      }))

    it('wakes a watch, also after the folder has been moved', () =>
      using(open, async ({ storage, root }) => {
        await storage.makeFolder(drive('f'))
        const heard = await watch(storage, drive('f'))

        writeFileSync(join(root, 'f', 'made'), '')
        await heard.waitFor('made')
        writeFileSync(join(root, 'f', 'made'), 'more')
        await heard.waitFor('made')
        await storage.move(drive('f'), drive('g'))
        writeFileSync(join(root, 'g', 'later'), '')
        await heard.waitFor('later')
        renameSync(join(root, 'g', 'later'), join(root, 'g', 'renamed'))
        await heard.waitFor('renamed')
        rmSync(join(root, 'g', 'renamed'))
        await heard.waitFor('renamed')
        heard.stop()
      }))

    it('is not told any more once a watch has ended', () =>
      using(open, async ({ storage, root }) => {
        const ended = await watch(storage, drive())
        const other = await watch(storage, drive())

        ended.stop()
        ended.stop()
        writeFileSync(join(root, 'made'), '')
        await other.waitFor('made')

        assert.deepEqual(ended.names, [])
        other.stop()
      }))
  })
}

function mending(open: OpenSharedFolder): void {
  describe('leftovers of a crash', () => {
    it('removes an empty folder, and one of two names of a file', () =>
      using(open, async ({ storage, root }) => {
        await storage.makeFolder(drive('empty'))
        await put(storage, ['a'], 'text')
        linkSync(join(root, 'a'), join(root, 'b'))

        await storage.removeLeftover(['empty'])
        await storage.removeLeftover(['b'])

        assert.deepEqual(tree(root), ['a'])
      }))

    it('does not remove a folder that holds something, or the only name of a file', () =>
      using(open, async ({ storage, root }) => {
        await storage.makeFolder(drive('f'))
        await put(storage, ['f', 'a'], 'text')

        await assert.rejects(storage.removeLeftover(['f']), { code: 'files.name_taken' })
        await assert.rejects(storage.removeLeftover(['f', 'a']), { code: 'files.denied' })
        await assert.rejects(storage.removeLeftover(['no']), { code: 'files.not_found' })
        assert.deepEqual(tree(root), ['f', 'f/a'])
      }))
  })
}

/** Elsewhere every name is text. */
const hasBytes = process.platform === 'linux'

function copyingNames(open: OpenSharedFolder): void {
  describe('a copied tree', () => {
    it('equals the original, whatever the names, with links as links', () =>
      using(open, async ({ storage, root }) => {
        mkdirSync(join(root, 'f', 'deep', 'er'), { recursive: true })
        for (const name of Object.values(names)) writeFileSync(join(root, 'f', 'deep', name), name)
        if (hasBytes) {
          const bytes = Buffer.of(0x61, 0xff, 0x62)
          writeFileSync(Buffer.concat([Buffer.from(join(root, 'f/')), bytes]), 'bytes')
        }
        symlinkSync('../../etc', join(root, 'f', 'link'))

        await storage.copy(['f'], 'new')
        await storage.move(hidden('new'), drive('copy'))

        const original = contents(Buffer.from(join(root, 'f')))
        assert.deepEqual(contents(Buffer.from(join(root, 'copy'))), original)
        assert.equal(original.length, Object.keys(names).length + (hasBytes ? 4 : 3))
      }))
  })
}

async function using(
  open: OpenSharedFolder,
  use: (opened: SharedFolder) => Promise<void>,
): Promise<void> {
  const opened = await open()
  try {
    await use(opened)
  } finally {
    await opened.storage.close()
  }
}

export async function namesIn(storage: SafeFolder, folder: Spot): Promise<string[]> {
  return (await storage.list(folder)).entries.map(({ name }) => name).toSorted()
}

/** All paths below, but for our own folder. */
function tree(root: string): string[] {
  const paths = readdirSync(root, { encoding: 'utf8', recursive: true })
  return paths
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => path.split('/')[0] !== '.triptych')
    .toSorted()
}

/** Path, and content or target, of everything below; the names as bytes. */
function contents(folder: Buffer, below = ''): string[] {
  return readdirSync(folder, { encoding: 'buffer' })
    .flatMap((name) => {
      const path = Buffer.concat([folder, Buffer.from('/'), name])
      const shown = `${below}/${name.toString('latin1')}`
      const stats = lstatSync(path)
      if (stats.isDirectory()) return [`${shown} ${stats.mode}`, ...contents(path, shown)]
      const held = stats.isFile() ? readFileSync(path, 'utf8') : readlinkSync(path)
      return [`${shown} ${stats.mode} ${held}`]
    })
    .toSorted()
}

function fingerprintsOf({ before, after }: Touched): Fingerprint[] {
  return [before, after]
}

function backdate(path: string): void {
  utimesSync(path, 1_000_000_000, 1_000_000_000)
}

interface Heard {
  names: (string | null)[]
  /** Until the name is told, or that it may be any; forgets what came before. */
  waitFor(name: string): Promise<void>
  stop(): void
}

async function watch(storage: SafeFolder, folder: Spot): Promise<Heard> {
  const names: (string | null)[] = []
  let wake: (() => void) | null = null
  const stop = await storage.watch(folder, (name) => {
    names.push(name)
    wake?.()
  })
  assert.ok(stop)
  return {
    names,
    stop,
    async waitFor(name) {
      while (!names.includes(name)) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      names.length = 0
    },
  }
}

async function codesOf(tries: Promise<unknown>[]): Promise<Record<string, number>> {
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
