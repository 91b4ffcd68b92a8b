import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import SqliteDatabase from 'better-sqlite3'
import { isOneLine, newFolder, run, serving } from '../../test/fixtures/run-program.ts'
import { progressBar } from './terminal.ts'

/** A folder with a few files that a server has looked at, and that server gone. */
async function served(): Promise<{ files: string; data: string; flags: string[] }> {
  const cwd = newFolder()
  const files = join(cwd, 'drive')
  const data = join(cwd, 'data')
  mkdirSync(join(files, 'docs'), { recursive: true })
  writeFileSync(join(files, 'docs', 'a.txt'), 'one')
  writeFileSync(join(files, 'b.txt'), 'twelve bytes')
  const flags = [files, '--data', data, '--log-level', 'error']
  const { child, ended, url } = await serving([...flags, '--empty'])
  await fetch(`${url}info/docs`)
  await fetch(`${url}files/docs`)
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
  return { files, data, flags: [files, '--data', data] }
}

async function command(argv: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const { ended, out, err } = run(['files', ...argv])
  const code = await ended
  return { code, out: out(), err: err() }
}

function inDatabase(data: string, statement: string): void {
  const database = new SqliteDatabase(join(data, 'workspaces', 'main', 'triptych.sqlite'))
  database.exec(statement)
  database.close()
}

describe('triptych files verify', () => {
  it('says that all is well', async () => {
    const { flags } = await served()

    const { code, out, err } = await command(['verify', ...flags])

    assert.deepEqual([code, out, err], [0, 'main: 3 entries, as the index says\n', ''])
  })

  it('names what differs, and changes nothing', async () => {
    const { files, flags } = await served()
    writeFileSync(join(files, 'docs', 'new.txt'), '')
    writeFileSync(join(files, 'docs', 'a.txt'), 'another')
    rmSync(join(files, 'b.txt'))

    const first = await command(['verify', ...flags])
    const second = await command(['verify', ...flags])

    assert.equal(first.code, 1)
    assert.deepEqual(first.out.split('\n').toSorted(), [
      '',
      'main/b.txt: not on disk',
      'main/docs/a.txt: changed on disk',
      'main/docs/new.txt: not in the index',
      'main: 3 entries, 3 differences',
    ])
    assert.equal(second.out, first.out)
    assert.equal(readFileSync(join(files, 'docs', 'a.txt'), 'utf8'), 'another')
  })

  it('finds totals that are no sums', async () => {
    const { data, flags } = await served()
    inDatabase(data, `update _files set bytes = bytes + 1 where name = 'docs'`)

    const { code, out } = await command(['verify', ...flags])

    assert.equal(code, 1)
    assert.match(out, /main\/docs: the totals are not the sum/)
  })
})

describe('triptych files rebuild', () => {
  it('makes the index anew from the disk', async () => {
    const { data, files, flags } = await served()
    inDatabase(data, `update _files set bytes = 999, size = 7 where name <> ''`)
    writeFileSync(join(files, 'docs', 'new.txt'), '12345')

    const { code, out } = await command(['rebuild', ...flags])

    assert.deepEqual([code, out], [0, 'main: 3 files in 1 folders, 20 bytes\n'])
    assert.equal((await command(['verify', ...flags])).code, 0)
  })
})

describe('triptych files', () => {
  it('refuses what it cannot do in one line with exit code 2', async () => {
    for (const argv of [[], ['check'], ['verify', '--port', 'x']]) {
      const { code, out, err } = await command(argv)

      assert.equal(code, 2)
      assert.ok(isOneLine(err), err)
      assert.equal(out, '')
    }
  })

  it('refuses to work beside a server', async () => {
    const data = join(newFolder(), 'data')
    const { child, ended } = await serving(['--data', data, '--empty', '--log-level', 'error'])

    const { code, err } = await command(['rebuild', '--data', data])

    assert.equal(code, 1)
    assert.match(err, /Another server is using the data/)
    child.kill('SIGTERM')
    await ended
  })

  it('shows how far it is on a terminal only', () => {
    const written: string[] = []
    const write = (text: string): number => written.push(text)
    progressBar({ isTTY: false, write }, 10).show(5)
    assert.deepEqual(written, [])

    const bar = progressBar({ isTTY: true, write }, 10)
    bar.show(5)
    bar.end()
    assert.match(written.join(''), /█{15}░{15} {2}50 % {2}5 entries/)
  })
})

describe('a server', () => {
  it('mends an index that does not add up while it serves', async () => {
    const { data, flags } = await served()
    inDatabase(data, `update _files set bytes = bytes + 1 where name = 'docs'`)

    const { child, ended, url } = await serving([...flags, '--log-level', 'silent'])
    const deadline = Date.now() + 60_000
    let size: unknown
    while (size !== 3 && Date.now() < deadline) {
      const info = (await (await fetch(`${url}info/docs`)).json()) as { Size: number }
      size = info.Size
    }
    child.kill('SIGTERM')
    await ended

    assert.equal(size, 3)
    assert.equal((await command(['verify', ...flags])).code, 0)
  })

  it('refuses a folder that another server has', async () => {
    const { files } = await served()
    const first = await serving([files, '--data', join(newFolder(), 'd1'), '--log-level', 'error'])
    const second = run(['serve', files, '--data', join(newFolder(), 'd2'), '--port', '0'])

    assert.equal(await second.ended, 1)
    assert.match(second.err(), /Another server is using the data/)
    first.child.kill('SIGTERM')
    await first.ended
  })
})
