import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { createTriptych } from '../../src/index.ts'
import type { Config } from '../../src/config/config.ts'
import { person } from '../fixtures/person.ts'
import { newPostgresDatabase } from '../fixtures/postgres-server.ts'
import { newFolder } from '../fixtures/run-program.ts'
import { allIn, newBucket, newBucketUrl, noS3 } from '../fixtures/s3-server.ts'

/** A server that was there for a moment, and what it leaves. */
async function served(options: Partial<Config>): Promise<void> {
  const triptych = await createTriptych({ empty: true, port: 0, ...options })
  await triptych.close()
}

/** A workspace with two files, and its archive. */
async function archived(t: TestContext): Promise<{ data: string; files: string; file: string }> {
  const data = newFolder()
  await served({ data })
  const files = join(data, 'workspaces/main/files')
  mkdirSync(join(files, 'docs'))
  writeFileSync(join(files, 'docs/a.txt'), 'text')
  writeFileSync(join(files, 'old.txt'), 'old')
  utimesSync(join(files, 'old.txt'), new Date(-86_400_123), new Date(-86_400_123))
  symlinkSync('old.txt', join(files, 'link'))
  const file = join(newFolder(), 'main.tar')
  const { code, said } = await person(t, 'workspace', 'export', 'main', file, '--data', data)
  assert.equal(code, 0, said)
  assert.match(said, /2 files of 7 bytes, .*; 1 links were left out/)
  return { data, files, file }
}

function damage(file: string): void {
  const bytes = readFileSync(file)
  const at = bytes.lastIndexOf('"checksum"') + 15
  bytes[at] = bytes[at]! ^ 1
  writeFileSync(file, bytes)
}

describe('a name that no workspace can have', () => {
  for (const name of ['', '.main', '../other', 'd_draft', 'UPPER']) {
    it(`is refused, and nothing is touched: ${JSON.stringify(name)}`, async (t) => {
      const { data, file } = await archived(t)
      const before = readdirSync(data, { recursive: true })
      for (const what of ['import', 'export']) {
        const { code } = await person(t, 'workspace', what, name, file, '--data', data)
        assert.notEqual(code, 0)
      }
      const kept = before.filter((path) => !/-(wal|shm)$|lock/.test(String(path)))
      for (const path of kept) assert.ok(existsSync(join(data, String(path))), String(path))
    })
  }
})

describe('an import that fails', () => {
  it('leaves nothing in the data folder, nor in the folder for files', async (t) => {
    const { file } = await archived(t)
    damage(file)
    const [data, files] = [newFolder(), newFolder()]
    const flags = ['--data', data, '--files', files]
    const { code, said } = await person(t, 'workspace', 'import', 'main', file, ...flags)
    assert.equal(code, 1)
    assert.match(said, /damaged/)
    assert.deepEqual(readdirSync(join(data, 'workspaces')), [])
    assert.deepEqual(readdirSync(files), ['.triptych'])
  })

  it('leaves nothing in a bucket', { skip: noS3 }, async (t) => {
    const { file } = await archived(t)
    damage(file)
    const { url, client } = await newBucket()
    const flags = ['--data', newFolder(), '--storage', url]
    assert.equal((await person(t, 'workspace', 'import', 'main', file, ...flags)).code, 1)
    assert.deepEqual((await allIn(client)).keys, [])
  })

  it('says so where a page holds no rows', async (t) => {
    const { file } = await archived(t)
    const bytes = readFileSync(file).toString('latin1')
    writeFileSync(file, bytes.replaceAll('"rows":[', '"rowz":['), 'latin1')
    const { code, said } = await person(t, 'workspace', 'import', 'x', file, '--data', newFolder())
    assert.equal(code, 1)
    assert.match(said, /The archive is damaged/)
  })

  it('says which file it was', async (t) => {
    const { file } = await archived(t)
    const bytes = readFileSync(file)
    // As a drive in a bucket may have it, and a folder may not.
    const renamed = Buffer.from(
      bytes.toString('latin1').replaceAll('files/docs', 'files/.tri'),
      'latin1',
    )
    writeChecksums(renamed)
    assert.notDeepEqual(renamed, bytes)
    writeFileSync(file, renamed)
    const flags = ['--data', newFolder(), '--dotfiles', 'hide']
    const { code, said } = await person(t, 'workspace', 'import', 'main', file, ...flags)
    assert.equal(code, 1)
    assert.match(said, /files\/\.tri: /)
  })

  it('says so where there is no archive', async (t) => {
    const { code, said } = await person(
      t,
      'workspace',
      'import',
      'x',
      join(newFolder(), 'none.tar'),
      '--data',
      newFolder(),
    )
    assert.equal(code, 1)
    assert.match(said, /none.tar: there is nothing of this name/)
  })
})

