import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { person } from '../../test/fixtures/person.ts'
import { isOneLine, newFolder } from '../../test/fixtures/run-program.ts'
import { allIn, newBucket, noS3 } from '../../test/fixtures/s3-server.ts'
import { createTriptych } from '../index.ts'
import type { TriptychOptions } from '../index.ts'

/** Data with the workspaces main and team, which has a file. */
async function withTeam(options: TriptychOptions = {}): Promise<string> {
  const data = newFolder()
  const triptych = await createTriptych({ empty: true, port: 0, data, ...options })
  const body = JSON.stringify({ name: 'team', title: 'Our team' })
  await triptych.fetch(new Request('http://localhost/workspaces', { method: 'POST', body }))
  const form = new FormData()
  form.set('file', new File(['text'], 'a.txt'))
  const upload = new Request('http://localhost/w/team/upload?id=/', { method: 'POST', body: form })
  assert.equal((await triptych.fetch(upload)).status, 200)
  await triptych.close()
  return data
}

describe('triptych workspace', () => {
  it('shows, renames, deletes and brings back', async (t) => {
    const data = await withTeam()
    const workspace = (...argv: string[]) => person(t, 'workspace', ...argv, '--data', data)
    assert.deepEqual(await workspace('list'), { code: 0, said: 'main  main\nteam  Our team\n' })
    const renamed = await workspace('rename', 'team', 'Crew')
    assert.deepEqual(renamed, { code: 0, said: 'team is called Crew now.\n' })
    const { said } = await workspace('list', '--json')
    assert.deepEqual(JSON.parse(said), [
      { name: 'main', title: 'main' },
      { name: 'team', title: 'Crew' },
    ])

    const gone = await workspace('delete', 'team', '--yes')
    assert.equal(gone.code, 0)
    assert.match(
      gone.said,
      /^team is deleted\. Until \d{4}-\d\d-\d\d triptych workspace restore team /,
    )
    assert.equal((await workspace('list')).said, 'main  main\n')
    assert.match((await workspace('list', '--deleted')).said, /^team {2}Crew {2}\(deleted /)
    assert.deepEqual(await workspace('restore', 'team'), {
      code: 0,
      said: 'team is there again.\n',
    })
    assert.equal((await workspace('list')).said, 'main  main\nteam  Crew\n')
  })

  it('deletes nothing unasked, nor main, nor what is not there', async (t) => {
    const data = await withTeam()
    const workspace = (...argv: string[]) => person(t, 'workspace', ...argv, '--data', data)
    for (const argv of [
      ['delete', 'team'],
      ['delete', 'main', '--yes'],
      ['delete', 'none', '--yes'],
      ['delete', '../workspaces/team', '--yes'],
      ['restore', 'team'],
      ['rename', 'none', 'None'],
    ]) {
      const { code, said } = await workspace(...argv)
      assert.equal(code, 1, said)
      assert.ok(isOneLine(said), said)
    }
    const wrong = await workspace('rename', 'team', ' ')
    assert.equal(wrong.code, 2)
    assert.equal((await workspace('list')).said, 'main  main\nteam  Our team\n')

    const missing = join(newFolder(), 'mistyped')
    assert.equal((await person(t, 'workspace', 'list', '--data', missing)).code, 1)
    assert.ok(!existsSync(missing))
  })

  it('does the same with a server that runs', async (t) => {
    const data = await withTeam()
    const triptych = await createTriptych({ data, port: 0, noPage: true })
    t.after(() => triptych.close())
    const { url } = await triptych.listen()
    const workspace = (...argv: string[]) => person(t, 'workspace', ...argv, '--url', url)
    assert.equal((await workspace('rename', 'team', 'Crew')).code, 0)
    assert.equal((await workspace('list')).said, 'main  main\nteam  Crew\n')
    assert.equal((await workspace('delete', 'team', '--yes')).code, 0)
    assert.equal((await workspace('restore', 'team')).code, 0)

    const { code, said } = await workspace('delete', 'main', '--yes')
    assert.equal(code, 1)
    assert.match(said, /answers 409: main is the first workspace/)
  })
})

describe('a workspace in a bucket that is gone for good', { skip: noS3 }, () => {
  it('leaves no bytes there, and one that is put aside leaves them', async (t) => {
    const { url, client } = await newBucket()
    const data = await withTeam({ storage: url })
    const place = ['--data', data, '--storage', url]
    const workspace = (...argv: string[]) => person(t, 'workspace', ...argv, ...place)
    const bytes = async () => (await allIn(client)).keys.filter((key) => !key.includes('~'))
    assert.equal((await bytes()).length, 1)

    await workspace('delete', 'team', '--yes')
    assert.equal((await bytes()).length, 1)
    await workspace('restore', 'team')
    const { said } = await workspace('delete', 'team', '--yes', '--trash-days', '0')

    assert.match(said, /^team is deleted\. It is gone for good\.$/m)
    assert.deepEqual(await bytes(), [])
  })
})
