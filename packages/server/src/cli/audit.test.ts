import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import SqliteDatabase from 'better-sqlite3'
import { newFolder, run } from '../../test/fixtures/run-program.ts'
import { createTriptych } from '../index.ts'

/** A data folder with entries 1 to 4 in the log of `main`, and none in that of `other`. */
async function dataWithLog(): Promise<string> {
  const data = newFolder()
  const triptych = await createTriptych({ empty: true, port: 0, data })
  const { url } = await triptych.listen()
  const post = async (path: string, body: unknown): Promise<void> => {
    const answer = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) })
    assert.equal(answer.status, 200, await answer.text())
  }
  await post('tables', { name: 'films', columns: [{ name: 'name', type: 'text' }] })
  for (const name of ['Ran', 'Alien', 'Heat']) await post('films', { name })
  await post('workspaces', { name: 'other' })
  await triptych.close()
  return data
}

function tamper(data: string, statement: string): void {
  const raw = new SqliteDatabase(join(data, 'workspaces/main/triptych.sqlite'))
  raw.exec(statement)
  raw.close()
}

async function audit(
  ...argv: string[]
): Promise<{ code: number | null; out: string; err: string }> {
  const { ended, out, err } = run(['audit', ...argv])
  return { code: await ended, out: out(), err: err() }
}

describe('triptych audit verify', () => {
  it('says of each workspace that its entries fit, and which is the last', async () => {
    const data = await dataWithLog()

    const { code, out, err } = await audit('verify', '--data', data)

    assert.equal(code, 0, err)
    assert.match(out, /^main: 4 entries fit; the last is 4:[0-9a-f]{64}\nother: 0 entries fit\n$/)
  })

  it('names the first entry that was changed, and exits with 1', async () => {
    const data = await dataWithLog()
    tamper(data, "update _changes set actor = 'somebody else' where revision >= 3")

    const { code, out, err } = await audit('verify', 'main', '--data', data)

    assert.equal(code, 1)
    assert.equal(out, '')
    assert.equal(err, 'main: entry 3 was changed, or the one before it is another.\n')
  })

  it('finds by what was noted that the end was cut off', async () => {
    const data = await dataWithLog()
    const { out } = await audit('verify', 'main', '--data', data)
    const [noted = ''] = /4:[0-9a-f]{64}/.exec(out) ?? []
    const again = () => audit('verify', 'main', '--data', data, '--noted', noted)
    assert.equal((await again()).code, 0)

    tamper(data, 'delete from _changes where revision = 4')

    assert.equal((await audit('verify', 'main', '--data', data)).code, 0)
    const { code, err } = await again()
    assert.equal(code, 1)
    assert.equal(err, 'main: entry 4 is missing.\n')
  })

  it('takes what was noted for one workspace only, and as it was printed', async () => {
    const data = await dataWithLog()
    const noted = `4:${'a'.repeat(64)}`
    const forAll = await audit('verify', '--data', data, '--noted', noted)
    assert.deepEqual([forAll.code, forAll.err], [2, '--noted is of one workspace; name it.\n'])
    const wrong = await audit('verify', 'main', '--data', data, '--noted', '4')
    assert.equal(wrong.code, 2)
    const other = await audit('verify', 'main', '--data', data, '--noted', noted)
    assert.deepEqual(
      [other.code, other.err],
      [1, 'main: entry 4 is not the one that was noted: the log was written anew.\n'],
    )
  })

  it('says that there is no such workspace, and that a server has the data', async () => {
    const data = await dataWithLog()
    const none = await audit('verify', 'nobody', '--data', data)
    assert.deepEqual([none.code, none.err], [1, 'There is no workspace nobody.\n'])

    const triptych = await createTriptych({ empty: true, port: 0, data })
    const taken = await audit('verify', '--data', data)
    await triptych.close()
    assert.deepEqual([taken.code, taken.err], [1, `Another server is using the data in ${data}.\n`])
  })
})

describe('triptych audit export', () => {
  it('writes a line for each entry, from which anybody can follow the chain', async () => {
    const data = await dataWithLog()

    const { code, out, err } = await audit('export', 'main', '--data', data)

    assert.equal(code, 0, err)
    const entries = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      entries.map(({ revision, actor, address, entity }) => [revision, actor, address, entity]),
      [
        [1, 'local', '127.0.0.1', 'films'],
        [2, 'local', '127.0.0.1', 'films/1'],
        [3, 'local', '127.0.0.1', 'films/2'],
        [4, 'local', '127.0.0.1', 'films/3'],
      ],
    )
    assert.equal(new Set(entries.map(({ step }) => step)).size, 4)
    const { out: verified } = await audit('verify', 'main', '--data', data)
    assert.ok(verified.endsWith(`4:${entries[3].hash}\n`))
    assert.equal(followed(out), `4:${entries[3].hash}\n`)
    assert.equal(followed(out.replace('Alien', 'Aliens')), null)
  })
})

/** What the program of the reference says of it; `null` where it fails. */
function followed(lines: string): string | null {
  const page = readFileSync(new URL('../../../../docs/reference/audit.md', import.meta.url), 'utf8')
  const [, program = ''] = /```js\n([^]*?)```/.exec(page) ?? []
  const file = join(newFolder(), 'follow.mjs')
  writeFileSync(file, program)
  const { status, stdout } = spawnSync(process.execPath, [file], { input: lines, encoding: 'utf8' })
  return status === 0 ? stdout : null
}