describe('dates before 1970', () => {
  it('are kept', async (t) => {
    const { file } = await archived(t)
    const data = newFolder()
    const { code, said } = await person(t, 'workspace', 'import', 'main', file, '--data', data)
    assert.equal(code, 0, said)
    const { statSync } = await import('node:fs')
    const { mtimeMs } = statSync(join(data, 'workspaces/main/files/old.txt'))
    assert.ok(Math.abs(mtimeMs + 86_400_123) < 1, String(mtimeMs))
  })
})

describe('a restore', () => {
  it('goes on where it was interrupted, and says what it left alone', async (t) => {
    const { file } = await archived(t)
    const kept = newFolder()
    for (const name of ['a', 'b']) writeFileSync(join(kept, `${name}.tar`), readFileSync(file))
    damage(join(kept, 'b.tar'))
    const data = newFolder()
    assert.equal((await person(t, 'restore', kept, '--data', data)).code, 1)
    assert.deepEqual(readdirSync(join(data, 'workspaces')), ['a'])

    writeFileSync(join(kept, 'b.tar'), readFileSync(file))
    const { code, said } = await person(t, 'restore', kept, '--data', data)
    assert.equal(code, 1)
    assert.match(said, /left alone: a\./)
    assert.deepEqual(readdirSync(join(data, 'workspaces')), ['a', 'b'])
  })
})

describe('a migration', () => {
  it('sees what was changed on the disk since', async (t) => {
    const { data, files } = await archived(t)
    const to = newFolder()
    const move = (): ReturnType<typeof person> => person(t, 'migrate', '--from', data, '--to', to)
    assert.equal((await move()).code, 0)
    const again = await move()
    assert.equal(again.code, 0)
    assert.match(again.said, /main: is there already/)

    writeFileSync(join(files, 'new.txt'), 'new')
    const { code, said } = await move()
    assert.equal(code, 1)
    assert.match(said, /was changed since/)
  })
})

describe('a server on the wrong place', () => {
  it('is refused with PostgreSQL on a data folder of SQLite, which stays as it is', async (t) => {
    const { data, files } = await archived(t)
    const database = await newPostgresDatabase()
    await assert.rejects(served({ data, database }), /holds workspaces on SQLite/)
    assert.equal(readFileSync(join(files, 'docs/a.txt'), 'utf8'), 'text')
    assert.ok(existsSync(join(data, 'workspaces/main/triptych.sqlite')))
  })

  it('is refused with another folder for the files of a PostgreSQL database', async () => {
    const database = await newPostgresDatabase()
    const [data, files] = [newFolder(), newFolder()]
    await served({ data, database, files })
    await assert.rejects(served({ data: newFolder(), database }), /lie in another folder/)
    await served({ data, database, files })
  })

  it('is let in again where the files have come to another folder, after a rebuild', async (t) => {
    const database = await newPostgresDatabase()
    const [data, files, moved] = [newFolder(), newFolder(), newFolder()]
    await served({ data, database, files })
    writeFileSync(join(moved, 'a.txt'), 'text')
    await assert.rejects(served({ data, database, files: moved }), /files rebuild/)
    const flags = ['--data', data, '--database', database, '--files', moved]
    const { code, said } = await person(t, 'files', 'rebuild', ...flags)
    assert.equal(code, 0, said)
    assert.match(said, /main: 1 files/)
    await served({ data, database, files: moved })
  })

  it('makes no index of a folder out of that of a bucket', { skip: noS3 }, async (t) => {
    const { file } = await archived(t)
    const data = newFolder()
    const flags = ['--data', data, '--storage', await newBucketUrl()]
    assert.equal((await person(t, 'workspace', 'import', 'main', file, ...flags)).code, 0)
    const { code, said } = await person(t, 'files', 'rebuild', '--data', data)
    assert.equal(code, 1)
    assert.match(said, /lie in a bucket/)
    assert.equal((await person(t, 'files', 'verify', ...flags)).code, 0)
  })
})

/** Of every header, anew: `tar` refuses one that does not add up. */
function writeChecksums(archive: Buffer): void {
  for (let at = 0; at < archive.length; at += 512) {
    const header = archive.subarray(at, at + 512)
    if (header.toString('latin1', 257, 262) !== 'ustar') continue
    header.fill(' ', 148, 156)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0`, 148, 'latin1')
  }
}
